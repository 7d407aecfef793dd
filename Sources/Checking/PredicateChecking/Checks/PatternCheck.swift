import PredicateBinding
import PredicateValues

/// Finds the constant patterns of MATCHES that are no regular expressions, before evaluation finds them for each record anew.
///
/// ```swift
/// PatternCheck.issues(in: try QueryPredicate(format: #"name MATCHES "(""#)).map(\.code)  // regular-expression
/// ```
public struct PatternCheck: PredicateVisitor {
  private var issues: [PredicateIssue] = []

  /// An issue for each pattern that cannot be read.
  ///
  /// `name MATCHES "("` has one, at the pattern.
  public static func issues(in predicate: QueryPredicate) -> [PredicateIssue] {
    var check = PatternCheck()
    predicate.walk(&check)
    return check.issues
  }

  /// Looks at the pattern of a comparison.
  public mutating func visit(_ predicate: QueryPredicate) -> Bool {
    guard case .comparison(let comparison) = predicate.node, comparison.operator == .matches,
      case .literal(.string(let pattern)) = comparison.right.node
    else { return true }
    do throws(PredicateIssue) {
      _ = try RegularExpression(pattern, options: comparison.options, stepLimit: 1)
    } catch  where error.kind == .domain {
      issues.append(
        .error(error.code, comparison.right.range, error.message, kind: error.kind))
    } catch {
      // A platform without ICU cannot say.
    }
    return true
  }
}

/// Finds what Apple's systems refuse, as far as it shows without the types of properties: `now() - 86400`, `round(x, 2)`.
package enum ExtensionCheck {
  /// A note for each extension. None for a predicate that does not bind without types, such as one with TOKENMATCHES.
  package static func notes(in predicate: QueryPredicate) -> [PredicateIssue] {
    do throws(PredicateIssue) {
      return try Binder.bind(predicate, to: .dynamic).notes.filter { $0.has(.extension) }
    } catch {
      return []
    }
  }
}
