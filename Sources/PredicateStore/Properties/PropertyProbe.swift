import PredicateValues

/// Finds the name of the property that a key path reads: `\Product.customer` is `customer`.
///
/// The probe reads the key path from an object without a context. The property's wrapper notes its name and reads nothing.
final class PropertyProbe: Sendable {
  @TaskLocal static var current: PropertyProbe?

  private let name = Locked<String?>(nil)

  func note(_ found: String?) { name.withLock { $0 = found } }

  /// The name of a declared property; nil for a key path that reads none.
  static func name<Object: StoredObject>(of path: PartialKeyPath<Object>, in sample: StoredObject) -> String? {
    guard let sample = sample as? Object else { return nil }
    let probe = PropertyProbe()
    $current.withValue(probe) { _ = sample[keyPath: path] }
    return probe.name.withLock { $0 }
  }
}
