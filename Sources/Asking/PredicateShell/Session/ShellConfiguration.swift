import Foundation

/// The settings in the user's file, which has one setting per line.
///
/// ```
/// # ~/.config/openpredicate/shell.conf
/// mode = box
/// nil = NULL
/// colors = off
/// ```
struct ShellConfiguration {
  /// The output mode of answers; nil for a table.
  private(set) var mode: OutputMode?
  private(set) var nilText: String?
  /// Whether answers have colours; nil if the terminal decides.
  private(set) var hasColors: Bool?
  /// A sentence for each line that is not a valid setting.
  private(set) var problems: [String] = []

  /// The greatest length of the text for nil.
  private static let nilTextLimit = 40

  init() {}

  /// Reads settings from a text. `name` is the file's name in problems.
  init(_ text: String, name: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      if let problem = read(line) { problems.append("\(name):\(number + 1): \(problem)") }
    }
  }

  /// Reads the settings of a file. A missing file has no settings. A file that cannot be read is a problem.
  init(reading path: String?) {
    self.init()
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      self = ShellConfiguration(String(decoding: data, as: UTF8.self), name: path)
    } catch {
      problems = ["\(path) cannot be read: \(error.localizedDescription)"]
    }
  }

  /// Reads a line `NAME = VALUE`. Returns the problem of a line that is not valid.
  private mutating func read(_ line: String) -> String? {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2 else { return "expected NAME = VALUE, found \(line)" }
    switch parts[0] {
    case "mode":
      guard let mode = OutputMode(rawValue: parts[1]) else {
        let modes = OutputMode.allCases.map(\.rawValue).joined(separator: ", ")
        return "expected one of \(modes), found \(parts[1])"
      }
      self.mode = mode
    case "nil":
      guard parts[1].count <= Self.nilTextLimit else {
        return "the text that is shown for nil can have at most \(Self.nilTextLimit) characters"
      }
      nilText = CellText.escaped(parts[1])
    case "colors":
      guard ["on", "off"].contains(parts[1]) else { return "expected on or off, found \(parts[1])" }
      hasColors = parts[1] == "on"
    default: return "there is no setting \(parts[0]). The settings are mode, nil and colors"
    }
    return nil
  }
}
