/// A file path taken apart at its slashes, as NSString does it.
struct PathText {
  /// The path without slashes at its end, of which a path of nothing else keeps one.
  private let path: Substring.UTF8View

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// A path from its text. Any text is one.
  init(_ text: String) {
    var bytes = text[...].utf8
    while bytes.count > 1, bytes.last == Self.slash { bytes.removeLast() }
    path = bytes
  }

  /// What stands behind the last slash; of the root a slash.
  var lastComponent: String {
    guard path.count > 1, let slash = path.lastIndex(of: Self.slash) else { return text(path) }
    return text(path[path.index(after: slash)...])
  }

  /// The path before its last component: of the root, and of what is in it, the root; of a bare name nothing.
  var parent: String {
    guard let slash = path.lastIndex(of: Self.slash) else { return "" }
    var rest = path[..<slash]
    while rest.last == Self.slash { rest.removeLast() }
    return rest.isEmpty ? "/" : text(rest)
  }

  /// What stands behind the last dot of the last component; nothing where that dot is its first or last character, or a
  /// space follows.
  var fileExtension: String { extensionStart.map { text(path[$0...].dropFirst()) } ?? "" }

  /// The path without its extension and the dot before it.
  var withoutExtension: String { text(extensionStart.map { path[..<$0] } ?? path) }

  private var extensionStart: Substring.UTF8View.Index? {
    guard let dot = path.lastIndex(of: Self.dot), dot != path.startIndex, path[path.index(before: dot)] != Self.slash
    else { return nil }
    let end = path[path.index(after: dot)...]
    return end.isEmpty || end.contains(Self.slash) || end.contains(UInt8(ascii: " ")) ? nil : dot
  }

  private func text(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }
}
