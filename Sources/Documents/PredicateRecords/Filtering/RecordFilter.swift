import PredicateBinding
import PredicateDocuments
import PredicateEngine
import PredicateReference
import PredicateValues

/// Passes on the records that fit a predicate, byte for byte, one at a time.
///
/// Only the members that the predicate uses are read from a record. An explanation reads whole records. A record that cannot be read or evaluated is
/// reported and left out. Memory does not grow with the input.
///
/// The predicate can read every member of a record, so its author may learn the whole input. A policy needs declared properties, which records lack.
/// For untrusted text, decode the records as a type with a table (`QueryableProperties`), and filter them with `filter(text:policy:)`.
public final class RecordFilter {
  private let predicate: QueryPredicate
  private let settings: FilterSettings
  private let limits: PredicateLimits
  private let evaluator: ReferenceEvaluator
  /// Called for every record that is left out.
  public var report: (RecordIssue) -> Void = { _ in }
  /// Called with the reason why the predicate holds for a record or not, and the line of the record. If set, no record is passed on.
  public var explain: ((_ line: Int, _ explanation: Explanation) -> Void)?
  /// The number of records that fit the predicate. If the filter is inverted, the number of records that do not fit it.
  public private(set) var matchCount = 0
  private var explainedCount = 0
  /// The number of explained records whose evaluation failed.
  public private(set) var unansweredCount = 0
  /// The number of records left out.
  public private(set) var issueCount = 0
  private var writer: RecordWriter
  /// The paths of the predicate that were found in no JSON object. Each has the names that the first object has next to the last name of the path. Nil
  /// before the first object.
  private var pathsNeverFound: [(path: [String], names: [String])]?

  /// The reason why the filter cannot process an input at all.
  public enum Failure: Error, Sendable {
    /// The predicate cannot be bound. The columns are those of the input, if it has columns.
    case predicate(PredicateIssue, RecordColumns?)
    /// The input cannot be read.
    case reading(ReadFailure)
    /// The settings do not fit the input.
    case settings(String)
  }

  /// A filter that writes to an output.
  public init(
    _ predicate: QueryPredicate, settings: FilterSettings = FilterSettings(), output: any ByteOutput,
    limits: PredicateLimits = .standard
  ) {
    self.predicate = predicate
    self.settings = settings
    self.limits = limits
    evaluator = ReferenceEvaluator(limits: limits)
    writer = RecordWriter(output)
    if settings.isCounting { writer.start(.lines) }
  }

  /// Whether no more records are needed.
  public var isFull: Bool {
    (explain == nil ? matchCount : explainedCount) >= settings.maximumCount ?? .max || writer.output.hasFailed
  }

  /// The keys of the predicate that no JSON object had so far. Each has the most similar key of the first object. A path into an object is included
  /// if such objects were read and all lack it.
  ///
  /// ```swift
  /// filter.unknownKeys.first?.name     // levle
  /// filter.unknownKeys.first?.nearest  // level
  /// ```
  public var unknownKeys: [(name: String, nearest: String?)] {
    (pathsNeverFound ?? []).map { path, names in
      func written(_ last: String) -> String { (path.dropLast() + [last]).joined(separator: ".") }
      let last = path.last ?? ""
      return (written(last), NearestSpelling.of(last, among: names).map(written))
    }
  }

  /// Filters one input. Several inputs can be filtered in turn. Without a format, the format is recognised from the first bytes.
  public func run(_ window: ByteWindow, format: RecordFormat? = nil) throws(Failure) {
    window.beforeWaiting = { [output = writer.output] in output.flush() }
    try Self.reading { () throws(ReadFailure) in try window.prepareLook() }
    switch format ?? RecordFormat(lookingAt: window.unread) {
    case .ndjson: try runJSON(LineFramer(), window)
    case .json: try runJSON(JSONFramer(), window)
    case .csv: try runSeparated(window, isTabbed: false)
    case .tsv: try runSeparated(window, isTabbed: true)
    }
  }

