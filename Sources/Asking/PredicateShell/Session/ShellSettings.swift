import PredicateValues

/// The settings of a shell for its answers.
struct ShellSettings {
  /// A setting of the most rows that are shown.
  enum RowLimit {
    case all
    case rows(Int)
  }

  var mode = OutputMode.table
  /// The text for a value that is missing, in modes for people.
  var nilText = ValueText.missing
  /// Whether the SQL of every statement is shown before its answer.
  var showsSQL = false
  /// The most rows that are shown; nil for the layout's limit.
  var rowLimit: RowLimit?
  /// Whether every answer is checked against the evaluator in memory.
  var verifies = false
  /// Whether footers show the time; nil for the layout's choice.
  var showsTime: Bool?
  /// Whether notes are shown after answers.
  var showsNotes = true
  /// The time zone for reading the properties of dates and for showing dates.
  var timeZone = QueryTimeZone.utc

  /// An output's layout with these settings.
  func applied(to layout: OutputLayout) -> OutputLayout {
    var layout = layout
    if mode.isForPrograms { layout.rowLimit = nil }
    if let showsTime { layout.showsTime = showsTime }
    switch rowLimit {
    case .all: layout.rowLimit = nil
    case .rows(let count): layout.rowLimit = count
    case nil: break
    }
    return layout
  }
}
