import PredicateBinding
import PredicateMemory

/// Values among the elements of collections.
extension QueryRun {
  func narrow(_ membership: StoredMembership, _ frame: ChunkFrame, _ mask: MaskWords) {
    guard let values = frame.rows(of: membership.value.path.variable, scratch),
      let rows = frame.rows(of: membership.path.variable, scratch)
    else {
      for word in 0..<RowMask.words(for: frame.count) { mask[word] = 0 }
      return
    }
    let members = members(of: membership)
    let offset = membership.value.offset
    let prefetches = ArrayMemory.isTrusted && membership.path.isDirect
    let prefetch = { (row: Int) in if prefetches { ArrayMemory.prefetch(rows[row] + membership.offset) } }
    mask.forEachRow(frame.count, prefetching: prefetch) { position in
      let value = membership.value.path.row(from: values[position]).map { $0 + offset }
      guard let owner = membership.path.row(from: rows[position]),
        members.contain(value, owner + membership.offset)
      else { return mask.clear(position) }
    }
  }
}
