/// Members of sets, copied out of them to lie behind one another as the elements of an array do. Used by one walk.
final class SetMembers {
  /// Where the first member lies.
  let base: UnsafeRawPointer
  /// From one member to the next.
  let stride: Int
  /// Turns to the set, or optional set, at an address; false where it is nil.
  let turn: (_ set: UnsafeRawPointer) -> Bool
  /// Copies at most so many further members of the set behind those that lie here, so many of them, and says how many it copied.
  let copy: (_ used: Int, _ most: Int) -> Int
  /// Lets go of the members that lie here, so many of them.
  let clear: (_ used: Int) -> Void
  private let release: () -> Void

  /// A place for so many members of a type.
  init<Member: Hashable>(_: Member.Type, capacity: Int) {
    let members = UnsafeMutablePointer<Member>.allocate(capacity: capacity)
    var iterator = Set<Member>().makeIterator()
    base = UnsafeRawPointer(members)
    stride = MemoryLayout<Member>.stride
    turn = { address in
      // A nil set is 0, as a nil reference is.
      guard address.load(as: UnsafeRawPointer?.self) != nil else { return false }
      iterator = address.assumingMemoryBound(to: Set<Member>.self).pointee.makeIterator()
      return true
    }
    copy = { used, most in
      var copied = 0
      while copied < most, let member = iterator.next() {
        (members + used + copied).initialize(to: member)
        copied += 1
      }
      return copied
    }
    clear = { (members).deinitialize(count: $0) }
    release = { members.deallocate() }
  }

  deinit { release() }
}
