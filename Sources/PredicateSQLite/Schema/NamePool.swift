import PredicateModel
import PredicateSyntax

/// Names that are each given away once.
struct NamePool {
  private var taken: Set<[UInt8]> = []

  /// Takes the first of the wishes that is free, or the last with a number behind it. Empty wishes are none; where all are empty the
  /// names are `unnamed`, `unnamed2` ….
  mutating func take(_ wishes: String...) -> String {
    let wishes = wishes.filter { !$0.isEmpty }
    for wish in wishes where takeExactly(wish) { return wish }
    let base = wishes.last ?? "unnamed"
    if wishes.isEmpty, takeExactly(base) { return base }
    var number = 2
    while true {
      let name = "\(base)\(number)"
      if takeExactly(name) { return name }
      number += 1
    }
  }

  /// Takes a name where it is free. `self` never is: in predicates it is the object.
  private mutating func takeExactly(_ name: String) -> Bool {
    !name.isSameSQLName(as: "self") && taken.insert(Array(name.utf8)).inserted
  }
}
