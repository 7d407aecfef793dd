/// The names of a dictionary and the position of each. Dictionaries with the same names in the same order share one instance.
package final class DictionaryKeys: Sendable {
  /// Distinct, in order.
  package let names: [String]
  /// The position of each name. It is empty where a dictionary has so few names that a scan is faster.
  private let positions: [ScalarString: Int]
  private static let scanLimit = 16

  /// Keys of distinct names.
  init(_ names: [String]) {
    self.names = names
    var positions: [ScalarString: Int] = [:]
    if names.count > Self.scanLimit {
      for (position, name) in names.enumerated() { positions[ScalarString(name)] = position }
    }
    self.positions = positions
  }

  /// Keys of names; nil where some name is there twice.
  convenience init?(checking names: [String]) {
    if names.count > Self.scanLimit {
      guard Set(names.lazy.map(ScalarString.init)).count == names.count else { return nil }
    } else {
      for (position, name) in names.enumerated() {
        for earlier in 0..<position where names[earlier].hasSameScalars(as: name) { return nil }
      }
    }
    self.init(names)
  }

  /// The position of a name; nil where it is not there.
  package func position(of name: String) -> Int? {
    if names.count > Self.scanLimit { return positions[ScalarString(name)] }
    for position in names.indices where names[position].hasSameScalars(as: name) { return position }
    return nil
  }

  /// Whether these are the names, in this order.
  func has(_ other: [String]) -> Bool {
    guard names.count == other.count else { return false }
    for position in names.indices where !names[position].hasSameScalars(as: other[position]) { return false }
    return true
  }
}
