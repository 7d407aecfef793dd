// Three levels, read from XML: County, Province, City. Each list asks for the objects of one parent.
// `swift run drill-down` prints what README.md shows.
import Foundation
import PredicateObjects

// The file is a resource of this program.
let places = try Places()
let context = places.context
try places.read(Data(PackageResources.places_xml))

// A level is a fetch: the objects whose parent is the one that was chosen above.
for county in try context.fetch(County.self, sortedBy: "name") {
  print(county.name)
  for province in try context.fetch(Province.self, "county == \(county)", sortedBy: "name") {
    print("  \(province.name)")
    for city in try context.fetch(City.self, "province == \(province)", sortedBy: .descending("inhabitants")) {
      print("    \(city.name) \(city.inhabitants)")
    }
  }
}

// A search over a whole level: an entity, a predicate, a key to sort by. The condition follows the parents, or the children.
let merania = try QueryPredicate("province.county.name == 'Merania'")
print("Cities of Merania:", try places.search(City.self, merania, sortedBy: "name").map(\.name).joined(separator: ", "))
let large = try QueryPredicate("ANY cities.inhabitants > 100000")
print(
  "With a large city:", try places.search(Province.self, large, sortedBy: "name").map(\.name).joined(separator: ", "))
let typed = try QueryPredicate("name BEGINSWITH[cd] 'os'")
print("Typed “os”:", try places.search(City.self, typed, sortedBy: "name").map(\.name).joined(separator: ", "))
let peopled = try places.search(County.self, sortedBy: .descending("provinces.cities.@sum.inhabitants"))
print("By inhabitants:", peopled.map(\.name).joined(separator: ", "))

// A file with something else in it, or with a city that is in no province, changes nothing.
for file in [
  "<places>\n<county name='Nowhere'/>\n<lake name='Deep'/></places>",
  "<places>\n<county name='Nowhere'>\n<province name='Far'/>\n<city name='Stray' inhabitants='3'/></county></places>",
] {
  do {
    try places.read(Data(file.utf8))
  } catch let element as PlacesReader.UnusableElement {
    print("Refused: <\(element.name)> in line \(element.line); changes to save: \(context.changedObjects.count)")
  }
}

// Deleting a county deletes its provinces and cities.
print(try places.counts())
if let norland = try context.fetch(County.self, "name == 'Norland'").first { try context.delete(norland) }
try context.save()
print("Without Norland: \(try places.counts())")
