/// A change that mends what a diagnostic is about.
struct CodeAction: Encodable {
  struct WorkspaceEdit: Encodable {
    let changes: [String: [DocumentEdit]]
  }

  let title: String
  let kind = "quickfix"
  let diagnostics: [Diagnostic]
  let edit: WorkspaceEdit

  private enum CodingKeys: String, CodingKey {
    case title, kind, diagnostics, edit
  }
}
