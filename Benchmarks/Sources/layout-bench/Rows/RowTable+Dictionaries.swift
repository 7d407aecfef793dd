// Dictionaries of anything as elements, with others in them.
extension RowTable where Element == [String: Any] {
  static func records() -> RowTable {
    var table = RowTable()
    table.add(.record, .comparison, "age > 50") { ($0["age"] as? Int).map { $0 > 50 } ?? false }
    table.add(.record, .comparison, "home.zip > 50000") {
      (($0["home"] as? [String: Any])?["zip"] as? Int).map { $0 > 50000 } ?? false
    }
    table.add(.record, .any, "ANY lines.n > 90") {
      ($0["lines"] as? [[String: Any]])?.contains { ($0["n"] as? Int).map { $0 > 90 } ?? false } ?? false
    }
    table.add(.record, .count, "lines.@count > 2") { ($0["lines"] as? [[String: Any]]).map { $0.count > 2 } ?? false }
    table.add(.record, .subquery, "SUBQUERY(lines, $l, $l.n > 10 AND $l.s ENDSWITH 'son').@count > 0") {
      ($0["lines"] as? [[String: Any]])?.contains { line in
        (line["n"] as? Int).map { $0 > 10 } ?? false && (line["s"] as? String)?.hasSuffix("son") ?? false
      } ?? false
    }
    table.add(.record, .aggregate, "lines.@sum.n > 150") {
      ($0["lines"] as? [[String: Any]]).map { $0.reduce(0) { $0 + ($1["n"] as? Int ?? 0) } > 150 } ?? false
    }
    return table
  }
}

// Structs with dictionaries of anything.
extension RowTable where Element == Parcel<Reflected> {
  static func parcels() -> RowTable {
    var table = RowTable()
    table.add(.dictionaryArray, .any, "ANY lines.n > 90") {
      $0.lines.contains { ($0["n"] as? Int).map { $0 > 90 } ?? false }
    }
    table.add(.dictionaryArray, .count, "lines.@count > 2") { $0.lines.count > 2 }
    table.add(.dictionaryArray, .subquery, "SUBQUERY(lines, $l, $l.n > 10 AND $l.s ENDSWITH 'son').@count > 0") {
      $0.lines.contains { line in
        (line["n"] as? Int).map { $0 > 10 } ?? false && (line["s"] as? String)?.hasSuffix("son") ?? false
      }
    }
    table.add(.dictionaryArray, .aggregate, "lines.@sum.n > 150") {
      $0.lines.reduce(0) { $0 + ($1["n"] as? Int ?? 0) } > 150
    }
    table.add(.optionalDictionary, .comparison, "info.n > 50") { ($0.info?["n"] as? Int).map { $0 > 50 } ?? false }
    table.add(.optionalDictionary, .nilTest, "info.n == nil") { $0.info?["n"] == nil }
    table.add(.optionalDictionary, .count, "info.@count > 1") { $0.info.map { $0.count > 1 } ?? false }
    table.add(.optionalDictionary, .comparison, "spare[0].n > 50") {
      ($0.spare?.first?["n"] as? Int).map { $0 > 50 } ?? false
    }
    table.add(.optionalDictionary, .any, "ANY spare.n > 90") {
      $0.spare?.contains { ($0["n"] as? Int).map { $0 > 90 } ?? false } ?? false
    }
    table.add(.optionalDictionary, .any, "ANY spare.d.n > 90") {
      $0.spare?.contains { (($0["d"] as? [String: Any])?["n"] as? Int).map { $0 > 90 } ?? false } ?? false
    }
    return table
  }
}
