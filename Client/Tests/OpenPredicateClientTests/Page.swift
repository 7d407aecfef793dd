import Foundation
import Testing

/// A page of the documentation, whose code is also in a test file.
struct Page {
  /// The root folder of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let text: String

  init(_ path: String) throws { text = try Self.text(Self.root.appending(path: path)) }

  static func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

  /// The code blocks in Swift.
  var code: [String] { text.matches(of: /```swift\n([\s\S]*?)```/).map { String($0.1) } }

  /// Expects each line of each code block in the test file. Line breaks may differ, and comments after the code are ignored.
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
