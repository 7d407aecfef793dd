import PredicateModel
import PredicateValues

/// A column that may be a key of another table.
package struct KeyCandidate: Sendable {
  package let table: String
  package let column: String
  /// The table that the column may refer to.
  package let target: String
  /// The column of the target that no two rows share.
  package let targetColumn: String
  /// A text column `item_type` next to `item_id`, which may name the table that a row refers to; nil if there is none.
  package let typeColumn: String?

  package init(table: String, column: String, target: String, targetColumn: String, typeColumn: String? = nil) {
    (self.table, self.column, self.target, self.targetColumn) = (table, column, target, targetColumn)
    self.typeColumn = typeColumn
  }
}

/// The result of comparing sampled values of a column with another table: the number of values, and how many of them occur there. Values that often
/// mean “none” (0, -1, an empty text) do not count, unless the column has no other values.
package struct KeyFit: Sendable {
  package let valueCount: Int
  package let matchCount: Int
  /// Whether the column contains the value 0, and no row of the other table has the key 0.
  package let hasZeroWithoutRow: Bool
  /// Some different texts of ``KeyCandidate/typeColumn``.
  package let typeNames: Set<String>

  package init(
    valueCount: Int, matchCount: Int, hasZeroWithoutRow: Bool = false, typeNames: Set<String> = []
  ) {
    (self.valueCount, self.matchCount, self.hasZeroWithoutRow) = (valueCount, matchCount, hasZeroWithoutRow)
    self.typeNames = typeNames
  }

  /// The share of values that occur in the other table; nil without values.
  var share: Double? { valueCount == 0 ? nil : Double(matchCount) / Double(valueCount) }

  /// Whether most values do not occur in the other table.
  package var isRefuted: Bool { share.map { $0 < KeyGuesses.leastShare } ?? false }
}

/// Guesses foreign keys that no table declares, from names, types and values.
///
/// A guess by a common pattern (`album_id` of the table `albums` with the key `id`, `_id`, `rowid` or `AlbumId`) holds unless the values refute it.
/// Every other pattern needs values that occur in the other table: `idFile` of `files`, `place_id` of `moz_places`, `chat_row_id` of `chat`, `url` of `urls`, `parent` of the
/// same table, a unique column of the target with the same name, and a key that only one table has: `StoreKey` of `DimStore (StoreKey)`,
/// `subject_code` of `subject (code)`. A text that is called like a table, such as `category`, needs values that are keys named `id`. A table that
/// declares some keys may have meant to declare all of them. So its other columns need a name that shows a key, and such values. If several columns
/// are possible, the one with the greatest share of such values is chosen. A column that contains only zeros is a key only if a row has the key 0. An
/// integer named like a table without `id`, such as `count`, is a plain number if some row has 0 in it and no row has the key 0. A column `item_id`
/// next to a text `item_type` refers to several tables if the texts name tables or classes (`Post`, `posts`, `App\Models\Post`), or if there are no
/// texts. It is not guessed then. A guessed relationship is marked (``Relationship/isGuessed``), and a model file can turn off all guesses.
enum KeyGuesses {
  /// The least share of values that must occur in the other table.
  static let leastShare = 0.5
  /// The least share for names that are rarely those of keys.
  private static let leastShareOfRareForms = 0.9

  /// Adds the guessed keys to the tables, and returns a note for each.
  ///
  /// - Parameter fit: How many values of a candidate occur in the other table; nil if that is unknown.
  static func add(to tables: inout [SchemaTable], fit: (KeyCandidate) throws -> KeyFit?) rethrows -> [SchemaNote] {
    var notes: [SchemaNote] = []
    let targets = KeyTargets(tables)
    for index in tables.indices where tables[index].kind == .table {
      let table = tables[index]
      for column in table.columns where !table.isWholeKey(column.name) && !table.isForeignKey(column.name) {
        guard let (target, name) = try best(targets, column, table, fit) else { continue }
        let key = SchemaForeignKey(guessed: column.name, to: target.name, [name])
        tables[index].foreignKeys.append(key)
        notes.append(key.note(in: table.name))
      }
    }
    return notes
  }

