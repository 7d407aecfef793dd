import CZlib

/// Inflates raw DEFLATE streams.
enum Inflation {
  /// The number of bytes in the first piece of the output.
  private static let firstPiece = 1 << 16

  /// The decompressed bytes of a stream without a header.
  ///
  /// - Returns: nil if the stream is damaged or cut, or if it decompresses to more bytes than the limit.
  static func bytes(of stream: [UInt8], limit: Int) -> [UInt8]? {
    // The state must not move, because zlib keeps its address.
    let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { state.deallocate() }
    state.initialize(to: z_stream())
    guard inflateInit2_(state, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(state) }
    var stream = stream
    return stream.withUnsafeMutableBufferPointer { input in
      state.pointee.next_in = input.baseAddress
      state.pointee.avail_in = UInt32(input.count)
      var output: [UInt8] = []
      while output.count < limit {
        let size = min(limit - output.count, max(firstPiece, output.count))
        var status = Z_OK
        let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
          state.pointee.next_out = buffer.baseAddress
          state.pointee.avail_out = UInt32(size)
          status = inflate(state, Z_NO_FLUSH)
          count = size - Int(state.pointee.avail_out)
        }
        output += piece
        if status == Z_STREAM_END { return output }
        guard status == Z_OK, !piece.isEmpty else { return nil }
      }
      return nil
    }
  }
}