  /// Ends the array of JSON output, or writes the number of records if the settings ask for it.
  public func finish() {
    if explain != nil {
      // No record was passed on.
    } else if settings.isCounting {
      Array("\(matchCount)\n".utf8).withUnsafeBufferPointer { writer.output.write($0) }
    } else if settings.outputFormat == .json {
      writer.start(.array)
    }
    close()
  }

  /// Ends the output if filtering stops before all inputs are read.
  public func close() {
    writer.finish()
    writer.output.flush()
  }

  private var variables: QueryVariables { QueryVariables(settings.variables.map { ($0.name, $0.value) }) }

  private func bind(_ root: RootType, columns: RecordColumns? = nil) throws(Failure) -> BoundPredicate {
    do throws(PredicateIssue) {
      return try Binder.bind(
        predicate, to: root, variables: variables,
        options: BindingOptions(limits: limits))
    } catch {
      throw .predicate(error, columns)
    }
  }

  private static func reading<Result>(_ body: () throws(ReadFailure) -> Result) throws(Failure) -> Result {
    do throws(ReadFailure) {
      return try body()
    } catch {
      throw .reading(error)
    }
  }
}

extension RecordFilter {
  /// The explainer for records of a type; nil if explanations are not wanted.
  private func explainer(_ root: RootType) -> Explainer? {
    if explain == nil { return nil }
    return Explainer(predicate, root: root, variables: variables, options: BindingOptions(limits: limits))
  }

  private func tell(_ explanation: Explanation, line: Int) {
    switch explanation.holds {
    case true?: matchCount += settings.isInverted ? 0 : 1
    case false?: matchCount += settings.isInverted ? 1 : 0
    case nil: unansweredCount += 1
    }
    // An inverted filter explains only the records that do not fit. If it counts, it explains all records.
    if settings.isInverted, explanation.holds == true, !settings.isCounting { return }
    explainedCount += 1
    explain?(line, explanation)
  }
}

// Records of any kind.
extension RecordFilter {
  /// Evaluates records chunk by chunk. A chunk ends before the window reads more input, because the bytes would move. So no result waits for input.
  private func run(
    _ framer: inout some RecordFramer, _ window: ByteWindow, _ chunk: some RecordChunk, _ explainer: Explainer?
  ) throws(Failure) {
    window.beforeMoving = { [self] in
      decide(chunk, window)
      return !isFull
    }
    defer { window.beforeMoving = { true } }
    // The filter can only become full when a chunk is evaluated.
    while !(chunk.isEmpty && isFull) {
      let next = try Self.reading { () throws(ReadFailure) in try framer.next(in: window) }
      if chunk.isEmpty, isFull { return }
      if writer.form == nil, explainer == nil { writer.start(framer.hasArray ? .array : .lines) }
      switch next {
      case .end: return decide(chunk, window)
      case .broken(let issue): leaveOut(issue, behind: chunk, window)
      case .record(let bytes):
        do throws(RecordFault) {
          if let explainer {
            try explain(bytes, chunk, explainer, window)
          } else {
            try chunk.add(bytes)
            if chunk.isFull { decide(chunk, window) }
          }
        } catch {
          leaveOut(error.issue(line: window.line(of: bytes)), behind: chunk, window)
        }
      }
    }
  }

  /// Passes on the matching records of a chunk and reports faults, in order.
  private func decide(_ chunk: some RecordChunk, _ window: ByteWindow) {
    let isInverted = settings.isInverted
    chunk.decide { bytes, result in
      switch result {
      case .success(let holds) where holds != isInverted:
        accept(bytes, chunk)
        return !isFull
      case .success: break
      case .failure(let fault): leaveOut(fault.issue(line: window.line(of: bytes)))
      }
      return true
    }
  }

  /// Evaluates the records of a chunk, then reports an issue of the record after them.
  private func leaveOut(_ issue: RecordIssue, behind chunk: some RecordChunk, _ window: ByteWindow) {
    decide(chunk, window)
    if !isFull { leaveOut(issue) }
  }

