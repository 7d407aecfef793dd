import PredicateDocuments
import PredicateSyntax

/// The commands of a shell script, as words: enough of the syntax to find an option and its argument.
struct ShellScript {
  /// The greatest nesting of scripts: a command in `$(…)` in a here-document.
  private static let depthLimit = 8

  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private var commands: [ShellCommand] = []
  private var command = ShellCommand()
  private var word: ShellWord?
  /// Whether the next word is the file of a redirection.
  private var isTarget = false
  private var terminators: [(word: [UInt8], isExpanded: Bool)] = []
  /// The offset of the first byte of the current line.
  private var lineStart: Int
  /// The ranges of the file that are inner scripts.
  private var inner: [Range<Int>] = []
  /// The range of the lines of each here-document.
  private var hereDocuments: [HereDocument] = []
  private var isOpen = false

  /// The commands of a script, including those in `$(…)`, back quotes and here-documents. Linear.
  static func commands(in bytes: [UInt8]) -> [ShellCommand] { read(bytes).commands }

  /// The commands of a script, and the ranges of its here-documents. Linear.
  static func read(_ bytes: [UInt8]) -> (commands: [ShellCommand], hereDocuments: [HereDocument]) {
    var found: [ShellCommand] = []
    var documents: [HereDocument] = []
    var waiting = [bytes.indices]
    for _ in 0..<depthLimit where !waiting.isEmpty {
      var inner: [Range<Int>] = []
      for range in waiting {
        var script = ShellScript(bytes, range)
        script.run()
        // A here-document with an open quote is not a script, so it is skipped.
        if script.isOpen, range != bytes.indices { continue }
        found += script.commands
        documents += script.hereDocuments
        inner += script.inner
      }
      waiting = inner
    }
    return (found, documents)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    end = range.upperBound
    position = range.lowerBound
    lineStart = range.lowerBound
  }

  private mutating func run() {
    while position < end {
      switch bytes[position] {
      case 0x0A:
        if command.isArray { endWord() } else { endCommand() }
        position += 1
        readHereDocuments()
        lineStart = position
      case UInt8(ascii: "(") where word?.text.text.hasSuffix("=") == true:
        command.words = []
        // name=(…) and name+=(…)
        let name = (word?.text.text ?? "").dropLast()
        command.array = String(name.prefix { $0 != "+" })
        command.isAppended = name.hasSuffix("+")
        word = nil
        position += 1
      case UInt8(ascii: "&") where bytes[position..<end].starts(with: "&>".utf8):
        endWord()
        position += 1
      case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"):
        endCommand()
        position += 1
      case 0x20, 0x09, 0x0D:
        endWord()
        position += 1
      case UInt8(ascii: "#") where word == nil: skipLine()
      case UInt8(ascii: "<") where bytes[position..<end].starts(with: "<<".utf8): hereDocument()
      case UInt8(ascii: ">") where isPrompt: position += 1
      case UInt8(ascii: "<"), UInt8(ascii: ">"): redirection()
      case UInt8(ascii: "'") where isPossessive: take(position..<position + 1)
      case UInt8(ascii: "'"): singleQuoted()
      case UInt8(ascii: "\""): doubleQuoted()
      case UInt8(ascii: "\\"): backslash()
      case UInt8(ascii: "$") where bytes[position..<end].starts(with: "$'".utf8): escapedText()
      case UInt8(ascii: "$"), UInt8(ascii: "`"): expansion()
      default: take(position..<position + 1)
      }
    }
    endCommand()
  }

  /// Whether the apostrophe here is a part of AppleScript: `current application's NSPredicate`, `theArray's filter`. Otherwise an apostrophe after a
  /// name begins a text if the same line closes it, or if the name is an option: `git commit -m's …`.
  private var isPossessive: Bool {
    guard bytes[position..<end].starts(with: "'s ".utf8) else { return false }
    if bytes[..<position].suffix(19).elementsEqual("current application".utf8) { return true }
    let owner = bytes[..<position].reversed().prefix(while: NameByte.isPart)
    guard !owner.isEmpty, owner.count < position, bytes[position - owner.count - 1] == 0x20 else { return false }
    return !bytes[(position + 1)..<end].prefix { $0 != 0x0A }.contains(UInt8(ascii: "'"))
  }

