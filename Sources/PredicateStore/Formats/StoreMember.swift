/// A name in a dictionary of a file that is written as a whole, and its value.
struct StoreMember {
  let name: String
  let value: StoreNode

  init(_ name: String, _ value: StoreNode) {
    self.name = name
    self.value = value
  }
}
