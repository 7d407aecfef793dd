import PredicateChecking
import PredicateSyntax

extension CheckedDocument {
  /// The edit of the document for each change; nil for a change that cannot be written in the file.
  func edits(_ changes: [PredicateChange]) -> [DocumentEdit?] {
    zip(changes, forms(changes)).map { change, form in form.map { edit(change, as: $0) } }
  }

  /// The edit for a change, written in the given way.
  func edit(_ change: PredicateChange, as form: EditForm) -> DocumentEdit {
    DocumentEdit(range: document.text.range(writing.place(of: change)), newText: form.of(change.text).written)
  }

  /// The way to write each change in the document; nil if there is none.
  func forms(_ changes: [PredicateChange]) -> [EditForm?] { writing.forms(changes) }

  private var writing: PredicateEdits { PredicateEdits(document.text.bytes, predicates, texts: texts) }
}
