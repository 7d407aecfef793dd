/// Why nothing was imported.
package struct ImportIssue: Error {
  /// A stable word: `import-columns`.
  package let code: String
  /// One sentence for people, without a period.
  package let message: String
  /// What would help.
  package var hint: String?
}
