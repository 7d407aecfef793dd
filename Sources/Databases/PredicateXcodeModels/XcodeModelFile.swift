import Foundation
import PredicateModel

/// A data model as Xcode stores it: the `contents` of an `.xcdatamodel`, or of the current version of an `.xcdatamodeld`.
///
///     let file = try XcodeModelFile(path: "Lending.xcdatamodeld")
///     for remark in file.remarks { print(remark) }   // 31:9: the transient attribute “isOverdue” is left out
///     let database = try PredicateDatabase.make(path: "lending.sqlite", model: file.model)
///
/// Tables are named like entities and columns like properties, as for classes. A relationship to one object is a column such as `friend_id`, an order
/// is a column such as `songs_position`. Integers of 16 and 32 bits keep their bounds as conditions.
public struct XcodeModelFile: Sendable {
  /// The model. It may be invalid; see `DataModel.issues()`.
  public let model: DataModel
  /// The parts of the file that the model does not keep.
  public let remarks: [XcodeModelIssue]
  /// The elements by the names of entities (`Movie`) and of members (`Movie.title`).
  private let places: [String: XcodeElement]
  private let templatePlaces: [XcodeElement]

  /// Reads the XML of a `contents` file.
  ///
  /// - Throws: ``XcodeModelIssue`` if the file is not XML, not a data model, or has an invalid value.
  public init(contents: Data) throws(XcodeModelIssue) {
    var reading = try XcodeModelReading(XcodeElement.root(of: contents))
    model = try reading.model()
    remarks = reading.remarks
    places = reading.places
    templatePlaces = reading.templatePlaces
  }

  /// Reads a model by its path: an `.xcdatamodeld`, an `.xcdatamodel`, or the `contents` in it.
  ///
  /// - Throws: ``XcodeModelIssue``, also if the file does not exist, or if an `.xcdatamodeld` with several versions does not name its current one.
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

  /// The line and column of an entity, or of one of its members, in the file.
  public func place(ofEntity entity: String, member: String? = nil) -> (line: Int, column: Int) {
    let element = member.flatMap { places["\(entity).\($0)"] } ?? places[entity]
    return (element?.line ?? 1, element?.column ?? 1)
  }

  /// The line and column of a fetch template in the file, by the template's position in the model.
  public func place(ofTemplate position: Int) -> (line: Int, column: Int) {
    guard templatePlaces.indices.contains(position) else { return (1, 1) }
    return (templatePlaces[position].line, templatePlaces[position].column)
  }

  /// Whether a path is that of an Xcode data model.
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

  /// The version that `.xccurrentversion` names, or the only version if that file is missing.
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
        throw XcodeModelIssue(
          nil, "“\(bundle.path)” has \(list), but no file .xccurrentversion that names the current version")
      }
      return bundle.appending(path: only)
    }
    let name: String?
    do {
      let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
      name = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
    } catch {
      throw XcodeModelIssue(nil, "“\(file.path)” is not a property list")
    }
    guard let name, versions.contains(name) else {
      throw XcodeModelIssue(nil, "“\(file.path)” names “\(name ?? "")” as the current version, which does not exist")
    }
    return bundle.appending(path: name)
  }
}

/// A part of an Xcode data model that cannot be read, or that the model does not keep, with its position in the file.
public struct XcodeModelIssue: Error, Sendable, Hashable {
  /// The line in the file, from 1; 0 if the issue is not about a line.
  public let line: Int
  /// The column in the line, from 1.
  public let column: Int
  /// The error, or the part that is left out.
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
