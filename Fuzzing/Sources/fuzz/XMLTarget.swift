import Foundation
@testable import PredicateChecking
@testable import PredicateDocuments
import PredicateModel
import PredicateXcodeModels

/// Reads XML that is not a property list: predicates in attributes, and data models of Xcode.
enum XMLTarget {
  private static let check = FileCheck(DocumentTarget.profile("coredata"))

  static func check(_ bytes: [UInt8]) {
    let bytes = FileText.utf8(bytes)
    DocumentTarget.checkFindings(check, bytes, .xml, name: "contents.xml")
    do throws(XcodeModelIssue) {
      let file = try XcodeModelFile(contents: Data(bytes))
      for issue in file.model.issues() { require(!issue.description.isEmpty, "an issue without words") }
      for entity in file.model.entities {
        let place = file.place(ofEntity: entity.name)
        require(place.line >= 1 && place.column >= 0, "the entity \(entity.name) is at \(place)")
      }
    } catch {
      require(!error.message.isEmpty, "an issue without words")
    }
  }
}
