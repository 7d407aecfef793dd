/// The arrays of a script that hold a command or its arguments.
extension ShellPredicates {
  /// The content of an array, as its first element shows it.
  private enum ArrayContent {
    /// `CMD=(log show --predicate "…")`. The arguments begin after the program.
    case command(arguments: Int)
    /// `ARGUMENTS=(show --predicate "…")`, `ARGUMENTS=(--predicate "…")`.
    case arguments
    /// `CMD=(python train.py --predicate "…")`
    case other
  }

  /// The arguments that the arrays of a script pass to a program.
  ///
  /// - An array with the whole command counts if the script uses the array. `TOOLS=(mdfind mdls)` may be a list of names.
  /// - An array with arguments counts if the script calls the program, or if another array has the whole command. If it begins with a variable,
  ///   `ARGUMENTS=("$@" --predicate "…")`, it counts only if it is an argument of a call before the script fills the array again.
  /// - `CMD+=(--info)` continues the last array of the name. Two functions of a script may have arrays of the same name.
  ///
  /// - Parameter isCalled: Whether the script calls the program.
  func arrayArguments(of name: String, isCalled: Bool) -> [ArraySlice<ShellWord>] {
    let used = usedVariables
    let passed = isCalled ? passedArrays(to: name) : []
    var last: [String: ArrayContent] = [:]
    var ofCommands: [ArraySlice<ShellWord>] = []
    var ofArguments: [ArraySlice<ShellWord>] = []
    for (index, command) in commands.enumerated() {
      guard let array = command.array else { continue }
      let content = content(of: command, name, among: last)
      switch content {
      case .command(let first) where used.contains(array): ofCommands.append(command.words[first...])
      case .arguments: ofArguments.append(command.words[...])
      case .other where command.words.first?.variable != nil && passed.contains(index):
        ofArguments.append(command.words[...])
      case .command, .other: break
      }
      last[array] = content
    }
    return ofCommands + (isCalled || !ofCommands.isEmpty ? ofArguments : [])
  }

  /// The indexes of the commands that fill an array, if a call of a program gets the array before the script fills it again.
  private func passedArrays(to name: String) -> Set<Int> {
    var last: [String: Int] = [:]
    var passed: Set<Int> = []
    for (index, command) in commands.enumerated() {
      if let array = command.array {
        last[array] = index
      } else if let program = programIndex(in: command.words, name) {
        passed.formUnion(command.words[(program + 1)...].compactMap(\.variable).compactMap { last[$0] })
      }
    }
    return passed
  }

  private func content(
    of command: ShellCommand, _ name: String, among last: [String: ArrayContent]
  ) -> ArrayContent {
    if command.isAppended, let array = command.array, let content = last[array] {
      return Self.continuation(of: content)
    }
    // CMD=("${CMD[@]}" --info)
    if let variable = command.words.first?.variable, let content = last[variable] {
      return Self.continuation(of: content)
    }
    if let index = programIndex(in: command.words, name) { return .command(arguments: index + 1) }
    guard let first = command.words.first?.text.text else { return .other }
    return first.hasPrefix("-") || Self.subcommands.contains(first) ? .arguments : .other
  }

  /// The content of elements that follow those of another array.
  private static func continuation(of content: ArrayContent) -> ArrayContent {
    if case .command = content { return .command(arguments: 0) }
    return content
  }

  /// The variables that the script uses as words of commands or of other arrays. A loop may read a list of names, and a message may show an array.
  private var usedVariables: Set<String> {
    var names: Set<String> = []
    for command in commands {
      let first = command.words.first?.text.text ?? ""
      let isReader = first == "for" || Self.printers.contains(first) || Self.otherReaders.contains(first)
      if isReader, !command.isArray { continue }
      names.formUnion(command.words.compactMap(\.variable))
    }
    return names
  }
}
