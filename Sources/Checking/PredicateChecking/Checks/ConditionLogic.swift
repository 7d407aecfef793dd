import PredicateSyntax

/// Finds conditions that hold for every record or for none, and parts of AND and OR that change nothing.
struct ConditionLogic {
  private var table: LogicTable
  private let bytes: [UInt8]
  private var issues: [PredicateIssue] = []
  /// The greatest number of combinations of comparison results that are examined together.
  private static let combinationLimit = 4_096
  /// The greatest number of comparisons in a predicate: a larger predicate is not examined.
  private static let atomLimit = 400

  private init(walk: UseWalk, format: String) {
    table = LogicTable(walk: walk)
    bytes = Array(format.utf8)
  }

  /// The issues of a predicate, in no order.
  static func issues(in predicate: QueryPredicate, walk: UseWalk, format: String) -> [PredicateIssue] {
    var logic = ConditionLogic(walk: walk, format: format)
    _ = logic.analyse(predicate)
    return logic.issues
  }

  /// Examines a condition. Returns its value if it is the same for every record.
  private mutating func analyse(_ predicate: QueryPredicate) -> Bool? {
    switch predicate.node {
    // A constant predicate is intended.
    case .literal, .overLimit: return nil
    case .comparison:
      guard case .constant(let value) = table.node(predicate) else { return nil }
      report(value, predicate.range)
      return value
    case .not(let operand): return analyse(operand).map { !$0 }
    case .and(let operands): return analyse(operands, isAnd: true, predicate.range)
    case .or(let operands): return analyse(operands, isAnd: false, predicate.range)
    }
  }

  private mutating func report(_ value: Bool, _ range: SourceRange) {
    issues.append(
      .found(
        value ? .alwaysTrue : .alwaysFalse, .note, range,
        value ? "this condition is true for every record" : "this condition is true for no record"))
  }

  private mutating func analyse(_ operands: [QueryPredicate], isAnd: Bool, _ range: SourceRange) -> Bool? {
    var constant: Bool?
    var open: [QueryPredicate] = []
    for operand in operands {
      if let value = analyse(operand) {
        if value != isAnd { constant = value }
      } else {
        open.append(operand)
      }
    }
    let nodes = open.map { table.node($0) }
    guard table.atoms.count <= Self.atomLimit else { return constant }
    for cluster in clusters(nodes) where cluster.count > 1 {
      if let value = look(at: cluster, open, nodes, isAnd: isAnd) { constant = value }
    }
    return constant
  }

  /// Groups the operands so that no key or free comparison occurs in two groups. The results of one group then do not depend on those of another.
  private func clusters(_ nodes: [LogicNode]) -> [[Int]] {
    var clusters: [(subjects: Set<LogicSubject>, members: [Int])] = []
    for (index, node) in nodes.enumerated() {
      var subjects = Set(node.atoms.map { table.subject($0) })
      var members = [index]
      clusters.removeAll { other in
        guard !other.subjects.isDisjoint(with: subjects) else { return false }
        subjects.formUnion(other.subjects)
        members += other.members
        return true
      }
      clusters.append((subjects, members.sorted()))
    }
    return clusters.map(\.members)
  }

  /// Examines the operands of one group of ``clusters(_:)``. Returns the value of the AND or OR if these operands make it the same for every record.
  private mutating func look(
    at cluster: [Int], _ operands: [QueryPredicate], _ nodes: [LogicNode], isAnd: Bool
  ) -> Bool? {
    let atoms = cluster.reduce(into: Set<Int>()) { $0.formUnion(nodes[$1].atoms) }
    guard let combinations = table.combinations(of: atoms, limit: Self.combinationLimit) else { return nil }
    // The results of each operand per combination. For an OR they are inverted: an OR is false exactly if the opposites of all operands are true.
    let columns = cluster.map { index in combinations.map { nodes[index].holds($0) == isAnd } }
    var together = columns[0]
    for (place, column) in columns.enumerated().dropFirst() {
      for row in together.indices where !column[row] { together[row] = false }
      if together.contains(true) { continue }
      let earlier = cluster[..<place].first { index in
        !zip(columns[place], combinations).contains { $0 && nodes[index].holds($1) == isAnd }
      }
      reportClash(operands[cluster[place]], with: earlier.map { operands[$0] }, isAnd: isAnd)
      return !isAnd
    }
    reportIdle(cluster, columns, operands, isAnd: isAnd)
    return nil
  }

  private mutating func reportClash(_ operand: QueryPredicate, with other: QueryPredicate?, isAnd: Bool) {
    let partner = other.flatMap { text($0.range) }.map { " “\($0)”" } ?? " the conditions before it"
    issues.append(
      .found(
        isAnd ? .alwaysFalse : .alwaysTrue, .note, operand.range,
        isAnd ? "no record meets this condition and\(partner)" : "every record meets this condition or\(partner)",
        hint: isAnd
          ? "if only one of the two conditions must be true, write OR" : "if both conditions must be true, write AND"))
  }

  /// Reports operands that an AND or OR does not need. If two operands mean the same, the later one is reported.
  private mutating func reportIdle(
    _ cluster: [Int], _ columns: [[Bool]], _ operands: [QueryPredicate], isAnd: Bool
  ) {
    var kept = Array(cluster.indices)
    for place in cluster.indices.reversed() {
      let others = kept.filter { $0 != place }
      let isIdle = columns[place].indices.allSatisfy { row in
        columns[place][row] || others.contains { !columns[$0][row] }
      }
      guard isIdle, !others.isEmpty else { continue }
      kept = others
      // A redundant `key != nil` is not reported: people write it on purpose, to show that the key may be missing.
      if operands[cluster[place]].isTestForNil { continue }
      issues.append(
        .found(
          .neverMatters, .note, operands[cluster[place]].range,
          "this part has no effect: the other parts of this \(isAnd ? "AND" : "OR") already decide"))
    }
  }

  /// The source text of a range; nil if it is longer than 60 bytes.
  private func text(_ range: SourceRange) -> String? {
    range.upperBound - range.lowerBound <= 60 ? bytes.text(at: range) : nil
  }
}

extension QueryPredicate {
  /// Whether the predicate compares a key with nil: `key != nil`.
  fileprivate var isTestForNil: Bool {
    guard case .comparison(let comparison) = node, case .literal(.null) = comparison.right.node else { return false }
    return comparison.operator == .notEqual || comparison.operator == .equal
  }
}
