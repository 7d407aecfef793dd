import Foundation
import Testing

/// A page of the documentation, whose code stands in a file of tests.
struct Page {
  /// Where the package is.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let text: String

  init(_ path: String) throws { text = try Self.text(Self.root.appending(path: path)) }

  static func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

  /// The blocks of Swift.
  var code: [String] { text.matches(of: /```swift\n([\s\S]*?)```/).map { String($0.1) } }

  /// Each line of each block stands in the file of tests. Formatting may break it there; what a comment behind it shows does not count.
  func expectCode(in file: String) throws {
    func joined(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
    let tests = joined(try Self.text(URL(filePath: file)))
    #expect(!code.isEmpty)
    for block in code {
      for line in block.split(separator: "\n") {
        let written = line.components(separatedBy: "  // ").first ?? ""
        #expect(tests.contains(joined(written)), "\(line)")
      }
    }
  }
}
