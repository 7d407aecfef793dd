import Foundation

extension [Measurement] {
  var geometricMean: Double { exp(reduce(0) { $0 + log($1.ratio) } / Double(count)) }
}
