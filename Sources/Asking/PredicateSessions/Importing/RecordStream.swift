import Foundation
import PredicateRecords

/// A source of records that reads them one by one.
protocol RecordStream {
  /// The next record. Throws if the rest of the file cannot be read.
  mutating func next() throws -> RecordReader.Reading
}

/// The records of a file with JSON or separated values. Closes the file when it is released.
final class FileRecords: RecordStream {
  private let descriptor: Int32
  private var reader: RecordReader

  init(descriptor: Int32, format: RecordFormat?) throws {
    self.descriptor = descriptor
    reader = try RecordReader(ByteWindow(DescriptorSource(descriptor: descriptor)), format: format)
  }

  deinit { close(descriptor) }

  func next() throws -> RecordReader.Reading { try reader.next() }
}

/// A stream of records. Its first records were read in advance, to find the types of their values.
struct SampledRecords {
  let sample: [RecordReader.Reading]
  private var position = 0
  private var rest: any RecordStream

  /// The number of records that are read before anything is written.
  private static let sampleCount = 1_000

  init(_ stream: any RecordStream) throws {
    rest = stream
    var sample: [RecordReader.Reading] = []
    while sample.count < Self.sampleCount {
      let reading = try rest.next()
      if case .end = reading { break }
      sample.append(reading)
    }
    self.sample = sample
  }

  mutating func next() throws -> RecordReader.Reading {
    guard position < sample.count else { return try rest.next() }
    position += 1
    return sample[position - 1]
  }
}
