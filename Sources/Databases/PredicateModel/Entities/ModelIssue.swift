import Foundation

/// An error in a model: `try ModelFile(jsonText: text)` throws one with the line and column.
public enum ModelIssue: Error, Sendable {
  /// Two entities have the same name, or an entity has no name.
  case entityName(String)
  /// Two members of an entity have the same name, or a member has no name.
  case memberName(entity: String, member: String)
  /// A relationship needs the primary key of an entity that has none.
  case missingKey(entity: String, relationship: String)
  /// The storage of an attribute cannot hold its type.
  case storage(entity: String, attribute: String)
  /// The destination of a relationship is not in the model.
  case destination(entity: String, relationship: String, destination: String)
  /// The inverse does not exist, does not refer back, or has other columns.
  case inverse(entity: String, relationship: String, inverse: String)
  /// The columns of a relationship do not fit its cardinality or the key.
  case columns(entity: String, relationship: String)
  /// A condition of the model cannot be evaluated for its attribute, or for the entity's objects.
  case validation(entity: String, attribute: String?, condition: String, message: String)
  /// A default value does not have the attribute's type.
  case defaultValue(entity: String, attribute: String)
  /// A list of unique attributes has a name that is not an attribute.
  case unique(entity: String, name: String)
  /// A list of indexed members has a name that is neither an attribute nor a to-one relationship with a column.
  case index(entity: String, name: String)
  /// The least and greatest counts of a relationship contradict each other.
  case counts(entity: String, relationship: String)
  /// An entity cannot inherit from its parent, or cannot share its table.
  case inheritance(entity: String, message: String)
  /// The order column of a relationship cannot keep the order.
  case order(entity: String, relationship: String, message: String)
  /// A fetched property has an invalid predicate, order or user info.
  case fetched(entity: String, property: String, message: String)
  /// User info has a value that is not a text, a number or a boolean.
  case userInfo(entity: String, member: String?, key: String)
  /// A fetch template has the same name as another one, or its fetch cannot run.
  case template(name: String, message: String)
  /// The text of a model cannot be read.
  case text(String)
  /// A part of a model file does not fit the database: its path in the file, and the reason.
  case file(place: String, message: String)
  /// The format of the model file is newer than this version reads.
  case format(found: Int, supported: Int)
}

extension ModelIssue: CustomStringConvertible {
  /// The error for people.
  public var description: String {
    switch self {
    case .entityName(""): "an entity has no name"
    case .entityName(let name): "two entities are named “\(name)”"
    case .memberName(let entity, ""): "a member of the entity “\(entity)” has no name"
    case .memberName(let entity, let member): "“\(entity)” has two members named “\(member)”"
    case .missingKey(let entity, let relationship):
      "the relationship “\(entity).\(relationship)” cannot be stored, because one of its tables has no primary key"
    case .storage(let entity, let attribute):
      "the storage of “\(entity).\(attribute)” cannot store values of the attribute's type"
    case .destination(let entity, let relationship, let destination):
      "the relationship “\(entity).\(relationship)” leads to “\(destination)”, but the model has no such entity"
    case .inverse(let entity, let relationship, let inverse):
      "“\(entity).\(relationship)” declares “\(inverse)” as its inverse, which is not the same relationship seen from the "
        + "other end"
    case .columns(let entity, let relationship):
      "the columns of the relationship “\(entity).\(relationship)” do not fit its cardinality or the key that it refers to"
    case .validation(let entity, let attribute, let condition, let message):
      "“\(attribute.map { "\(entity).\($0)" } ?? entity)” has a condition that cannot be evaluated, “\(condition)”: \(message)"
    case .defaultValue(let entity, let attribute):
      "the default value of “\(entity).\(attribute)” has the wrong type"
    case .unique(let entity, let name): "“\(entity)” declares “\(name)” as unique, but has no attribute with this name"
    case .index(let entity, let name):
      "“\(entity)” declares an index of “\(name)”, which must be an attribute or a to-one relationship with a column"
    case .counts(let entity, let relationship):
      "the minimum number of objects of “\(entity).\(relationship)” must not be greater than the maximum"
    case .inheritance(let entity, let message): "“\(entity)” cannot inherit: \(message)"
    case .order(let entity, let relationship, let message):
      "the order of “\(entity).\(relationship)” cannot be stored: \(message)"
    case .fetched(let entity, let property, let message):
      "the fetched property “\(entity).\(property)” cannot be read: \(message)"
    case .userInfo(let entity, let member, let key):
      "the user info “\(key)” of “\(member.map { "\(entity).\($0)" } ?? entity)” is neither a text nor a number nor a boolean"
    case .template(let name, let message): "the fetch template “\(name)” is not valid: \(message)"
    case .text(let message): "the model cannot be read: \(message)"
    case .file(let place, let message): "\(place): \(message)"
    case .format(let found, let supported):
      "the model has format version \(found), but this version of the library reads only versions up to \(supported)"
    }
  }
}

extension ModelIssue: LocalizedError {
  /// The description as a sentence.
  public var errorDescription: String? { description.asSentence }
}
