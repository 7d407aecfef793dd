import BenchData
import Foundation

/// A struct that arrays hold.
struct Loan<Table> {
  var days: Int
  var fee: Double
  var borrower: String
  var returned: Date?

  /// A loan out of numbers that look random.
  init(_ numbers: inout SeededNumbers) {
    days = numbers.next(below: 60)
    // Quarters, whose sums are exact in every order.
    fee = Double(numbers.next(below: 400)) / 4
    borrower = Samples.name(&numbers)
    returned = numbers.optional(nilPercent: 20) { Samples.date(&$0) }
  }
}
