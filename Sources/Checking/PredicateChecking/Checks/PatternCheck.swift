import PredicateBinding
import PredicateValues

/// Finds constant patterns of MATCHES that are not regular expressions. Evaluation would find them again for each record.
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
      // A platform without ICU cannot check patterns.
    }
    return true
  }
}

/// Finds extensions that Apple's systems refuse, if they show without the types of properties: `now() - 86400`, `round(x, 2)`.
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
