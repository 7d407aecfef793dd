import PredicateValues

/// The settings of a shell for its answers.
struct ShellSettings {
  /// A setting for the greatest number of rows that are shown.
  enum RowLimit {
    case all
    case rows(Int)
  }

  var mode = OutputMode.table
  /// The text for nil, in modes for people.
  var nilText = ValueText.missing
  /// Whether the SQL of every statement is shown before its answer.
  var showsSQL = false
  /// The greatest number of rows that are shown; nil for the layout's limit.
  var rowLimit: RowLimit?
  /// Whether every answer is checked against the evaluator in memory.
  var verifies = false
  /// Whether footers show the elapsed time; nil for the layout's default.
  var showsTime: Bool?
  /// Whether notes are shown after answers.
  var showsNotes = true
  /// The time zone for reading the properties of dates and for showing dates.
  var timeZone = QueryTimeZone.utc

  /// The layout of an output, changed by these settings.
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
