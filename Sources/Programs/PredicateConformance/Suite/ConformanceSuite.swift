import Foundation
import PredicateDocuments

/// The cases in a folder `suite/<topic>/*.json`, and in a folder with fetch statements.
public struct ConformanceSuite: Sendable {
  /// The cases. Files are in the order of their paths, and the cases of a file in their order.
  public let cases: [ConformanceCase]
  /// The text of the nearest file `VERSION` in a folder above the suite; nil if there is none.
  public let version: String?

  /// Reads the cases in a folder, and those in a folder with fetch statements. Throws if a file cannot be read, is not a file of the suite, or
  /// repeats an id.
  public init(folder: URL, statements: URL? = nil) throws {
    var cases: [ConformanceCase] = []
    var seen: Set<String> = []
    for (folder, isOfStatements) in [(folder, false)] + (statements.map { [($0, true)] } ?? []) {
      for file in try Self.files(in: folder) {
        let name = isOfStatements ? "\(folder.lastPathComponent)/\(file)" : file
        let url = folder.appendingPathComponent(file)
        for item in try Self.cases(in: url, named: name, isOfStatements: isOfStatements) {
          guard seen.insert(item.id).inserted else {
            throw ConformanceFormatError("\(name): \(item.id) occurs twice")
          }
          cases.append(item)
        }
      }
    }
    self.cases = cases
    version = Self.version(above: folder)
  }

  /// The text of the nearest file `VERSION` in a folder above another one.
  private static func version(above folder: URL) -> String? {
    var folder = folder.standardizedFileURL
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if let data = FileManager.default.contents(atPath: folder.appendingPathComponent("VERSION").path) {
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
    return nil
  }

  /// The folder `Grammar/suite` in a folder or in the nearest folder above it; nil if there is none.
  public static func folder(above start: URL) -> URL? {
    var folder = start.standardizedFileURL
    while true {
      let candidate = folder.appendingPathComponent("Grammar/suite", isDirectory: true)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), isFolder.boolValue {
        return candidate
      }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      if parent.path == folder.path { return nil }
      folder = parent
    }
  }

  /// The JSON files in a folder and its subfolders, in the order of their paths.
  private static func files(in folder: URL) throws -> [String] {
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    } catch {
      throw ConformanceFormatError("\(folder.path): there is no such folder")
    }
    return paths.filter { $0.hasSuffix(".json") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The cases of one file, which is an array or an object with the array `cases`.
  private static func cases(in file: URL, named name: String, isOfStatements: Bool) throws -> [ConformanceCase] {
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw ConformanceFormatError("\(name): the file cannot be read")
    }
    let topic = file.deletingLastPathComponent().lastPathComponent
    do {
      var json = try JSONReader.value(of: Array(data))
      if case .object(let object) = json, let list = object["cases"] { json = list }
      guard case .array(let elements) = json else { throw ConformanceFormatError("there is no array of cases") }
      let lines = Self.lines(of: data)
      return try elements.map { element in
        var item =
          isOfStatements ? try ConformanceCase(statement: element) : try ConformanceCase(element, topic: topic)
        item.place = "\(name):\(lines[isOfStatements ? String(item.id.dropFirst("fetch.".count)) : item.id] ?? 1)"
        return item
      }
    } catch let error as JSONError {
      throw ConformanceFormatError("\(name): \(error.message)")
    } catch {
      throw ConformanceFormatError("\(name): \(error)")
    }
  }

  private static func lines(of data: Data) -> [String: Int] {
    var lines: [String: Int] = [:]
    for (index, line) in String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      // Only the beginning of a line is searched: lines may be long, and the id is usually the first member of a case.
      if let match = line.prefix(400).firstMatch(of: /"(?:id|name)": *"([^"]+)"/) { lines[String(match.1)] = index + 1 }
    }
    return lines
  }

  /// The cases of a selection, in the order of the suite.
  public func cases(_ selection: ConformanceSelection) -> [ConformanceCase] { cases.filter(selection.contains) }
}

/// Selects the cases of a suite that are run.
///
/// ```swift
/// var selection = ConformanceSelection()
/// selection.capabilities = ["core", "print"]
/// suite.cases(selection)  // no case that needs decimals or a fixture
/// ```
public struct ConformanceSelection: Sendable {
  /// The dialect that is tested. Cases that belong only to the other dialect are left out.
  public var dialect = ConformanceDialect.open
  /// A text that `topic/id rule` of a case must contain.
  public var filter = ""
  /// The ids of the cases; empty for all cases.
  public var ids: Set<String> = []
  /// The only capabilities that a case may need; nil for all.
  public var capabilities: Set<String>?
  /// The rungs of the ladder that a case must belong to; empty for all cases.
  public var rungs: Set<Int> = []

  /// Selects all cases of the dialect `open`.
  public init() {}

  /// Whether a case is run.
  public func contains(_ item: ConformanceCase) -> Bool {
    item.dialects.contains(dialect)
      && (filter.isEmpty || "\(item.topic)/\(item.id) \(item.rule)".contains(filter))
      && (ids.isEmpty || ids.contains(item.id))
      && (capabilities.map { $0.isSuperset(of: item.capabilities) } ?? true)
      && (rungs.isEmpty || item.rung.map(rungs.contains) ?? false)
  }

  /// Whether each rung of the ladder is selected with all its cases or not at all. The cases of rungs need only `core`.
  var hasWholeRungs: Bool { filter.isEmpty && ids.isEmpty && capabilities?.contains("core") ?? true }
}
