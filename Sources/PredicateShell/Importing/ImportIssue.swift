/// Why nothing was imported.
struct ImportIssue: Error {
  /// A stable word: `import-columns`.
  let code: String
  /// One sentence for people, without a period.
  let message: String
  /// What would help.
  var hint: String?
}
