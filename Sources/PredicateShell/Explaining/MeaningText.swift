import PredicateBinding
import PredicateModel

/// What a fetch means, as the typed core says it: a line for the condition on objects; of groups one for their keys and one for the
/// condition on them. There `$0` is the object, here the group.
struct MeaningText {
  let lines: [String]

  init(_ fetch: BoundFetch) {
    var lines = fetch.condition.map { ["\($0)"] } ?? []
    if let grouping = fetch.grouping {
      let keys = grouping.keys.map { "\($0)" }.joined(separator: ", ")
      lines.append(keys.isEmpty ? "one group" : "groups by \(keys)")
      if let condition = grouping.condition { lines.append("having \(condition)") }
    }
    self.lines = lines
  }
}
