#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// What is wrong with the use of a macro.
  struct MacroMessage: DiagnosticMessage {
    let message: String
    let severity = DiagnosticSeverity.error
    var diagnosticID: MessageID { MessageID(domain: "OpenPredicate", id: message) }
  }

  extension MacroExpansionContext {
    /// Reports an error at a node.
    func report(_ message: String, at node: some SyntaxProtocol) {
      diagnose(Diagnostic(node: Syntax(node), message: MacroMessage(message: message)))
    }
  }
#endif
