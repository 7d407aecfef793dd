import Foundation
import PredicateObjects

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Makes objects of an XML file. An element becomes an object, and belongs to the object of the element around it.
final class PlacesReader: NSObject, XMLParserDelegate {
  private let context: ObjectContext
  private var county: County?
  private var province: Province?
  private var failure: (any Error)?

  init(_ context: ObjectContext) { self.context = context }

  /// An element that is none of a list of places.
  struct UnusableElement: Error {
    let name: String
    let line: Int
  }

  /// Reads a file into the context. Where something is wrong nothing is left of it.
  func read(_ file: Data) throws {
    try context.group {
      let parser = XMLParser(data: file)
      parser.delegate = self
      let isRead = parser.parse()
      if let failure { throw failure }
      if !isRead { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    do {
      switch (element, attributes["name"], attributes["inhabitants"].flatMap({ Int($0) })) {
      case ("places", _, _): break
      case ("county", let name?, _):
        county = try context.insert(County.self)
        county?.name = name
      case ("province", let name?, _) where county != nil:
        province = try context.insert(Province.self)
        province?.name = name
        province?.county = county
      case ("city", let name?, let inhabitants?) where province != nil:
        let city = try context.insert(City.self)
        city.name = name
        city.inhabitants = inhabitants
        city.province = province
      default: throw UnusableElement(name: element, line: parser.lineNumber)
      }
    } catch {
      failure = error
      parser.abortParsing()
    }
  }

  func parser(_: XMLParser, didEndElement element: String, namespaceURI _: String?, qualifiedName _: String?) {
    if element == "province" { province = nil }
    if element == "county" { county = nil }
  }
}
