import CLibEdit
import Foundation
import PredicateStatements
import PredicateSyntax

/// Reads lines from a terminal, with editing and history by libedit. No other file of this package uses libedit.
///
/// There must be only one editor at a time, on the standard streams, used from one thread.
final class LineEditor: LineSource {
  private let editor: OpaquePointer
  private let entries: OpaquePointer
  private let context = EditorContext()
  private(set) var history: StatementHistory

  /// The mark around the parts of a prompt that take no columns on the screen, such as escape sequences.
  private static let literalMark: UInt8 = 1

  /// An editor with the statements of a history. The keys are those of emacs, unless `.editrc` changes them. Nil if libedit cannot use the terminal.
  ///
  /// - Parameter programName: The name by which lines of `.editrc` can be limited to this program.
  init?(programName: String, history: StatementHistory, style: TextStyle) {
    guard let editor = editor_init(programName) else { return nil }
    guard let entries = history_init() else {
      el_end(editor)
      return nil
    }
    self.editor = editor
    self.entries = entries
    self.history = history
    context.style = style
    _ = editor_set_client_data(editor, Unmanaged.passUnretained(context).toOpaque())
    _ = editor_set_prompt(editor, LineEditor.prompt, CChar(bitPattern: LineEditor.literalMark))
    _ = editor_set_number(editor, EL_SIGNAL, 1)
    prepareHistory()
    bindKeys()
  }

  deinit {
    // Restores the terminal's former settings.
    el_end(editor)
    history_end(entries)
  }

