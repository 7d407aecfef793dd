/// What is asked of the UTF-8 bytes of a string.
typealias TextQuestion = @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