  /// The candidate whose values fit best; the first one if several fit equally well.
  private static func best(
    _ targets: KeyTargets, _ column: SchemaColumn, _ table: SchemaTable, _ fit: (KeyCandidate) throws -> KeyFit?
  ) rethrows -> (SchemaTable, String)? {
    var best: (candidate: KeyTargets.Candidate, share: Double)?
    for candidate in targets.candidates(of: column, in: table) {
      let found = try fit(
        KeyCandidate(
          table: table.name, column: column.name, target: candidate.table.name, targetColumn: candidate.column,
          typeColumn: candidate.typeColumn))
      if candidate.typeColumn != nil, targets.areNames(found?.typeNames ?? []) { continue }
      // A common pattern is accepted by its name alone if there are no values, and no other column of the table has a declared key.
      let suffices = candidate.isCommonForm && table.foreignKeys.isEmpty
      guard let share = found?.share ?? (suffices ? leastShare : nil),
        share >= (suffices ? leastShare : leastShareOfRareForms),
        suffices || (found?.valueCount ?? 0) >= candidate.leastValues,
        candidate.mayBeAbsent || found?.hasZeroWithoutRow != true && table.foreignKeys.isEmpty
      else { continue }
      if best.map({ share > $0.share }) ?? true { best = (candidate, share) }
    }
    return best.map { ($0.candidate.table, $0.candidate.column) }
  }
}

/// Tables by the names that columns may use for them.
private struct KeyTargets {
  /// A column of another table, which a column may refer to.
  struct Candidate {
    let table: SchemaTable
    let column: String
    /// Whether the name is of a common pattern, so that it suffices without values.
    let isCommonForm: Bool
    /// The number of distinct values that a column needs if its name does not suffice. A few small numbers occur in any table by chance.
    let leastValues: Int
    /// Whether 0 may mean “none”, because the name alone shows that the column is a key.
    let mayBeAbsent: Bool
    /// A text column `item_type` next to the column `item_id`; nil if there is none.
    let typeColumn: String?
  }

  private var tables: [String: [SchemaTable]] = [:]
  /// The tables by their names without the first word that all tables share (`moz_`).
  private var shortNames: [String: [SchemaTable]] = [:]
  /// The tables by the names of their keys: `storekey` for `DimStore (StoreKey)`, `subjectcode` for `subject (code)`. A key of one word, such as
  /// `code`, is left out, because it does not identify a table.
  private var keyNames: [String: [SchemaTable]] = [:]

  init(_ all: [SchemaTable]) {
    let plain = all.filter { $0.kind == .table }
    let prefix = Self.commonWord(plain)
    for table in plain {
      let words = NameWords(table.name)
      for name in Self.names(words) { tables[name, default: []].append(table) }
      for name in Self.keyNames(of: table, words) { keyNames[name, default: []].append(table) }
      guard let prefix, let rest = words.droppingFirst(prefix), !rest.isEmpty else { continue }
      for name in Self.names(rest) { shortNames[name, default: []].append(table) }
    }
  }

  private static func names(_ words: NameWords) -> Set<String> {
    [words.entity.lowercased(), words.capitalized.lowercased()]
  }

  private static func keyNames(of table: SchemaTable, _ words: NameWords) -> Set<String> {
    guard table.keyColumns.count == 1 else { return [] }
    let key = NameWords(table.keyColumns[0]).words
    let name = key.joined().lowercased()
    let own = Set(names(words).map { $0 + name })
    return key.count > 1 ? own.union([name]) : own
  }