  /// Whether the sign here is the prompt of a page: `> log show`.
  private var isPrompt: Bool {
    command.words.isEmpty && word == nil && position + 1 < end && bytes[position + 1] == UInt8(ascii: " ")
  }

  private mutating func endWord() {
    if let word {
      if !isTarget { command.words.append(word) }
      isTarget = false
    }
    word = nil
  }

  private mutating func endCommand() {
    endWord()
    if !command.words.isEmpty { commands.append(command) }
    command = ShellCommand()
    isTarget = false
  }

  /// Reads the sign of a redirection: `>`, `2>>`, `<`, `>&`. The next word is a file and no argument of the command. The gap `<name>` of a page is a
  /// word.
  private mutating func redirection() {
    let name = bytes[(position + 1)..<end].prefix { NameByte.isPart($0) || $0 == UInt8(ascii: "-") }
    if bytes[position] == UInt8(ascii: "<"), !name.isEmpty, name.endIndex < end,
      bytes[name.endIndex] == UInt8(ascii: ">")
    {
      return take(position..<name.endIndex + 1)
    }
    // The number of a stream: 2>/dev/null
    if let text = word?.text.text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { word = nil }
    endWord()
    command.redirects = true
    isTarget = true
    position += 1
    while position < end, ">&|".utf8.contains(bytes[position]) { position += 1 }
    while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
  }

  private mutating func skipLine() {
    while position < end, bytes[position] != 0x0A { position += 1 }
  }

  private mutating func take(_ range: Range<Int>) {
    var current = word ?? ShellWord()
    var upper = range.upperBound
    // The bytes of one character are kept together.
    while upper < end, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
    current.text.append(bytes[range.lowerBound..<upper])
    word = current
    position = upper
  }

  private mutating func singleQuoted() {
    var current = word ?? ShellWord()
    let start = position + 1
    let close = bytes[start..<max(start, end)].firstIndex(of: UInt8(ascii: "'"))
    if close == nil { isOpen = true }
    current.text.append(bytes[start..<max(start, close ?? end)])
    word = current
    position = min((close ?? end) + 1, end)
    noteOpenQuote(from: start, isClosed: close != nil)
  }

  /// Reads `$'…'`, a text with the escapes of C.
  private mutating func escapedText() {
    word = word ?? ShellWord()
    position += 2
    while position < end, bytes[position] != UInt8(ascii: "'") {
      guard bytes[position] == UInt8(ascii: "\\"), position + 1 < end else {
        take(position..<position + 1)
        continue
      }
      let letter = bytes[position + 1]
      // Bash keeps the backslash before any other letter.
      if let meaning = EscapeLetter.meaning(letter, among: "ntr\\'\"") {
        word?.text.append(meaning, from: position..<position + 2)
        position += 2
      } else {
        take(position..<position + 2)
      }
    }
    if position >= end { isOpen = true }
    position = min(position + 1, end)
  }

