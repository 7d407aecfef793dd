import Foundation

/// A folder with files, which is deleted after the test.
final class FactFolder {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try add(name, Data(text.utf8)) }
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("\(url.path) is left: \(error)") }
  }

  var path: String { url.path }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func add(_ name: String, _ data: Data) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }
}
