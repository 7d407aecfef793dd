import PredicateModel

/// The names of one entity's members, each given away once.
struct NamePool {
  private var taken: Set<[UInt8]> = []

  /// Takes the first of the wishes that is free, or the last with a number behind it. The last wish decides: it is never empty.
  mutating func take(_ wishes: String...) -> String {
    for wish in wishes where !wish.isEmpty && taken.insert(Array(wish.utf8)).inserted { return wish }
    let base = wishes.last ?? ""
    var number = 2
    while true {
      let name = "\(base)_\(number)"
      if taken.insert(Array(name.utf8)).inserted { return name }
      number += 1
    }
  }

  /// What a foreign key's column says without its ending: `album_id`, `AlbumId` and `albumID` are `album`, `Album` and `album`.
  /// A column without such an ending, or made of nothing else, stays as it is.
  static func stem(ofColumn column: String) -> String {
    for ending in ["_id", "_ID", "_Id", "Id", "ID"] where column.hasSuffix(ending) {
      let stem = String(column.dropLast(ending.count))
      // `paID` is a word; `pa_id` is not. An ending without a bar needs a small letter or digit before it.
      let isWord = ending.first != "_" && stem.last.map { !$0.isLowercase && !$0.isNumber } ?? true
      if !stem.isEmpty && !isWord { return stem }
    }
    return column
  }
}