  /// Reads the next typed line, without its line end.
  func nextLine(prompt: ShellPrompt) -> LineReading {
    context.set(prompt)
    context.wasInterrupted = false
    if case .statement = prompt { context.earlierLines = "" }
    if !prompt.isQuestion, let line = context.pasted.takeLine() {
      Self.write(prompt.text + CellText.escaped(line) + "\n")
      context.earlierLines += line + "\n"
      return .line(line)
    }
    let draft = prompt.isQuestion ? "" : context.pasted.takeDraft()
    if !draft.isEmpty { el_push(editor, draft) }
    let completion = context.completion
    if prompt.isQuestion {
      // Input before the question is discarded, because it cannot be an answer to the question.
      tcflush(STDIN_FILENO, TCIFLUSH)
      context.completion = nil
    }
    defer { context.completion = completion }
    // While a line is edited, the terminal marks pasted text.
    let marksPastes = context.marksPastes && !prompt.isQuestion
    if marksPastes { Self.write(Self.marksPastes) }
    defer { if marksPastes { Self.write(Self.marksNoPastes) } }
    // libedit prepares the terminal itself after the prompt. Otherwise characters that are typed earlier would be shown twice.
    _ = editor_set_number(editor, EL_PREP_TERM, 1)
    var count: CInt = 0
    errno = 0
    let text = el_gets(editor, &count)
    if context.wasInterrupted {
      context.pasted = PastedText()
      return .interrupted
    }
    guard let text, count > 0 else {
      // A signal from another process ends the reading like Ctrl-C, not like the end of the input.
      if count < 0, errno == EINTR { return .interrupted }
      // A line end is printed, because Ctrl-D leaves the cursor after the prompt.
      print(terminator: "\n")
      return .end
    }
    var bytes = UnsafeBufferPointer(start: text, count: Int(count)).map { UInt8(bitPattern: $0) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let line = String(decoding: bytes, as: UTF8.self)
    context.earlierLines += line + "\n"
    return .line(line)
  }

  /// The next line of a pasted text; nil if there is none.
  func waitingLine() -> String? { context.pasted.next }

  /// Finds candidates for a statement that ends at the cursor; nil without completion.
  var completion: ((String) -> Completion)? {
    get { context.completion }
    set { context.completion = newValue }
  }

  /// Adds a statement to the history as one entry, even if it has several lines.
  func remember(_ statement: String) {
    let before = history.entries.count
    guard history.add(statement) else { return }
    if history.entries.count == before + 1 {
      _ = editor_history_text(entries, H_ENTER, statement)
    } else {
      // An older entry with the same text was removed. libedit can only drop the last entry, so its history is filled again.
      refillHistory()
    }
  }

  private func prepareHistory() {
    _ = editor_history_number(entries, H_SETSIZE, CInt(history.capacity))
    _ = editor_history_number(entries, H_SETUNIQUE, 1)
    refillHistory()
    _ = editor_set_history(editor, entries)
  }

  private func refillHistory() {
    _ = editor_history(entries, H_CLEAR)
    for entry in history.entries { _ = editor_history_text(entries, H_ENTER, entry) }
  }

  private func bindKeys() {
    _ = editor_set_text(editor, EL_EDITOR, "emacs")
    for (key, function) in Self.comfortableKeys { _ = editor_bind(editor, key, function) }
    el_source(editor, nil)
    // While a line is edited, Ctrl-C is an ordinary key that drops the line, whatever .editrc contains.
    _ = editor_set_terminal_mode(editor, "-isig")
    bind("^C", to: "predicate-drop-line", "Drops the line", LineEditor.dropLine)
    bind(Self.finishingKey, to: "predicate-finish-drop", "Leaves the dropped line", LineEditor.finishDrop)
    bind("^Z", to: "predicate-suspend", "Suspends the program", LineEditor.suspend)
    // Pasted text is marked only with the keys of emacs. With those of vi, Escape is a key itself, and the mark begins with Escape.
    if editor_uses_emacs_keys(editor) != 0 {
      _ = editor_add_function(editor, "predicate-paste", "Takes what is pasted", LineEditor.paste)
      context.marksPastes = editor_bind(editor, Self.pasteBegins, "predicate-paste") == 0
    }
    _ = editor_add_function(editor, "predicate-complete", "Completes what is typed", LineEditor.complete)
    _ = editor_bind(editor, "^I", "predicate-complete")
  }

  private func bind(_ key: String, to name: String, _ help: String, _ function: editor_key_function) {
    _ = editor_add_function(editor, name, help, function)
    _ = editor_bind(editor, key, name)
    _ = editor_bind_alternative(editor, key, name)
  }

  /// Tab: inserts the common prefix of all candidates. If it is not longer than the typed text, the candidates are shown.
  private static let complete: editor_key_function = { editor, _ in
    guard let editor, let context = EditorContext.of(editor), let line = el_line(editor)?.pointee,
      let buffer = line.buffer, let cursor = line.cursor
    else { return UInt8(CC_ERROR) }
    let typedBytes = UnsafeRawBufferPointer(start: buffer, count: cursor - buffer)
    let text = context.earlierLines + String(decoding: typedBytes, as: UTF8.self)
    guard let completion = context.completion?(text), !completion.candidates.isEmpty else { return UInt8(CC_ERROR) }
    let typed = String(decoding: Array(text.utf8)[completion.range], as: UTF8.self)
    if let insertion = completion.insertion(typed: typed) {
      el_deletestr(editor, CInt(typed.unicodeScalars.count))
      return el_insertstr(editor, insertion) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
    }
    let environment = ProcessInfo.processInfo.environment
    let columns = CandidateColumns(
      style: context.style, width: TerminalFacts.width(of: STDOUT_FILENO, environment: environment))
    write("\n" + columns.text(of: completion.candidates, isCut: completion.isCut))
    return UInt8(CC_REDISPLAY)
  }

  /// Keys that people expect and libedit does not bind.
  private static let comfortableKeys = [
    ("^R", "em-inc-search-prev"), ("^S", "em-inc-search-next"), ("^W", "ed-delete-prev-word"),
    ("\\e[3~", "ed-delete-next-char"), ("\\e[1~", "ed-move-to-beg"), ("\\e[4~", "ed-move-to-end"),
    ("\\e[H", "ed-move-to-beg"), ("\\e[F", "ed-move-to-end"),
    ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ("\\e[1;3C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
  ]

  private static let prompt: editor_prompt_function = { editor in
    EditorContext.of(editor)?.prompt
  }

  /// Ctrl-C: moves the cursor after the last character, so that the next output does not overwrite the line. Only libedit can move the cursor, and it
  /// does so between two keys. So the rest of the work is bound to a second key, which is pushed as input.
  private static let dropLine: editor_key_function = { editor, _ in
    guard let editor, let context = EditorContext.of(editor) else { return UInt8(CC_ERROR) }
    context.wasInterrupted = true
    if let line = el_wline(editor)?.pointee, let cursor = line.cursor, let last = line.lastchar {
      el_cursor(editor, CInt(last - cursor))
    }
    el_push(editor, finishingKey)
    return UInt8(CC_CURSOR)
  }

  private static let finishingKey = "\u{1E}"

  private static let finishDrop: editor_key_function = { editor, _ in
    // If a user types this second key, it does nothing.
    guard let context = EditorContext.of(editor), context.wasInterrupted else { return UInt8(CC_ERROR) }
    write("^C\n")
    return UInt8(CC_EOF)
  }

  // The control sequences for terminals that can mark pasted text.
  private static let marksPastes = "\u{1B}[?2004h"
  private static let marksNoPastes = "\u{1B}[?2004l"
  private static let pasteBegins = "\\e[200~"
  private static let pasteEnds = Array("\u{1B}[201~".unicodeScalars)

  /// Inserts the pasted text up to its first line end. The following lines are kept and read as if they were typed.
  private static let paste: editor_key_function = { editor, _ in
    guard let editor, let context = EditorContext.of(editor) else { return UInt8(CC_ERROR) }
    var scalars: [Unicode.Scalar] = []
    var character: wchar_t = 0
    while scalars.suffix(pasteEnds.count) != pasteEnds[...] {
      guard el_wgetc(editor, &character) == 1 else { return UInt8(CC_EOF) }
      scalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    context.pasted = PastedText(String(String.UnicodeScalarView(scalars.dropLast(pasteEnds.count))))
    guard let first = context.pasted.takeLine() else {
      return el_insertstr(editor, context.pasted.takeDraft()) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
    }
    _ = el_insertstr(editor, first)
    // Acts as the Return key: the editor returns the line.
    el_push(editor, "\n")
    return UInt8(CC_REFRESH)
  }

  private static let suspend: editor_key_function = { _, _ in
    // On SIGTSTP, libedit's handler restores the terminal, stops the process, and prepares the terminal again when the process continues.
    kill(getpid(), SIGTSTP)
    return UInt8(CC_REDISPLAY)
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.write(STDOUT_FILENO, bytes, bytes.count)
  }
}

/// The state that libedit's callbacks use.
private final class EditorContext {
  var wasInterrupted = false
  /// Whether the terminal marks pasted text.
  var marksPastes = false
  /// Pasted text that has not been read yet.
  var pasted = PastedText()
  /// The earlier lines of the same statement.
  var earlierLines = ""
  var completion: ((String) -> Completion)?
  var style = TextStyle.plain
  /// The prompt as a C string, which must stay valid for libedit.
  private(set) var prompt: UnsafeMutablePointer<CChar>?

  deinit { free(prompt) }

  func set(_ prompt: ShellPrompt) {
    let mark = "\u{1}"
    let parts = prompt.parts
    let name = style.name(parts.name)
    var text = parts.rest
    if name == parts.name {
      text = name + text
    } else if let start = name.range(of: parts.name) {
      text = mark + name[..<start.lowerBound] + mark + parts.name + mark + name[start.upperBound...] + mark + text
    }
    free(self.prompt)
    self.prompt = strdup(text)
  }

  static func of(_ editor: OpaquePointer?) -> EditorContext? {
    guard let editor, let data = editor_client_data(editor) else { return nil }
    return Unmanaged<EditorContext>.fromOpaque(data).takeUnretainedValue()
  }
}