  /// The first word of nearly all table names, if at least three tables have it: `moz`.
  private static func commonWord(_ tables: [SchemaTable]) -> String? {
    let firsts = tables.compactMap { table -> String? in
      let words = NameWords(table.name).words
      return words.count > 1 ? words[0].lowercased() : nil
    }
    let counts = Dictionary(grouping: firsts, by: \.self).mapValues(\.count)
    guard let (word, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return count >= 3 && count * 4 >= tables.count * 3 ? word : nil
  }

  /// The columns that a column may refer to, the likeliest first.
  func candidates(of column: SchemaColumn, in table: SchemaTable) -> [Candidate] {
    let type = column.attribute.type
    guard type == .integer || type == .string else { return [] }
    let usual = candidates(of: column, type, in: table)
    return usual.isEmpty ? keysOfOneName(column, type, in: table) : usual
  }

  /// The key of another table as a candidate, if exactly one table has a key with the column's name, or a key whose name completes the name of its
  /// table to the column's name.
  private func keysOfOneName(_ column: SchemaColumn, _ type: QueryType, in table: SchemaTable) -> [Candidate] {
    let words = NameWords(column.name)
    guard let found = keyNames[spelled(words)], found.count == 1, !found[0].name.isSameSQLName(as: table.name) else {
      return []
    }
    // Small numbers occur in any table by chance, unless the name shows that the column is a key.
    let isNamedKey = type == .string || ["key", "code", "id", "no", "nr", "number", "num"].contains(words.lastWord)
    return candidates(
      of: column, to: found[0], false, leastValues: isNamedKey ? 1 : 5, mayBeAbsent: isNamedKey, typeColumn: nil)
  }

  private func candidates(of column: SchemaColumn, _ type: QueryType, in table: SchemaTable) -> [Candidate] {
    let words = NameWords(column.name)
    let id = NameWords("id")
    var stem = words.droppingLast(id)
    let hasEnding = stem != nil
    stem = stem ?? words.droppingFirst("id")
    let hasID = stem != nil
    // `chat_row_id` is the row number of a chat.
    if let rest = stem?.droppingLast(NameWords("row")), !rest.isEmpty { stem = rest }
    let name = stem ?? words
    guard !name.isEmpty else { return [] }
    var found: [SchemaTable] = []
    var isShort = false
    // `billing_address_id` refers to an address: the longest ending that names a table decides.
    for start in name.words.indices where found.isEmpty && (hasID || start == 0) {
      let ending = name.words[start...].joined().lowercased()
      found = tables[ending] ?? []
      if found.isEmpty, let short = shortNames[ending] { (found, isShort) = (short, true) }
    }
    var isSelf = false
    if found.isEmpty, name.member.isSameSQLName(as: "parent"), table.keyColumns.count == 1 {
      (found, isSelf) = ([table], true)
    }
    guard found.count == 1 else { return [] }
    // `status_id` in `statuses` is the table's own number, so it is not a candidate.
    if !isSelf, found[0].name.isSameSQLName(as: table.name), Self.names(NameWords(table.name)).contains(spelled(name)) {
      return []
    }
    let isCommonForm = hasEnding && (!isShort || isSelf) || hasID && found[0].isWholeKey(column.name)
    let possible = candidates(
      of: column, to: found[0], isCommonForm, leastValues: hasID || isSelf ? 1 : 5, mayBeAbsent: hasID || isSelf,
      typeColumn: typeColumn(besides: name, in: table))
    // Without `id`, a text named like a table is usually a text. It may be the other table's `id`, but no name of a row.
    return hasID || type == .integer ? possible : possible.filter { isKeyName($0.column, of: $0.table) }
  }

  /// The text column `item_type` next to `item_id`, which may name the table that each row refers to.
  private func typeColumn(besides name: NameWords, in table: SchemaTable) -> String? {
    let wanted = name.followed(by: NameWords("type"))
    return table.columns.first { column in
      column.attribute.type == .string && spelled(NameWords(column.name)) == spelled(wanted)
    }?.name
  }

  /// Whether at least half of some texts name tables or classes: `Post`, `posts`, `App\Models\Post`. True without texts.
  func areNames(_ texts: Set<String>) -> Bool {
    let names = texts.filter { text in
      let parts = text.split { "\\:./".contains($0) }
      guard let last = parts.last else { return false }
      // A class in a namespace, such as `App\Models\Post`, counts as a name even if no table corresponds to it.
      if parts.count > 1 { return true }
      return Self.names(NameWords(String(last))).contains { tables[$0] != nil || shortNames[$0] != nil }
    }
    return names.count * 2 >= texts.count
  }

  private func spelled(_ words: NameWords) -> String { words.words.joined().lowercased() }

  private func candidates(
    of column: SchemaColumn, to target: SchemaTable, _ isCommonForm: Bool, leastValues: Int, mayBeAbsent: Bool,
    typeColumn: String?
  ) -> [Candidate] {
    var candidates: [Candidate] = []
    if target.keyColumns.count == 1, let key = target.column(named: target.keyColumns[0]),
      key.attribute.type == column.attribute.type
    {
      let isKey = isKeyName(key.name, of: target)
      candidates.append(
        Candidate(
          table: target, column: key.name, isCommonForm: isCommonForm && isKey, leastValues: leastValues,
          mayBeAbsent: mayBeAbsent, typeColumn: typeColumn))
    }
    // Other candidates are a unique column of the same name, and one whose name is the end of this column's name.
    let words = NameWords(column.name)
    for same in target.columns
    where same.attribute.type == column.attribute.type && words.droppingLast(NameWords(same.name)) != nil
      && !target.isWholeKey(same.name)
      && target.uniqueKeys.contains(where: { $0.count == 1 && $0[0].isSameSQLName(as: same.name) })
    {
      candidates.append(
        Candidate(
          table: target, column: same.name, isCommonForm: false, leastValues: leastValues, mayBeAbsent: mayBeAbsent,
          typeColumn: typeColumn))
    }
    return candidates
  }

  /// `id`, `_id`, `rowid`, `idAlbum`, or `AlbumId` of `Album`.
  private func isKeyName(_ column: String, of table: SchemaTable) -> Bool {
    if column.isSameSQLName(as: "rowid") { return true }
    let words = NameWords(column)
    guard let rest = words.droppingLast(NameWords("id")) ?? words.droppingFirst("id") else { return false }
    return rest.isEmpty || NameWords(table.name).entity.isSameSQLName(as: rest.entity)
  }
}
