import PredicateDocuments

/// The kinds of files that are searched for predicates.
public enum FileKind: Sendable, Hashable {
  /// A property list in XML.
  case xmlPropertyList
  /// A property list that begins with `bplist00`.
  case binaryPropertyList
  /// JSON, one value per file: device management, AutoPkg.
  case json
  /// JSON with lines that are comments, `// …` or `# …`, as osquery reads its configuration. Files `*.conf` of other programs may begin like JSON, so
  /// an unreadable one has no value.
  case commentedJSON
  /// YAML, as AutoPkg and Munki accept it.
  case yaml
  /// XML that is not a property list.
  case xml
  /// A shell script.
  case shell
  /// A source in Swift.
  case swift
  /// A source in Objective-C.
  case objectiveC
  /// A source in a language other than Apple's: Python, JavaScript, Java, Ruby, …
  case code(CodeLanguage)
  /// Statements in SQL. Those of osquery may have predicates.
  case sql
  /// A Markdown file, whose fenced blocks are checked as files.
  case markdown
  /// A predicate per line: a text file, or a file without an ending.
  case lines
  /// A file that is not searched for predicates: an image, HTML, `.gitignore`.
  case other

  /// The number of bytes at the beginning that determine the kind of a file.
  public static let startLength = 8_192

  /// Determines the kind of a file by its first bytes, otherwise by its name. A file with a NUL in its first 8 KB is ``other``, unless it is a binary
  /// property list or UTF-16.
  ///
  /// ```swift
  /// FileKind(name: "manifests/lab", start: Array("<?xml version=\"1.0\"?><plist>".utf8))  // .xmlPropertyList
  /// FileKind(name: "icons/lab.png", start: [0x89, 0x50, 0x4E, 0x47, 0])                 // .other
  /// ```
  public init(name: String, start: [UInt8]) {
    let prefix = FileText.utf8(Array(start.prefix(Self.startLength)))
    let start = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
    let text = String(decoding: start.prefix(1_024), as: UTF8.self)
    let content = text.drop { $0.isWhitespace }
    if start.starts(with: "bplist0".utf8) {
      self = .binaryPropertyList
    } else if start.contains(0), !FileText.isUTF32(prefix) {
      self = .other
    } else if let root = XMLRoot.name(in: content) {
      self = root == "plist" ? .xmlPropertyList : root.lowercased() == "html" ? .other : .xml
    } else if text.hasPrefix("#!"), text.prefix(while: { $0 != "\n" }).contains("sh") {
      self = .shell
    } else if text.hasPrefix("#!"), let language = CodeLanguage(command: text.prefix { $0 != "\n" }) {
      self = .code(language)
    } else {
      let kind = Self.byName(name)
      let isSettings = [".conf", ".config", ".cfg"].contains { name.lowercased().hasSuffix($0) }
      if kind != .other || !isSettings {
        self = kind
      } else if content.first == "<" {
        self = .xml
      } else {
        self = CommentedJSON.isBegun(by: content) ? .commentedJSON : kind
      }
    }
  }

  private static func byName(_ name: String) -> FileKind {
    let file = name.split(separator: "/").last ?? ""
    let ending = file.split(separator: ".").last.map { $0.lowercased() }
    switch ending {
    case "json": return .json
    case "yaml", "yml": return .yaml
    case "sh", "bash", "zsh", "ksh", "command", "bats", "fish": return .shell
    // Build files and AppleScript sources contain shell commands, so they are searched like a shell script.
    case "mk", "makefile", "gnumakefile", "applescript", "justfile", "just": return .shell
    // The startup files of shells. Collections of such files leave out the dot before the name.
    case "zshrc", "bashrc", "zprofile", "zshenv", "zlogin", "bash_profile", "bash_aliases", "bash_functions", "profile",
      "aliases", "alias", "functions":
      return .shell
    case "swift": return .swift
    // Logos (.x, .xm) is Objective-C with directives.
    case "m", "mm", "h", "pch", "x", "xm": return .objectiveC
    case "xml": return .xml
    case "sql": return .sql
    case "md", "markdown", "mdx", "rst", "adoc", "asciidoc": return .markdown
    case let ending?: return CodeLanguage(ending: ending).map { .code($0) } ?? byEnding(file)
    case nil: return .lines
    }
  }

  /// The kind of a file whose ending is missing or unknown. `LICENSE` and `Dockerfile` are `other`: they are written for people and for other tools.
  private static func byEnding(_ file: Substring) -> FileKind {
    guard let point = file.lastIndex(of: ".") else {
      let isForOthers = file.hasSuffix("file") || file.contains { $0.isLetter } && !file.contains { $0.isLowercase }
      return isForOthers ? .other : .lines
    }
    return ["txt", "text", "predicate", "predicates"].contains(file[file.index(after: point)...].lowercased())
      ? .lines : .other
  }

