#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// What the compiler starts to expand `@Queryable` and `#query`.
  @main
  struct PredicateMacroPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [QueryableMacro.self, QueryMacro.self]
  }
#else
  /// Without the trait `Macros` the plugin has no macros, and nothing depends on it.
  @main
  struct PredicateMacroPlugin {
    static func main() {}
  }
#endif
