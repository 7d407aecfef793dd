import PredicateTestSupport

extension RandomDatabaseGenerator {
  mutating func addRows(to index: Int) {
    let table = database.tables[index]
    let count = random.oneIn(12) ? 0 : random.pick([number(1...8), number(4...16), number(10...40)])
    if count == 0 { features.insert(.emptyTable) }
    let isFar = random.oneIn(6)
    if isFar && count > 0 { features.insert(.farRowNumbers) }
    // On average one in this many values does not fit its column; 0 for no such value. So most rows of most tables hold values of their columns' families.
    let oddity = random.pick([0, 8, 8, 3])
    let dateNumbers = random.pick(RandomValues.dateNumbers)
    let dateForm = number(0...2)
    let uuidForm = number(0...2)
    let columns = table.columns.filter { $0.generation == nil }
    for row in 0..<count {
      var values: [(column: String, literal: String)] = []
      if table.key == nil && table.hasRowNumbers && isFar {
        values.append(("rowid", random.pick(RandomValues.farIntegers)))
      }
      for column in columns {
        if column.defaultValue != nil && random.oneIn(3) { continue }
        if table.key?.columns.contains(column.name) == true {
          values.append((column.name, keyLiteral(of: column, row: row, isFar: isFar)))
          continue
        }
        if oddity > 0 && random.oneIn(oddity) {
          features.insert(.oddValue)
          values.append((column.name, random.pick(RandomValues.odd)))
          continue
        }
        var pool = column.family.common
        if column.family == .date && (dateForm == 1 || dateForm == 2 && random.oneIn(3)) {
          features.insert(.datesAsNumbers)
          pool = dateNumbers
        }
        if column.family == .uuid && (uuidForm == 1 || uuidForm == 2 && random.oneIn(3)) {
          features.insert(.uuidsAsBlobs)
          pool = RandomValues.uuidBlobs
        }
        values.append((column.name, random.oneIn(9) ? "NULL" : random.pick(pool)))
      }
      database.tables[index].rows.append(RandomTable.Row(values: values))
    }
  }

  /// A value for a key. In most cases no other row has it.
  private mutating func keyLiteral(of column: RandomColumn, row: Int, isFar: Bool) -> String {
    if random.oneIn(14) { return random.pick(RandomValues.odd) }
    switch column.family {
    case .integer, .numeric:
      if isFar {
        return random.oneIn(2) ? random.pick(RandomValues.farIntegers) : "\(Int64(truncatingIfNeeded: random.next()))"
      }
      return "\(row + 1)"
    case .real: return random.oneIn(2) ? "\(row).5" : "\(row)"
    case .text: return random.oneIn(2) ? random.pick(RandomValues.texts).quotedText : "'k\(row)'"
    case .blob: return random.oneIn(2) ? random.pick(RandomValues.blobs) : "x'0\(row % 10)'"
    case .uuid:
      let digits = row < 10 ? "0\(row)" : "\(row)"
      return random.oneIn(4)
        ? "x'000000000000000000000000000000\(digits)'" : "'00000000-0000-0000-0000-0000000000\(digits)'"
    case .date: return RandomValues.days[row % RandomValues.days.count].text.quotedText
    default: return random.pick(column.family.common)
    }
  }
}
