import PredicateModel
import PredicateSyntax
import PredicateValues

/// Runs a fetch and shows what it gives.
struct Answer {
  let session: ShellSession

  private var database: any ShellDatabase { session.database }

  /// Shows the rows of a fetch, as many as the layout allows, and how many there are.
  func show(_ fetch: EntityFetch) throws {
    if session.showsSQL { try showSQL(of: fetch) }
    let layout = session.layout
    let clock = ContinuousClock()
    let start = clock.now
    var limited = fetch
    if let rowLimit = layout.rowLimit {
      // One more than is shown, to learn whether there are more.
      limited.limit = min(fetch.limit ?? Int.max, rowLimit < Int.max ? rowLimit + 1 : rowLimit)
    }
    let answer = try database.fetch(limited)
    let rows = answer.prefix(layout.rowLimit ?? Int.max)
    let total = rows.rows.count < answer.rows.count ? try Self.count(fetch, in: database) : rows.rows.count
    let titles = try database.titles(of: Self.references(in: rows))
    let elapsed = clock.now - start
    var hidden: [String] = []
    if !rows.rows.isEmpty {
      hidden = session.mode.renderer.render(
        ShownTable(rows, titles: titles), layout: layout, to: session.output)
    }
    writeFooter(shown: rows.rows.count, total: total, fetch: fetch, elapsed: elapsed, layout: layout)
    if !hidden.isEmpty {
      writeQuietly("Not shown for want of room: \(hidden.joined(separator: ", ")); .mode line shows all.", layout)
    }
  }

  /// Shows how many objects there are.
  func showCount(_ fetch: EntityFetch) throws {
    if session.showsSQL { try showSQL(of: fetch) }
    let clock = ContinuousClock()
    let start = clock.now
    let total = try Self.count(fetch, in: database)
    let layout = session.layout
    let noun = EntityNoun(fetch.entity)
    session.output.write("\(noun.counted(total))\(Self.time(clock.now - start, layout: layout))\n")
  }

  /// Shows what runs for a fetch.
  func showSQL(of fetch: EntityFetch) throws {
    let statement = try database.statement(for: fetch)
    SQLText(style: session.layout.style).write(statement.sql, bindings: statement.bindings, to: session.output)
  }

  /// How many objects a fetch gives, its limit and offset considered.
  static func count(_ fetch: EntityFetch, in database: any ShellDatabase) throws -> Int {
    var everything = EntityFetch(fetch.entity)
    everything.predicate = fetch.predicate
    let count = try database.count(everything)
    return min(fetch.limit ?? Int.max, max(0, count - fetch.offset))
  }

  private static func references(in table: ResultTable) -> [ObjectReference] {
    var seen: Set<ObjectReference> = []
    var references: [ObjectReference] = []
    for row in table.rows {
      for value in row {
        guard case .reference(let reference) = value, seen.insert(reference).inserted else { continue }
        references.append(reference)
      }
    }
    return references
  }

  // MARK: Footer

  private func writeFooter(
    shown: Int, total: Int, fetch: EntityFetch, elapsed: Duration, layout: OutputLayout
  ) {
    let noun = EntityNoun(fetch.entity)
    let time = Self.time(elapsed, layout: layout)
    if total == 0 {
      writeQuietly("No \(noun.plural).\(time)", layout)
    } else if shown < total {
      writeQuietly("\(shown) of \(noun.counted(total))\(time); .rows all shows every one.", layout)
    } else {
      writeQuietly("\(noun.counted(total))\(time)", layout)
    }
  }

  private func writeQuietly(_ text: String, _ layout: OutputLayout) {
    session.output.write(layout.style.quiet(text) + "\n")
  }

  private static func time(_ elapsed: Duration, layout: OutputLayout) -> String {
    layout.showsTime ? " (\(DurationText.text(of: elapsed)))" : ""
  }
}
