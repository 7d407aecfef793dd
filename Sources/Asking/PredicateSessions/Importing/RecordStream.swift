import Foundation
import PredicateRecords

/// Records that come one after the other from a file.
protocol RecordStream {
  /// The next record. Throws if the rest of the file cannot be read.
  mutating func next() throws -> RecordReader.Reading
}

/// The records of a file of JSON or of separated values, which is closed with it.
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

/// A stream whose first records were read ahead.
struct SampledRecords {
  let sample: [RecordReader.Reading]
  private var position = 0
  private var rest: any RecordStream

  /// How many records are read before anything is written.
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
