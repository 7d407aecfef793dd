/// An evaluated row, and an element of one of its arrays while conditions on the element are decided.
struct RowElement {
  let row: UnsafeRawPointer
  /// Where the element lies; the row itself while there is none.
  var element: UnsafeRawPointer
  /// How many more elements of arrays may be visited.
  var budget: Int

  init(_ row: UnsafeRawPointer, budget: Int) { (self.row, element, self.budget) = (row, row, budget) }
}
