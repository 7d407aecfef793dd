import PredicateChecking
import PredicateSyntax

/// Checks whole documents. It uses the profile of the options, otherwise the profiles that a document belongs to.
struct LibraryDocuments: Sendable {
  private enum Check: Sendable {
    case profile(FileCheck)
    case any(CheckoutCheck)
  }

  private let check: Check

  private struct Answer: Encodable {
    let findings: [CheckFinding]
    let predicates: Int
    let profiles: [String: Int]
    let unreadable: Bool
  }

  /// Reads the profiles once.
  init(_ options: LibraryOptions) throws(PredicateIssue) {
    if options.namesProfile || !options.places.isEmpty {
      var one = FileCheck(options.profile, at: options.places)
      one.offersEdits = options.offersEdits
      check = .profile(one)
      return
    }
    do throws(ProfileIssue) {
      var all = try CheckoutCheck()
      all.offersEdits = options.offersEdits
      check = .any(all)
    } catch {
      throw PredicateIssue.error("options", nil, error.description, kind: .argumentType)
    }
  }

  /// The findings of a document as JSON.
  func answer(_ bytes: [UInt8], named name: String) -> String {
    let result =
      switch check {
      case .profile(let check): check.result(of: bytes, named: name)
      case .any(let check): check.result(of: bytes, named: name)
      }
    return LibraryAnswer.json(
      Answer(
        findings: result.findings, predicates: result.predicateCount, profiles: result.profiles,
        unreadable: result.isUnreadable))
  }
}

/// A predicate and its options, read once for many calls. If reading fails, every call returns the error.
final class PreparedLibrary: Sendable {
  private let text: String
  private let options: Result<LibraryOptions, PredicateIssue>
  private let question: Result<LibraryQuestion, PredicateIssue>
  private let documents: Result<LibraryDocuments, PredicateIssue>

  /// Reads the options. Then it reads the predicate; without a predicate, the profiles for checks of documents.
  init(_ predicate: Result<String?, PredicateIssue>, options json: Result<String?, PredicateIssue>) {
    let options = Self.result { () throws(PredicateIssue) in try LibraryOptions(json.get()) }
    self.options = options
    var text: String?
    if case .success(let given) = predicate { text = given }
    self.text = text ?? ""
    question = Self.result { () throws(PredicateIssue) in
      let options = try options.get()
      guard let text = try predicate.get() else { throw PredicateIssue.missing("the predicate") }
      return try LibraryQuestion(preparing: text, options: options)
    }
    documents = Self.result { () throws(PredicateIssue) in
      let options = try options.get()
      if text != nil { throw PredicateIssue.missing("a handle without a predicate") }
      return try LibraryDocuments(options)
    }
  }

  /// The answer of an operation on a record or on lines.
  func answer(_ operation: LibraryOperation, _ input: UnsafeRawBufferPointer) -> String {
    do throws(PredicateIssue) {
      return try operation.answer(to: try question.get(), input)
    } catch {
      return LibraryOperation.failure(error, in: text)
    }
  }

  /// Every error and note of a predicate, by the profile in the options.
  func findings(in predicate: String) -> String {
    do throws(PredicateIssue) {
      let question = LibraryQuestion(predicate, options: try options.get())
      return LibraryAnswer.json(["findings": question.findings()])
    } catch {
      return LibraryOperation.failure(error, in: predicate)
    }
  }

  func findings(inDocument bytes: [UInt8], named name: String) -> String {
    do throws(PredicateIssue) {
      return try documents.get().answer(bytes, named: name)
    } catch {
      return LibraryOperation.failure(error, in: "")
    }
  }

  private static func result<Value>(_ body: () throws(PredicateIssue) -> Value) -> Result<Value, PredicateIssue> {
    do throws(PredicateIssue) { return .success(try body()) } catch { return .failure(error) }
  }
}

extension PredicateIssue {
  /// The issue for an argument that a function needs and its caller did not pass.
  static func missing(_ name: String) -> PredicateIssue {
    .error("missing", nil, "\(name) is missing", kind: .argumentMissing)
  }
}
