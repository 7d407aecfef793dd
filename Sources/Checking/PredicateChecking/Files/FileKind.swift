/// What kind of file predicates are looked for in.
public enum FileKind: Sendable, Hashable {
  /// A property list in XML.
  case xmlPropertyList
  /// A property list that begins with `bplist00`.
  case binaryPropertyList
  /// JSON, one value a file: device management, AutoPkg.
  case json
  /// YAML, as AutoPkg and Munki take it.
  case yaml
  /// XML that is no property list.
  case xml
  /// A shell script.
  case shell
  /// A source in Swift.
  case swift
  /// A source in Objective-C.
  case objectiveC
  /// A source in another language: Python, JavaScript, Java, Ruby, …
  case code(CodeLanguage)
  /// A text in Markdown, whose fenced blocks are files.
  case markdown
  /// A predicate a line.
  case lines

  /// The kind of a file, by its first bytes, else by its name.
  ///
  /// ```swift
  /// FileKind(name: "manifests/lab", start: Array("<?xml version=\"1.0\"?><plist>".utf8))  // .xmlPropertyList
  /// ```
  public init(name: String, start: [UInt8]) {
    let start = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    let text = String(decoding: start.prefix(1_024), as: UTF8.self)
    let content = text.drop { $0.isWhitespace }
    if start.starts(with: "bplist0".utf8) {
      self = .binaryPropertyList
    } else if content.hasPrefix("<?xml") || content.hasPrefix("<!DOCTYPE") || content.hasPrefix("<plist") {
      self = text.contains("<plist") || text.contains("<!DOCTYPE plist") ? .xmlPropertyList : .xml
    } else if text.hasPrefix("#!"), text.prefix(while: { $0 != "\n" }).contains("sh") {
      self = .shell
    } else if text.hasPrefix("#!"), let language = CodeLanguage(command: text.prefix { $0 != "\n" }) {
      self = .code(language)
    } else {
      self = Self.byName(name)
    }
  }

  private static func byName(_ name: String) -> FileKind {
    let file = name.split(separator: "/").last ?? ""
    switch file.split(separator: ".").last.map({ $0.lowercased() }) {
    case "json": return .json
    case "yaml", "yml": return .yaml
    case "sh", "bash", "zsh", "ksh", "command", "bats": return .shell
    // Their lines for a shell are found in them as in a script.
    case "mk", "makefile", "tf", "applescript": return .shell
    case "swift": return .swift
    case "m", "mm", "h": return .objectiveC
    case "xml": return .xml
    case "md", "markdown": return .markdown
    case let ending?: return CodeLanguage(ending: ending).map { .code($0) } ?? .lines
    case nil: return .lines
    }
  }

  /// The kinds of places of a profile that such a file may have, those of files that are texts of it included.
  var places: Set<ProfilePlace.Kind> {
    switch self {
    case .xmlPropertyList, .binaryPropertyList, .json, .yaml, .shell, .xml: [.document, .xml, .shell, .code]
    case .swift: [.swift]
    case .objectiveC: [.objectiveC]
    case .code: [.code]
    case .markdown: [.document, .xml, .shell, .code, .swift, .objectiveC, .line]
    case .lines: [.line]
    }
  }
}

extension FileKind {
  /// The value of a property list, JSON or YAML; nil for another kind of file.
  ///
  /// - Throws: ``DocumentIssue`` where the file cannot be read.
  package func document(of bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode? {
    switch self {
    case .xmlPropertyList: try XMLPropertyList.read(bytes)
    case .binaryPropertyList: try BinaryPropertyList.read(bytes)
    case .json: try JSONDocument.read(bytes)
    case .yaml: try YAMLDocument.read(bytes)
    case .xml, .shell, .swift, .objectiveC, .code, .markdown, .lines: nil
    }
  }
}
