/// What the foreign keys of a record refer to, in the order of the plan. The first one takes no memory of its own: most entities have no
/// other, and making and freeing such memory is half the time of reading a row.
struct ReferenceList: RandomAccessCollection, MutableCollection {
  private var first = ObjectLink.none
  private var rest: [ObjectLink] = []
  private(set) var endIndex = 0

  var startIndex: Int { 0 }

  /// So many references to nothing.
  init(count: Int = 0) {
    endIndex = count
    if count > 1 { rest = Array(repeating: .none, count: count - 1) }
  }

  subscript(index: Int) -> ObjectLink {
    get { index == 0 ? first : rest[index - 1] }
    set { if index == 0 { first = newValue } else { rest[index - 1] = newValue } }
  }
}