  private mutating func doubleQuoted() {
    loseQuote(before: position)
    word = word ?? ShellWord()
    position += 1
    let first = position
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        guard position + 1 < end else {
          take(position..<position + 1)
          continue
        }
        if bytes[position + 1] == 0x0A {
          position += 2
        } else if "\"\\$`".utf8.contains(bytes[position + 1]) {
          word?.text.append(String(decoding: [bytes[position + 1]], as: UTF8.self), from: position..<position + 2)
          position += 2
        } else {
          take(position..<position + 1)
        }
      case UInt8(ascii: "$"), UInt8(ascii: "`"): expansion()
      default: take(position..<position + 1)
      }
    }
    let isClosed = position < end
    if !isClosed { isOpen = true }
    position = min(position + 1, end)
    noteOpenQuote(from: first, isClosed: isClosed)
    if position < end, !" \t\n;|&()\"'".utf8.contains(bytes[position]) { loseQuote(before: nil) }
  }

  /// Records a quote that is not closed. If a text of several lines is directly followed by a letter, its last quote may belong to another text. Then
  /// the number of the remaining quotes is odd, and the word counts as open, too.
  private mutating func noteOpenQuote(from start: Int, isClosed: Bool) {
    let continues = position < end && NameByte.isPart(bytes[position]) && bytes[start..<position].contains(0x0A)
    let isOdd = continues && !bytes[position..<end].count { $0 == bytes[position - 1] }.isMultiple(of: 2)
    if !isClosed || isOdd { word?.isOpen = true }
  }

  /// Records that the shell removes a double quote inside of a word.
  private mutating func loseQuote(before place: Int?) {
    guard let text = word?.text.text, place == nil || !text.hasSuffix("=") else { return }
    word?.lostQuotes.insert(text.utf8.count)
  }

  private mutating func backslash() {
    guard position + 1 < end else {
      position += 1
      return
    }
    if bytes[position + 1] == 0x0A {
      position += 2
      return
    }
    word = word ?? ShellWord()
    word?.text.append(String(decoding: [bytes[position + 1]], as: UTF8.self), from: position..<position + 2)
    position += 2
  }

  /// Reads `$name`, `${name}`, `$@`, `$(command)`, or a command in back quotes.
  private mutating func expansion() {
    let start = position
    var close = position + 1
    var name = ""
    if bytes[start] == UInt8(ascii: "`") {
      close = (bytes[close..<end].firstIndex(of: UInt8(ascii: "`")) ?? end - 1) + 1
      if close - start > 2 { inner.append(start + 1..<close - 1) }
    } else if close < end, bytes[close] == UInt8(ascii: "(") || bytes[close] == UInt8(ascii: "{") {
      let isCommand = bytes[close] == UInt8(ascii: "(")
      close = closing(close)
      if isCommand, close - start > 3 { inner.append(start + 2..<close - 1) }
      if !isCommand, close - start > 3 {
        name = String(decoding: bytes[start + 2..<close - 1], as: UTF8.self)
        // ${(f)"$(mdfind '…')"} of zsh
        if let command = bytes.offset(of: Array("$(".utf8), from: start + 2, to: close - 1) {
          let end = min(closing(command + 1), close)
          if end - command > 3 { inner.append(command + 2..<end - 1) }
        }
      }
    } else {
      if close < end, "@*#?!$".utf8.contains(bytes[close]) {
        close += 1
      } else {
        while close < end, ByteClass.isWord(bytes[close]) { close += 1 }
      }
      name = String(decoding: bytes[start + 1..<close], as: UTF8.self)
    }
    var current = word ?? ShellWord()
    let offset = current.text.text.utf8.count
    current.text.append(bytes[start..<close])
    if close > start + 1 { current.expansions.append(.init(range: offset..<current.text.text.utf8.count, name: name)) }
    word = current
    position = close
  }

  /// The offset after the bracket that closes an open one. A bracket in single quotes counts as text.
  private func closing(_ open: Int) -> Int {
    let close = UInt8(ascii: bytes[open] == UInt8(ascii: "(") ? ")" : "}")
    var depth = 0
    var isText = false
    for index in open..<end {
      if bytes[index] == UInt8(ascii: "'"), close == UInt8(ascii: ")") { isText.toggle() }
      if isText { continue }
      if bytes[index] == bytes[open] { depth += 1 }
      if bytes[index] == close {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return end
  }

  /// Reads `<<WORD`: the next lines, up to the word, are a here-document.
  private mutating func hereDocument() {
    endWord()
    position += 2
    if position < end, bytes[position] == UInt8(ascii: "<") {
      position += 1
      return
    }
    if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
    while position < end, bytes[position] == 0x20 { position += 1 }
    let start = position
    while position < end, !" \n;|&)>".utf8.contains(bytes[position]) { position += 1 }
    let terminator = bytes[start..<position].filter { !"'\"\\".utf8.contains($0) }
    if !terminator.isEmpty { terminators.append((terminator, terminator.count == position - start)) }
  }

  /// Reads the lines of here-documents. The input of `cat` is output for people. The input of another command, or the content of a file, may be a
  /// script.
  private mutating func readHereDocuments() {
    if terminators.isEmpty { return }
    let line = bytes[lineStart..<max(lineStart, position - 1)]
    let isShown =
      line.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "cat ".utf8) && !line.contains(UInt8(ascii: ">"))
      && !line.contains(UInt8(ascii: "|"))
    for (terminator, isExpanded) in terminators {
      let first = position
      var last = position
      while position < end {
        let start = position
        skipLine()
        last = start
        let line = bytes[start..<position].drop { $0 == 0x09 }
        position = min(position + 1, end)
        if line.elementsEqual(terminator) { break }
        last = position
      }
      if last > first { hereDocuments.append(HereDocument(range: first..<last, isExpanded: isExpanded)) }
      if !isShown, last > first { inner.append(first..<last) }
    }
    terminators = []
  }
}
