import Foundation
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues

/// A small model with short names, so that its SQL is readable. It has an attribute of every storage, and columns whose type the schema does not prove.
enum FilmModel {
  static let model = DataModel(entities: [film, friend, loan, tag, mark, loose])

  static let film = Entity(
    name: "Film", table: "film",
    attributes: [
      Attribute(name: "title", type: .string, isTrusted: true),
      Attribute(name: "code", type: .string, isOptional: true, isTrusted: true),
      Attribute(name: "nocase", type: .string, isTrusted: true, textOrder: .collation("NOCASE")),
      Attribute(name: "year", type: .integer, isTrusted: true),
      Attribute(name: "a", type: .integer, isOptional: true, isTrusted: true),
      Attribute(name: "b", type: .integer, isOptional: true, isTrusted: true),
      Attribute(name: "rating", type: .double, isTrusted: true),
      Attribute(name: "lent", type: .boolean, isTrusted: true),
      Attribute(name: "seen", type: .date, isOptional: true, storage: .secondsSince1970, isTrusted: true),
      Attribute(name: "made", type: .date, storage: .iso8601Text, isTrusted: true),
      Attribute(name: "key", type: .uuid, storage: .uuidText, isTrusted: true),
      Attribute(name: "price", type: .decimal, isTrusted: true),
    ],
    relationships: [
      Relationship(
        name: "lentToFriend", destination: "Friend", inverse: "films", cardinality: .toOne,
        storage: .foreignKey("lentToFriend_id"), isTrusted: true),
      Relationship(
        name: "loans", destination: "Loan", inverse: "film", cardinality: .toMany,
        storage: .foreignKeyOfDestination("film_id"), isTrusted: true),
      Relationship(
        name: "tags", destination: "Tag", inverse: "films", cardinality: .toMany,
        storage: .joinTable("film_tags", from: "film_id", to: "tag_id"), isTrusted: true),
    ])

  static let friend = Entity(
    name: "Friend", table: "friend",
    attributes: [Attribute(name: "name", type: .string, isOptional: true, isTrusted: true)],
    relationships: [
      Relationship(
        name: "films", destination: "Film", inverse: "lentToFriend", cardinality: .toMany,
        storage: .foreignKeyOfDestination("lentToFriend_id"), isTrusted: true),
      Relationship(
        name: "best", destination: "Friend", inverse: nil, cardinality: .toOne, storage: .foreignKey("best_id")),
    ])

  static let loan = Entity(
    name: "Loan", table: "loan",
    attributes: [
      Attribute(name: "note", type: .string, isOptional: true, isTrusted: true),
      Attribute(name: "days", type: .integer, isOptional: true, isTrusted: true),
      Attribute(name: "fee", type: .double, isOptional: true, isTrusted: true),
    ],
    relationships: [
      Relationship(
        name: "film", destination: "Film", inverse: "loans", cardinality: .toOne, isOptional: false,
        storage: .foreignKey("film_id"), isTrusted: true),
      Relationship(
        name: "friend", destination: "Friend", inverse: nil, cardinality: .toOne,
        storage: .foreignKey("friend_id"), isTrusted: true),
      Relationship(
        name: "marks", destination: "Mark", inverse: nil, cardinality: .toMany,
        storage: .foreignKeyOfDestination("loan_id")),
    ])

  static let tag = Entity(
    name: "Tag", table: "tag", attributes: [Attribute(name: "name", type: .string, isTrusted: true)],
    relationships: [
      Relationship(
        name: "films", destination: "Film", inverse: "tags", cardinality: .toMany,
        storage: .joinTable("film_tags", from: "tag_id", to: "film_id"), isTrusted: true)
    ])

  static let mark = Entity(
    name: "Mark", table: "loan_marks", attributes: [Attribute(name: "value", type: .string, isTrusted: true)])

  /// Columns that may hold anything.
  static let loose = Entity(
    name: "Loose", table: "order",
    attributes: [
      Attribute(name: "amount", column: "the \"amount\"", type: .integer),
      Attribute(name: "text", type: .string, textOrder: .unknown),
      Attribute(name: "anything", type: .any),
    ])

  /// The condition that a format becomes, without the quotes of names.
  static func condition(_ format: String, entity: String = "Film", variables: QueryVariables = [:]) throws -> String {
    let text = try statement(format, entity: entity, variables: variables, form: .table).text
    let start = text.range(of: " WHERE ").map(\.upperBound) ?? text.endIndex
    let end = text.range(of: " ORDER BY ", options: .backwards).map(\.lowerBound) ?? text.endIndex
    return start <= end ? text[start..<end].replacingOccurrences(of: "\"", with: "") : ""
  }

  static func statement(
    _ format: String, entity: String = "Film", variables: QueryVariables = [:], form: SQLFetchForm = .keys
  ) throws -> SQLStatement {
    let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
    return try SQLTranslator.sqlite(model).translate(fetch, variables: variables, form: form).statement
  }
}
