import Foundation
import PredicateModel

/// A data model as Xcode keeps it: the `contents` of an `.xcdatamodel`, or of the current version of an `.xcdatamodeld`.
///
///     let file = try XcodeModelFile(path: "Lending.xcdatamodeld")
///     for remark in file.remarks { print(remark) }   // 31:9: the transient attribute “isOverdue” is left out
///     let database = try PredicateDatabase.make(path: "lending.sqlite", model: file.model)
///
/// Tables are named after the entities and columns after the properties, as those of classes are: a relationship to one object is a column
/// `friend_id`, an order a column `songs_position`. Integers of 16 and 32 bits keep their bounds as conditions.
public struct XcodeModelFile: Sendable {
  /// The model, which may not validate: see `DataModel.issues()`.
  public let model: DataModel
  /// What the file says and the model does not keep.
  public let remarks: [XcodeModelIssue]
  /// The elements by the entities' names, and by theirs and the members': `Movie.title`.
  private let places: [String: XcodeElement]
  private let templatePlaces: [XcodeElement]

  /// Reads the XML of a `contents` file.
  ///
  /// - Throws: ``XcodeModelIssue`` where it is no XML, no data model, or has a value that means nothing.
  public init(contents: Data) throws(XcodeModelIssue) {
    var reading = try XcodeModelReading(XcodeElement.root(of: contents))
    model = try reading.model()
    remarks = reading.remarks
    places = reading.places
    templatePlaces = reading.templatePlaces
  }

  /// Reads a model by its path: an `.xcdatamodeld`, an `.xcdatamodel`, or the `contents` in it.
  ///
  /// - Throws: ``XcodeModelIssue``, also where there is no such file, or an `.xcdatamodeld` does not say which of its versions is current.
  public init(path: String) throws(XcodeModelIssue) {
    let file = try Self.contents(of: URL(fileURLWithPath: path))
    do {
      try self.init(contents: Data(contentsOf: file))
    } catch let issue as XcodeModelIssue {
      throw issue
    } catch {
      throw XcodeModelIssue(nil, "“\(file.path)” cannot be read: \(error.localizedDescription)")
    }
  }

  /// Where an entity, or a member of one, stands in the file.
  public func place(ofEntity entity: String, member: String? = nil) -> (line: Int, column: Int) {
    let element = member.flatMap { places["\(entity).\($0)"] } ?? places[entity]
    return (element?.line ?? 1, element?.column ?? 1)
  }

  /// Where a fetch template stands in the file, by its position in the model.
  public func place(ofTemplate position: Int) -> (line: Int, column: Int) {
    guard templatePlaces.indices.contains(position) else { return (1, 1) }
    return (templatePlaces[position].line, templatePlaces[position].column)
  }

  /// Whether a path is one of a model of Xcode's.
  public static func isModel(path: String) -> Bool {
    ["xcdatamodel", "xcdatamodeld"].contains { path.hasSuffix(".\($0)") || path.hasSuffix(".\($0)/") }
      || URL(fileURLWithPath: path).lastPathComponent == "contents"
  }

  private static func contents(of url: URL) throws(XcodeModelIssue) -> URL {
    switch url.pathExtension {
    case "xcdatamodel": return url.appending(path: "contents")
    case "xcdatamodeld": return try currentVersion(of: url).appending(path: "contents")
    default: return url
    }
  }

  /// The version that `.xccurrentversion` names; without that file the only one.
  private static func currentVersion(of bundle: URL) throws(XcodeModelIssue) -> URL {
    let versions: [String]
    do {
      versions = try FileManager.default.contentsOfDirectory(atPath: bundle.path).filter {
        $0.hasSuffix(".xcdatamodel")
      }.sorted()
    } catch {
      throw XcodeModelIssue(nil, "“\(bundle.path)” cannot be read: \(error.localizedDescription)")
    }
    let file = bundle.appending(path: ".xccurrentversion")
    guard FileManager.default.fileExists(atPath: file.path) else {
      guard let only = versions.first, versions.count == 1 else {
        let list = versions.isEmpty ? "no version" : versions.joined(separator: ", ")
        throw XcodeModelIssue(nil, "“\(bundle.path)” has \(list), and no .xccurrentversion that names the current one")
      }
      return bundle.appending(path: only)
    }
    let name: String?
    do {
      let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
      name = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
    } catch {
      throw XcodeModelIssue(nil, "“\(file.path)” is no property list")
    }
    guard let name, versions.contains(name) else {
      throw XcodeModelIssue(nil, "“\(file.path)” names “\(name ?? "")” as the current version, which is not there")
    }
    return bundle.appending(path: name)
  }
}

/// Something of an Xcode data model that cannot be read, or that a model does not keep, and where it stands.
public struct XcodeModelIssue: Error, Sendable, Hashable {
  /// The line in the file, from 1; 0 where the issue is about no line.
  public let line: Int
  /// The column in the line, from 1.
  public let column: Int
  /// What is wrong, or what is left out.
  public let message: String

  init(_ place: XcodeElement?, _ message: String) {
    line = place?.line ?? 0
    column = place?.column ?? 0
    self.message = message
  }
}

extension XcodeModelIssue: CustomStringConvertible {
  /// `12:9: a transient attribute is left out`.
  public var description: String { line == 0 ? message : "\(line):\(column): \(message)" }
}
