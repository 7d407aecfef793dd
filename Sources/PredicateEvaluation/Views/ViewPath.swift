import PredicateSyntax

/// What tells paths over values of unknown types apart.
struct ViewPath: Hashable {
  /// Where a path begins, or goes on.
  enum Start: Hashable {
    case variable(Int)
    case site(Int)
    /// So many bytes from a variable's row.
    case place(Int, offset: Int)
  }

  let start: Start
  let name: ScalarString
}
