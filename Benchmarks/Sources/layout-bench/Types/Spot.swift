/// A struct inside of a struct that is inside of another.
struct Spot<Table> {
  var east: Double
  var north: Double
}
