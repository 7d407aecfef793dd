import PredicateDocuments
import PredicateSyntax

/// A predicate in a line of a page whose closing quote is missing.
enum UnclosedPredicate {
  /// Whether a text begins with a comparison of a name with a text in quotes: `subsystem == "a.b" --info`.
  static func begins(_ text: Substring) -> Bool { text.contains(/^\(?\w+\s*(?:[=!<>]=|\w+(?:\[\w+\])?)\s*"/) }
}

/// The predicates that a shell script passes to commands: `log show --predicate '…'`, `mdfind '…'`.
struct ShellPredicates {
  let commands: [ShellCommand]
  let profile: UseProfile
  /// The text of the script; empty for words that are not read from a script.
  private let script: [UInt8]
  /// The names of the places' commands that the script redefines as functions.
  let hidden: Set<String>
  /// The texts that the script assigns to its variables.
  let assigned: [String: [ShellWord]]
  /// The variables whose values may have their own quotes.
  let quotedNames: Set<String>
  /// The elements of each array, for each time that the script fills it.
  private let arrays: [String: [[ShellWord]]]
  private let consumerWords: ConsumerWords

  /// Commands that take a script as an argument; `script` is the last word of `do shell script "…"` in AppleScript.
  private static let shells: Set<String> = ["sh", "bash", "zsh", "dash", "ksh", "ssh", "su", "eval", "script"]
  /// Commands that print a text, which may contain a command for the user.
  static let printers: Set<String> = ["echo", "print", "printf"]
  /// Subcommands that take a predicate: `log show`.
  static let subcommands: Set<String> = ["show", "stream"]
  /// Words before a command that are not its name.
  static let openings: Set<String> = ["{", "then", "do", "else", "!", "if", "elif", "while", "until"]
  /// Programs that take the name of a command as an argument and do not run it: `which mdfind`, `brew install mdfind`.
  static let otherReaders: Set<String> = [
    "[", "[[", "alias", "apropos", "apt", "apt-get", "brew", "dnf", "export", "grep", "hash", "killall", "local", "man",
    "npm", "pgrep", "pip", "pip3", "pkill", "port", "readonly", "test", "tldr", "type", "unalias", "unset", "whatis",
    "whence", "where", "whereis", "which", "yum",
  ]
  /// Programs whose subcommand may have the name of a place: `git log`.
  private static let otherPrograms: Set<String> = [
    "git", "hg", "svn", "jj", "bzr", "docker", "podman", "kubectl", "heroku",
  ]
  /// The greatest nesting of scripts in arguments: `ssh host "sudo sh -c '…'"`.
  private static let depthLimit = 4

  /// The predicates at places such as `log --predicate` and `mdfind`.
  ///
  /// A predicate may be in a variable, in an array of words, in `$(…)`, in an argument that another shell runs, and in a here-document that becomes a
  /// script.
  static func find(in bytes: [UInt8], at places: [String], profile: UseProfile) -> [FoundPredicate] {
    find(in: bytes, at: places, profile: profile, depth: 0)
  }

  /// The predicates in the words of a command that does not run in a shell: `["log", "stream", "--predicate", "…"]`.
  static func find(inWords words: [MappedText], at places: [String], profile: UseProfile) -> [FoundPredicate] {
    let command = ShellCommand(words: words.map { ShellWord(text: $0) })
    let script = ShellPredicates([command], profile)
    return places.flatMap { script.words(at: $0) }.map { script.predicate($0) }
  }

  /// The predicates of a literal that is a command, `"log show --predicate '…'"`; nil for another literal. The program may insert values.
  static func find(in literal: SourceLiteral, at places: [String], profile: UseProfile) -> [FoundPredicate]? {
    guard isCommand(literal.text.text, of: places) else { return nil }
    // Without an operator it is a word of a text for people: “log show --predicate filter”.
    return find(in: Array(literal.text.text.utf8), at: places, profile: profile).map {
      $0.placed(in: literal.text, replaced: literal.interpolations.map(\.range)).withoutElisions
    }.filter { !$0.replaced.isEmpty || $0.text.text.utf8.contains { " =<>!".utf8.contains($0) } }
  }

  /// Whether a text without a first line `#!` calls a command at one of the places: the step of a CI host.
  static func isCommand(_ text: String, of places: [String]) -> Bool {
    places.contains { place in
      let parts = place.split(separator: " ")
      if parts.count == 1 { return text.contains("\(place) ") && isQuery(text) }
      guard parts.count == 2, let option = parts.last else { return false }
      return text.contains(option) && (text.contains("\(parts[0]) show ") || text.contains("\(parts[0]) stream "))
    }
  }

  /// Whether the predicate of a command in prose is in quotes. Without quotes the next word may be prose: “log show --predicate is slow”.
  static func hasQuotedPredicate(in text: String, orOpen: Bool = false) -> Bool {
    guard let option = text.firstRange(of: "--predicate") else { return !text.contains("--") }
    let rest = text[option.upperBound...].drop { " =\\\r\n".contains($0) }
    guard let quote = rest.first, quote == "'" || quote == "\"" else { return false }
    let count = rest.filter { $0 == quote }.count
    // The closing quote is missing. An apostrophe of prose comes after a predicate with both quotes.
    if orOpen, count == 1, rest.hasPrefix("\(quote)") {
      return ["log show ", "log stream "].contains(where: text.hasPrefix) && UnclosedPredicate.begins(rest.dropFirst())
    }
    return count.isMultiple(of: 2)
  }

  /// Whether a text contains an attribute of Spotlight or a function of its queries.
  static func isQuery(_ text: String) -> Bool { text.contains("kMD") || text.contains("InRange(") }

  private static func find(
    in bytes: [UInt8], at places: [String], profile: UseProfile, depth: Int
  ) -> [FoundPredicate] {
    let names = Set(places.compactMap { $0.split(separator: " ").first.map(String.init) })
    let hidden = names.filter { name in
      ["\n\(name)()", "\n\(name) ()", "function \(name)"].contains { bytes.holds($0.utf8) }
    }
    let script = ShellPredicates(ShellScript.commands(in: bytes), profile, script: bytes, hidden: hidden)
    let found = script.predicates(at: places)
    guard depth < depthLimit else { return found }
    return found + script.helpLines(at: places)
      + script.innerScripts.flatMap { script.inner($0, at: places, depth) }
      + (script.shownCommands(at: places) + script.assignedCommands(at: places))
      .flatMap { script.inner($0, at: places, depth) }
      .map(\.withoutElisions)
  }

  /// The predicates in an argument that is a script. This script replaces its own variables before: `ssh host "log stream --predicate '$FILTER'"`.
  private func inner(_ word: ShellWord, at places: [String], _ depth: Int) -> [FoundPredicate] {
    Self.find(in: Array(word.text.text.utf8), at: places, profile: profile, depth: depth + 1).flatMap { found in
      let place = found.text.place(of: 0..<found.text.text.utf8.count)
      if word.expansions.contains(where: { $0.range == place }) {
        let variable = word.prefix(place.upperBound).dropFirst(place.lowerBound)
        var seen: Set<String> = []
        return values(of: variable, &seen).map { predicate($0) }
      }
      return [found.placed(in: word.text, replaced: word.expansions.map(\.range), lostQuotes: word.lostQuotes)]
    }
  }

  /// The arguments of shells that contain spaces: `bash -c '…'`.
  private var innerScripts: [ShellWord] {
    commands.flatMap { command in
      let shell = command.words.firstIndex {
        $0.text.text.split(separator: "/").last.map { Self.shells.contains(String($0)) } ?? false
      }
      return command.words.dropFirst((shell ?? command.words.count) + 1).filter { $0.text.text.contains(" ") }
    }
  }

  /// The commands that a script prints: `echo "Logs: log show --predicate '…'"`.
  private func shownCommands(at places: [String]) -> [ShellWord] {
    let functions = functionNames
    return commands.flatMap { command -> [ShellWord] in
      let words = command.words.drop { Self.openings.contains($0.text.text) }
      guard let name = words.first?.text.text, !command.isArray else { return [] }
      if name == "alias" || name == "abbr" { return Self.aliases(words.dropFirst(), places) }
      // A function of the script, or a command with one argument, may print or run it, too: info "Logs: log show --predicate '…'". A text with % for printf is left out,
      // because printf replaces its parts.
      // rsudo klog "log show --predicate '…'" gives the command to another program.
      let isPrinter =
        Self.printers.contains(name) || words.count == 2 || functions.contains(name)
        || words.count == 3 && words.dropLast().allSatisfy { $0.text.text.utf8.allSatisfy(ByteClass.isWord) }
      return words.dropFirst().filter {
        isPrinter && Self.isCommand($0.text.text, of: places) && Self.hasQuotedPredicate(in: $0.text.text)
          && !(name == "printf" && $0.text.text.contains("%"))
      }.map(Self.fromCommand)
    }
  }

  /// The names of the functions that the script defines, `info() {` and `function info {`, in one pass over its lines.
  private var functionNames: Set<String> {
    var names: Set<String> = []
    for line in script.split(separator: 0x0A) {
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      let words = text.split { " \t(){".contains($0) }
      guard let first = words.first else { continue }
      if first == "function", words.count > 1 {
        names.insert(String(words[1]))
      } else if text.contains("\(first)()") || text.contains("\(first) ()") {
        names.insert(String(first))
      }
    }
    return names
  }

  /// The part of a text from its command to the end of the predicate: “Logs:log show --predicate '…'.”
  private static func fromCommand(_ word: ShellWord) -> ShellWord {
    let text = word.text.text
    let offset = { text.utf8.distance(from: text.startIndex, to: $0) }
    guard let option = text.firstRange(of: "--predicate"),
      let open = text[option.upperBound...].firstIndex(where: { "'\"".contains($0) }),
      let close = text[text.index(after: open)...].firstIndex(of: text[open])
    else { return word }
    let start =
      ["log show ", "log stream "].compactMap { text.firstRange(of: $0)?.lowerBound }.min() ?? text.startIndex
    return word.prefix(offset(close) + 1).dropFirst(offset(start))
  }

  /// The commands that aliases define: `alias logs="log stream --predicate '…'"`, in fish also `alias logs "…"`.
  private static func aliases(_ words: ArraySlice<ShellWord>, _ places: [String]) -> [ShellWord] {
    words.filter { isCommand($0.text.text, of: places) }.map { word in
      ShellVariables.assignedName(word.text.text).map { word.dropFirst($0.utf8.count + 1) } ?? word
    }
  }

  /// The predicates in lines of here-documents that are commands: a help text in `cat <<EOF`.
  private func helpLines(at places: [String]) -> [FoundPredicate] {
    guard script.holds("<<".utf8), script.holds("--predicate".utf8) else { return [] }
    return ShellScript.read(script).hereDocuments.flatMap { document -> [FoundPredicate] in
      script[document.range].split(separator: 0x0A).flatMap { line -> [FoundPredicate] in
        let text = MappedText(line)
        guard Self.isCommand(text.text, of: places), Self.hasQuotedPredicate(in: text.text) else { return [] }
        return ShellPredicates(ShellScript.commands(in: Array(line)), profile, hidden: hidden).predicates(at: places)
          .map { $0.placed(in: text).withoutElisions }
      }
    }
  }

  private func predicates(at places: [String]) -> [FoundPredicate] {
    places.flatMap { words(at: $0) }.map { predicate($0) }
  }

  private init(
    _ commands: [ShellCommand], _ profile: UseProfile, script: [UInt8] = [], hidden: Set<String> = []
  ) {
    self.script = script
    self.hidden = hidden
    self.commands = commands
    self.profile = profile
    let words = ConsumerWords(profile)
    consumerWords = words
    var arrays: [String: [[ShellWord]]] = [:]
    var variables = ShellVariables()
    for command in commands {
      if let name = command.array { arrays[name, default: []].append(command.words) }
      for word in command.words {
        if variables.take(word) { continue }
        if word.text.text.hasPrefix("${"), word.text.text.contains("="), command.words[0].text.text == ":",
          let (name, value) = word.fallback
        {
          // : "${NAME:=process == \"x\"}"
          variables.assign(value, to: name)
        }
      }
    }
    var assigned = variables.values
    for command in commands where command.words.count > 3 {
      guard command.words[0].text.text == "for", command.words[2].text.text == "in" else { continue }
      // for p in "${predicates[@]}" 'process == "x"'
      assigned[command.words[1].text.text, default: []] += command.words[3...].filter { [arrays] word in
        word.variable.map { arrays[$0] != nil } ?? Self.isPredicate(word, words)
      }
    }
    self.arrays = arrays
    self.assigned = assigned
    quotedNames = Self.quotedNames(in: commands, assigned)
  }

  /// Whether a word of a list is a predicate. The list may have other words, too.
  private static func isPredicate(_ word: ShellWord, _ words: ConsumerWords) -> Bool {
    let text = word.text.text
    return word.expansions.isEmpty && !text.hasPrefix("-") && text.contains(" ") && words.compare(in: text)
  }

  /// The words that are predicates at a place. Variables are replaced by their values.
  private func words(at place: String) -> [ShellWord] {
    let parts = place.split(separator: " ").map(String.init)
    guard let name = parts.first else { return [] }
    var found: [ShellWord] = []
    var isCalled = false
    for command in commands where !command.isArray {
      guard let index = programIndex(in: command.words, name) else { continue }
      let words = command.words[(index + 1)...]
      isCalled = true
      let values = parts.count > 1 ? Self.option(parts[1], words) : Self.operand(words)
      let isRemote = command.words[..<index].contains { $0.text.text == "ssh" }
      found += isRemote ? values.map(\.readAgain) : values
    }
    for words in arrayArguments(of: name, isCalled: isCalled) {
      found += parts.count > 1 ? Self.option(parts[1], words) : Self.operand(words)
    }
    found = found.flatMap { word -> [ShellWord] in
      var seen: Set<String> = []
      return values(of: word, &seen)
    }
    guard found.contains(where: { $0.text.text.contains("$") }), let make = MakeVariables(script) else { return found }
    return found.map(make.expanded)
  }

  /// The index of a program in the words of a command, or of an array with a whole command: `log`, `sudo -u root log`, `xcrun simctl spawn booted log`.
  /// Nil if the words do not run the program. A function of the script may have the name of the program.
  func programIndex(in words: [ShellWord], _ name: String) -> Int? {
    let isOwn = hidden.contains(name)
    guard
      let index = words.indices.first(where: { index in
        // A recipe of a Makefile has a sign before the command: `@log`, `-log`.
        let word = (program(words[index]) ?? words[index].text.text).drop { index == 0 && "@-+".contains($0) }
        return word.split(separator: "/").last.map(String.init) == name && !(isOwn && word == name)
          || isProgram(words[index...], named: name)
      }),
      !words[..<index].contains(where: {
        (program($0) ?? $0.text.text).split(separator: "/").last.map { Self.otherPrograms.contains(String($0)) }
          ?? false
      }), !Self.isRead(behind: words[..<index])
    else { return nil }
    return index
  }

  /// Whether the words before the name of a command show that another program reads the name and does not run the command: `type mdfind`,
  /// `if ! command -v mdfind`, `sudo apt install mdfind`.
  private static func isRead(behind words: ArraySlice<ShellWord>) -> Bool {
    let names = words.map(\.text.text).drop {
      openings.contains($0) || $0 == "sudo" || ShellVariables.assignedName($0) != nil
    }
    let name = names.first?.drop { "@-+".contains($0) }.split(separator: "/").last.map(String.init) ?? ""
    return otherReaders.contains(name) || name == "command" && ["-v", "-V"].contains(names.dropFirst().first)
  }

  /// The command that a variable holds: `/usr/bin/log` for `$LOG` after `LOG=/usr/bin/log`. Nil for another word.
  func program(_ word: ShellWord) -> String? {
    guard let name = word.variable else { return nil }
    if let value = assigned[name]?.first { return value.fallback?.value.text.text ?? value.text.text }
    return word.fallback?.value.text.text
  }

  /// Whether words begin with a variable without a value in the script that holds the program: `"$LOG_BIN" show --predicate "…"`.
  private func isProgram(_ words: ArraySlice<ShellWord>, named name: String) -> Bool {
    guard name == "log", let variable = words.first?.variable, assigned[variable] == nil,
      variable.contains(/(?:^|_)(?:log|LOG)(?:_|$|[A-Z])/), let next = words.dropFirst().first
    else { return false }
    return Self.subcommands.contains(next.text.text)
  }

  /// The commands in variables: `command="log stream --predicate '…'"`, which `eval "$command"` runs later. Templates are left out.
  private func assignedCommands(at places: [String]) -> [ShellWord] {
    assigned.keys.sorted().flatMap { assigned[$0] ?? [] }.filter { word in
      let text = word.text.text
      return Self.isCommand(text, of: places) && Self.hasQuotedPredicate(in: text)
        && !text.utf8.contains { "%@".utf8.contains($0) }
    }
  }

  /// The texts that the script gives a word that is a variable, perhaps through other variables; the word itself for another word.
  private func values(of word: ShellWord, _ seen: inout Set<String>) -> [ShellWord] {
    guard let name = word.variable else { return [word] }
    var found: [ShellWord] = []
    // The default is read even if the variable is the one that it is assigned to: NAME="${NAME:-…}"
    if let value = word.fallback?.value { found += values(of: value, &seen) }
    let values = elements(of: name, at: word.element) + (assigned[name] ?? [])
    if values.isEmpty { return found.isEmpty ? [word] : found }
    if !seen.insert(name).inserted { return found }
    for value in values { found += self.values(of: value, &seen) }
    return found
  }

  /// The elements of an array that are predicates. A constant number takes its own element. An array with keys, `([login]='…')`, has none.
  private func elements(of name: String, at index: String?) -> [ShellWord] {
    guard let lists = arrays[name], !lists.joined().contains(where: { $0.text.text.hasPrefix("[") }) else { return [] }
    var elements = Array(lists.joined())
    if let number = index.flatMap({ Int($0) }) {
      // In zsh the first element has the number 1. A variable among the elements may stand for several.
      guard lists.count == 1, !script.holds("zsh".utf8), elements.indices.contains(number),
        elements[..<number].allSatisfy(\.expansions.isEmpty)
      else { return [] }
      elements = [elements[number]]
    }
    return elements.filter { Self.isPredicate($0, consumerWords) }
  }

  private static func option(_ name: String, _ words: ArraySlice<ShellWord>) -> [ShellWord] {
    var found: [ShellWord] = []
    for (index, word) in zip(words.indices, words) {
      if word.text.text == name {
        if let next = words[(index + 1)...].first { found.append(next) }
      } else if word.text.text.hasPrefix(name + "=") {
        found.append(word.dropFirst(name.utf8.count + 1))
      }
    }
    return found
  }

  /// The first word that is neither an option nor an option's argument, if it is a query. Words without an operator are left out, because `mdfind`
  /// searches for them as plain text.
  private static func operand(_ words: ArraySlice<ShellWord>) -> [ShellWord] {
    var rest = words
    while let word = rest.first {
      rest = rest.dropFirst()
      switch word.text.text {
      case "-name": return []
      case "-onlyin", "-attr", "-s": rest = rest.dropFirst()
      case let text where text.hasPrefix("-"): continue
      case let text:
        if text.hasPrefix("kMD"), text.utf8.allSatisfy(ByteClass.isWord), !rest.isEmpty {
          return queryOfWords(word, rest).map { [$0] } ?? []
        }
        let isQuery =
          word.variable != nil || text.contains("kMD")
          || text.utf8.contains { "=<>!".utf8.contains($0) } && text.utf8.contains(where: ByteClass.isWord)
        return isQuery || text.contains("InRange(") ? [word] : []
      }
    }
    return []
  }

  /// The query of an attribute, an operator and a value that are words of their own: `mdfind kMDItemFSName = "a.txt"`. The program joins them, and
  /// a text needs no quotes. Nil for other words.
  private static func queryOfWords(_ word: ShellWord, _ rest: ArraySlice<ShellWord>) -> ShellWord? {
    guard rest.count == 2, let sign = rest.first, let value = rest.last, ["=", "==", "!="].contains(sign.text.text)
    else { return nil }
    let start = value.text.place(of: 0..<value.text.text.utf8.count).lowerBound
    let isText =
      value.text.text.utf8.first.map { !"\"'$-0123456789".utf8.contains($0) || value.variable != nil } ?? false
    let quote = isText ? "\"" : ""
    var query = word
    query.text.append(" ", from: start..<start)
    query.text.append(sign.text)
    query.text.append(" " + quote, from: start..<start)
    query = query.appending(value)
    query.text.append(quote, from: start..<start)
    return query
  }

  private func predicate(_ word: ShellWord) -> FoundPredicate {
    let isTime: (ShellWord.Expansion) -> Bool = { $0.name == "time" && profile.syntax.contains(.spotlight) }
    let spoilt = word.expansions.filter(isTime).map { expansion in
      PredicateIssue.found(
        .escapeSwallowed, .error, SourceRange(expansion.range.lowerBound, expansion.range.upperBound),
        "the shell replaces $time with its own variable before the program reads the query",
        hint: "write the query in single quotes")
    }
    if word.isOpen {
      let line = word.text.text.utf8.prefix { $0 != 0x0A }.count
      let issue = PredicateIssue(
        severity: .error, kind: .syntax, code: DiagnosticCode.unterminatedString.rawValue,
        message: "the quote before the predicate has no closing quote in the same line", range: SourceRange(0, line),
        hint: "add a closing quote after the predicate")
      return FoundPredicate(word.text, spoilt: [issue], isMadeAtRunTime: true)
    }
    return FoundPredicate(
      word.text, spoilt: spoilt + unquotedVariables(of: word), replaced: word.expansions.map(\.range),
      lostQuotes: word.lostQuotes)
  }
}
