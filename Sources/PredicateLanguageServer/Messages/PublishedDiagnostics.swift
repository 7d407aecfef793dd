/// The parameters of `textDocument/publishDiagnostics`.
struct PublishedDiagnostics: Encodable {
  let uri: String
  let version: Int?
  let diagnostics: [Diagnostic]
}
