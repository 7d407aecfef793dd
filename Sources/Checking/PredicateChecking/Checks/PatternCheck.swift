import PredicateBinding
import PredicateValues

/// Finds constant patterns of MATCHES that are not regular expressions. Without this check, the evaluation of each record would report them again.
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

  /// Checks the pattern of a comparison.
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
      // Without ICU on the platform, patterns cannot be checked.
    }
    return true
  }
}

/// Finds extensions of the language that Apple's systems refuse. It finds those that do not depend on the types of properties: `now() - 86400`,
/// `round(x, 2)`.
package enum ExtensionCheck {
  /// A note for each extension. Empty for a predicate that does not bind without types, such as one with TOKENMATCHES.
  package static func notes(in predicate: QueryPredicate) -> [PredicateIssue] {
    do throws(PredicateIssue) {
      return try Binder.bind(predicate, to: .dynamic).notes.filter { $0.has(.extension) }
    } catch {
      return []
    }
  }
}
