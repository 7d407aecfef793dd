/// A tag of the fixture.
final class Tag {
  let name: String
  var movies: [Movie] = []

  init(name: String) { self.name = name }
}
