import Foundation

extension [Measurement] {
  /// The geometric mean of the ratios.
  var geometricMean: Double { exp(reduce(0) { $0 + log($1.ratio) } / Double(count)) }
}