  private func leaveOut(_ issue: RecordIssue) {
    issueCount += 1
    report(issue)
  }

  private func explain(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: some RecordChunk, _ explainer: Explainer, _ window: ByteWindow
  ) throws(RecordFault) {
    let explanation = explainer.explanation(of: try chunk.object(bytes), by: evaluator)
    if let fault = chunk.fault { throw fault }
    tell(explanation, line: window.line(of: bytes))
  }

  /// Passes on a record. Cells are written as JSON if that is the output format.
  private func accept(_ bytes: UnsafeBufferPointer<UInt8>, _ chunk: some RecordChunk) {
    matchCount += 1
    if settings.isCounting { return }
    if let separated = chunk as? SeparatedChunk, let format = settings.outputFormat, !format.isSeparated {
      Array(JSONWriter.text(of: separated.record.json).utf8).withUnsafeBufferPointer { writer.write($0) }
    } else {
      writer.write(bytes)
    }
  }
}

extension RecordFilter {
  private func runJSON(_ framer: some RecordFramer, _ window: ByteWindow) throws(Failure) {
    guard settings.columnTypes.isEmpty else {
      throw .settings("--types can be used only for CSV and TSV, because values in JSON already have types")
    }
    switch settings.outputFormat {
    case .csv, .tsv: throw .settings("records in JSON cannot be written as CSV or TSV")
    case .json where explain == nil: writer.start(.array)
    case .ndjson where explain == nil: writer.start(.compactLines)
    default: break
    }
    var framer = framer
    let chunk = JSONChunk(try bind(.dynamic), evaluator)
    defer {
      if chunk.record.hasLoaded {
        let never = chunk.record.pathsNeverFound
        pathsNeverFound =
          pathsNeverFound?.filter { known in
            never.contains { $0.path.elementsEqual(known.path) { $0.hasSameScalars(as: $1) } }
          } ?? never
      }
    }
    try run(&framer, window, chunk, explainer(.dynamic))
  }
}

// Separated values.
extension RecordFilter {
  private func runSeparated(_ window: ByteWindow, isTabbed: Bool) throws(Failure) {
    guard var table = try Self.reading({ () throws(ReadFailure) in try SeparatedTable(window, isTabbed: isTabbed) })
    else { return }
    do throws(SeparatedTable.UnknownColumn) {
      try table.setTypes(settings.columnTypes)
    } catch {
      throw .settings(error.message)
    }
    let root = RootType.entity(RecordColumns.entityName, table.columns)
    let chunk = SeparatedChunk(try bind(root, columns: table.columns), table, evaluator)
    let explainer = explainer(root)
    if !settings.isCounting, explainer == nil { try startSeparated(table.heading) }
    try run(&table.framer, window, chunk, explainer)
  }

  private func startSeparated(_ heading: [UInt8]) throws(Failure) {
    switch settings.outputFormat {
    case .json: writer.start(.array)
    case .ndjson: writer.start(.compactLines)
    case .csv, .tsv, nil:
      if writer.form == .array { throw .settings("records in CSV or TSV cannot be inside a JSON array") }
      writer.start(.lines)
      heading.withUnsafeBufferPointer { writer.write(heading: $0) }
    }
  }
}

/// Settings for filtering records.
public struct FilterSettings: Sendable {
  /// Whether to pass on the records that do not fit the predicate.
  public var isInverted = false
  /// Whether to write only the number of records.
  public var isCounting = false
  /// The most records to pass on.
  public var maximumCount: Int?
  /// The output format, if it differs from the input's: ndjson or json.
  public var outputFormat: RecordFormat?
  /// The types of columns by name, for columns whose types are not guessed.
  public var columnTypes: [(name: String, type: ColumnType)] = []
  /// The values of the predicate's variables.
  public var variables: [(name: String, value: QueryValue)] = []

  /// The defaults: every record that fits the predicate, unchanged.
  public init() {}
}
