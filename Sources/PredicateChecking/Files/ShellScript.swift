/// The commands of a shell script, as words: enough of the syntax to find an option and its argument.
struct ShellScript {
  private let bytes: [UInt8]
  private var position = 0
  private var commands: [[ShellWord]] = []
  private var command: [ShellWord] = []
  private var word: ShellWord?
  private var terminators: [[UInt8]] = []

  /// The commands of a script, each with its words.
  static func commands(in bytes: [UInt8]) -> [[ShellWord]] {
    var script = ShellScript(bytes)
    script.run()
    return script.commands
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x0A:
        endCommand()
        position += 1
        skipHereDocuments()
      case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"):
        endCommand()
        position += 1
      case 0x20, 0x09, 0x0D:
        endWord()
        position += 1
      case UInt8(ascii: "#") where word == nil: skipLine()
      case UInt8(ascii: "<") where bytes[position...].starts(with: "<<".utf8): hereDocument()
      case UInt8(ascii: "'"): singleQuoted()
      case UInt8(ascii: "\""): doubleQuoted()
      case UInt8(ascii: "\\"): backslash()
      case UInt8(ascii: "$"), UInt8(ascii: "`"): expansion()
      default: take(position..<position + 1)
      }
    }
    endCommand()
  }

  private mutating func endWord() {
    if let word { command.append(word) }
    word = nil
  }

  private mutating func endCommand() {
    endWord()
    if !command.isEmpty { commands.append(command) }
    command = []
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  private mutating func take(_ range: Range<Int>) {
    var current = word ?? ShellWord()
    var end = range.upperBound
    // Bytes of one character stay together.
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    current.text.append(bytes[range.lowerBound..<end])
    word = current
    position = end
  }

  private mutating func singleQuoted() {
    var current = word ?? ShellWord()
    current.isQuoted = true
    let start = position + 1
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "'")) ?? bytes.count
    current.text.append(bytes[start..<end])
    word = current
    position = min(end + 1, bytes.count)
  }

  private mutating func doubleQuoted() {
    word = word ?? ShellWord()
    word?.isQuoted = true
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        guard position + 1 < bytes.count else {
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
    position = min(position + 1, bytes.count)
  }

  private mutating func backslash() {
    guard position + 1 < bytes.count else {
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

  /// `$name`, `${name}`, `$(command)`, a command in back quotes.
  private mutating func expansion() {
    let start = position
    var end = position + 1
    var name = ""
    if bytes[start] == UInt8(ascii: "`") {
      end = (bytes[end...].firstIndex(of: UInt8(ascii: "`")) ?? bytes.count - 1) + 1
    } else if end < bytes.count, bytes[end] == UInt8(ascii: "(") || bytes[end] == UInt8(ascii: "{") {
      end = closing(end)
    } else {
      while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
      name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    }
    var current = word ?? ShellWord()
    let offset = current.text.text.utf8.count
    current.text.append(bytes[start..<end])
    if end > start + 1 { current.expansions.append(.init(range: offset..<current.text.text.utf8.count, name: name)) }
    word = current
    position = end
  }

  private func closing(_ open: Int) -> Int {
    let close = UInt8(ascii: bytes[open] == UInt8(ascii: "(") ? ")" : "}")
    var depth = 0
    for index in open..<bytes.count {
      if bytes[index] == bytes[open] { depth += 1 }
      if bytes[index] == close {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return bytes.count
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// `<<WORD`: the lines behind this one are no commands, up to the word.
  private mutating func hereDocument() {
    endWord()
    position += 2
    if position < bytes.count, bytes[position] == UInt8(ascii: "<") {
      position += 1
      return
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    while position < bytes.count, bytes[position] == 0x20 { position += 1 }
    let start = position
    while position < bytes.count, !" \n;|&)".utf8.contains(bytes[position]) { position += 1 }
    let terminator = bytes[start..<position].filter { !"'\"\\".utf8.contains($0) }
    if !terminator.isEmpty { terminators.append(terminator) }
  }

  private mutating func skipHereDocuments() {
    for terminator in terminators {
      while position < bytes.count {
        let start = position
        skipLine()
        let line = bytes[start..<position].drop { $0 == 0x09 }
        position = min(position + 1, bytes.count)
        if line.elementsEqual(terminator) { break }
      }
    }
    terminators = []
  }
}
