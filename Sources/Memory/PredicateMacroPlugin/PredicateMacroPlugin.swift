#if Macros
  import SwiftCompilerPlugin
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The program that the compiler runs to expand `@Queryable` and `#query`.
  @main
  struct PredicateMacroPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [QueryableMacro.self, QueryMacro.self]
  }

  extension MacroExpansionContext {
    /// Reports an error at a node.
    func report(_ message: String, at node: some SyntaxProtocol) {
      diagnose(Diagnostic(node: Syntax(node), message: MacroExpansionErrorMessage(message)))
    }
  }
#else
  /// Without the trait `Macros` the plugin has no macros, and nothing depends on it.
  @main
  struct PredicateMacroPlugin {
    static func main() {}
  }
#endif
