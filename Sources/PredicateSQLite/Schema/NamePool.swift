import PredicateModel
import PredicateSyntax

/// Names that are each given away once. Of two names that look alike (`é` in one scalar and in two) the second gets a number: nobody could
/// tell which one a statement means.
struct NamePool {
  /// Swift's strings are equal when they look alike.
  private var taken: Set<String> = []

  /// Takes the first of the wishes that is free, or the last with a number behind it. Empty wishes are none; where all are empty the
  /// names are `unnamed`, `unnamed2` ….
  mutating func take(_ wishes: String...) -> String {
    let wishes = wishes.filter { !$0.isEmpty }
    for wish in wishes where takeAsItIs(wish) { return wish }
    let base = wishes.last ?? "unnamed"
    if wishes.isEmpty, takeAsItIs(base) { return base }
    var number = 2
    while true {
      let name = "\(base)\(number)"
      if takeAsItIs(name) { return name }
      number += 1
    }
  }

  /// Takes a name where it is free. `self` never is: in predicates it is the object.
  mutating func takeAsItIs(_ name: String) -> Bool {
    !name.isSameSQLName(as: "self") && taken.insert(name).inserted
  }
}
