import PredicateChecking
import Testing

/// Files of all profiles as people write them have exactly the expected findings, with lines and columns.
@Suite("Files of all profiles") struct FileShapeTests {
  @Test("Each file has its codes at their places", arguments: try FileShape.all())
  func codesAndPlaces(shape: FileShape) throws {
    let sample = try FileSample(shape.profile, named: shape.file, shape.text)
    #expect(sample.finds == shape.finds)
  }

  @Test("Each profile has at least 20 files, right ones and wrong ones")
  func coverage() throws {
    let shapes = try FileShape.all()
    for name in UseProfile.names {
      let own = shapes.filter { $0.profile == name }
      #expect(own.count >= 20, "\(name)")
      #expect(own.filter(\.finds.isEmpty).count >= 5, "\(name)")
      #expect(own.filter { !$0.finds.isEmpty }.count >= 7, "\(name)")
    }
  }
}
