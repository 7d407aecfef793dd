/// Values that are copied with one part changed.
protocol Changeable {}

extension Changeable {
  func with<Part>(_ part: WritableKeyPath<Self, Part>, _ value: Part) -> Self {
    var copy = self
    copy[keyPath: part] = value
    return copy
  }
}

extension OrderOracle.Request: Changeable {}
extension GroupOracle.Request: Changeable {}
extension ValuesOracle.Request: Changeable {}