  /// Whether files of this kind are read when a folder is checked. Any text file could have a predicate per line, so such files are read only if a
  /// caller names them.
  package var isReadInFolders: Bool { ![.lines, .other].contains(self) }

  /// The kinds of a profile's places that a file of this kind may have, including those of embedded files.
  var places: Set<ProfilePlace.Kind> {
    switch self {
    case .xmlPropertyList, .binaryPropertyList, .json, .commentedJSON, .yaml, .shell, .xml:
      [.document, .xml, .shell, .code, .sql]
    case .swift: [.swift, .code, .sql]
    case .objectiveC: [.objectiveC, .code]
    case .code(.terraform): [.document, .xml, .shell, .code, .sql]
    case .code: [.code, .sql]
    case .sql: [.sql]
    case .markdown: [.document, .xml, .shell, .code, .sql, .swift, .objectiveC, .line, .page]
    case .lines: [.line]
    case .other: []
    }
  }
}

extension FileKind {
  /// Reads the value of a property list, JSON or YAML; nil for another kind of file, and for settings that are not JSON.
  ///
  /// - Throws: ``DocumentIssue`` if the file cannot be read.
  package func document(of bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode? {
    switch self {
    case .xmlPropertyList: try XMLPropertyList.read(bytes)
    case .binaryPropertyList: try BinaryPropertyList.read(bytes)
    case .json: try JSONDocument.read(bytes)
    case .commentedJSON: CommentedJSON.read(bytes)
    case .yaml: try YAMLDocument.read(bytes)
    case .xml, .shell, .swift, .objectiveC, .code, .sql, .markdown, .lines, .other: nil
    }
  }
}

/// Reads JSON with lines that are comments.
private enum CommentedJSON {
  /// Whether the first signs of a text are `{` and `"`. Spaces and comments may be before each of them.
  static func isBegun(by text: Substring) -> Bool {
    let object = withoutComments(text)
    return object.first == "{" && withoutComments(object.dropFirst()).first == "\""
  }

  /// A text without the spaces and comments at its beginning.
  private static func withoutComments(_ text: Substring) -> Substring {
    var rest = text.drop { $0.isWhitespace }
    while rest.first == "#" || rest.hasPrefix("//") {
      rest = rest.drop { !$0.isNewline }.drop { $0.isWhitespace }
    }
    return rest
  }

  /// The value of the JSON, with its places in the file; nil if the text is not JSON.
  static func read(_ bytes: [UInt8]) -> DocumentNode? {
    var json = bytes
    for line in bytes.split(separator: 0x0A) {
      let content = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard content.first == UInt8(ascii: "#") || content.starts(with: "//".utf8) else { continue }
      for index in content.indices { json[index] = 0x20 }
    }
    do throws(DocumentIssue) {
      return try JSONDocument.read(json)
    } catch {
      // Another program's settings only begin like JSON.
      return nil
    }
  }
}

/// Finds the name of the first element of a document in XML or HTML.
private enum XMLRoot {
  /// The name in the document type, otherwise the name of the first element; nil for a text that does not begin with a tag. If a comment before the
  /// element is longer than the text, the name is `plist` if the text contains `<plist` anywhere.
  static func name(in text: Substring) -> String? {
    var rest = text
    let isXML = rest.hasPrefix("<?xml")
    while let mark = rest.first, mark == "<" {
      let word = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "!?-_:.".contains($0) }
      let end: String
      switch word {
      case _ where word.hasPrefix("!--"): end = "-->"
      // <?php and <?= begin a source of PHP.
      case _ where word.lowercased() == "?php" || word == "?": return nil
      case _ where word.hasPrefix("?"): end = "?>"
      case _ where word.lowercased() == "!doctype":
        return String(
          rest.dropFirst(10).drop { $0.isWhitespace }.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) })
      default:
        // The model of Core Data may have no declaration of XML.
        let isModel = word == "model" && text.contains("com.apple.IDECoreDataModeler.DataModel")
        let isKnown =
          isXML || isModel || rest.startIndex > text.startIndex || ["plist", "html"].contains(word.lowercased())
        return isKnown && !word.isEmpty ? String(word) : nil
      }
      guard let close = rest.firstRange(of: end) else { return isXML ? text.contains("<plist") ? "plist" : "" : nil }
      rest = rest[close.upperBound...].drop { $0.isWhitespace }
    }
    return isXML ? "" : nil
  }
}
