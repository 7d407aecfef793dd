/// The words of one command of a shell script, or the elements of one array.
struct ShellCommand {
  var words: [ShellWord] = []
  /// Whether the words are the elements of an array: `arguments=(show --predicate '…')`.
  var isArray = false
}
