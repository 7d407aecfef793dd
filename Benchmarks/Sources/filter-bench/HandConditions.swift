import BenchData
import OpenPredicate
import PredicateValues

enum Hand1: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    (movie.pointee.year > 1990 ? 1 : 0) & (movie.pointee.rating >= 7.5 ? 1 : 0) != 0
  }
}

enum Hand2: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.title.utf8.withContiguousStorageIfAvailable { Bytes.hasPrefix($0, "the ") }
      .flatMap { $0 } ?? folded(movie)
  }

  @inline(never)
  private static func folded(_ movie: UnsafePointer<Movie>) -> Bool {
    StringFolding(.caseInsensitive).fold(movie.pointee.title).hasPrefix("the ")
  }
}

enum Hand3: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.title.utf8.withContiguousStorageIfAvailable { Bytes.contains($0, "cafe") }
      .flatMap { $0 } ?? folded(movie)
  }

  @inline(never)
  private static func folded(_ movie: UnsafePointer<Movie>) -> Bool {
    let bytes = StringFolding([.caseInsensitive, .diacriticInsensitive]).foldedBytes(of: movie.pointee.title)
    return bytes.withUnsafeBufferPointer { Bytes.containsExactly($0, "cafe") }
  }
}

enum Hand4: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.title.utf8.withContiguousStorageIfAvailable { Bytes.contains($0, "star") }
      .flatMap { $0 } ?? folded(movie)
  }

  @inline(never)
  private static func folded(_ movie: UnsafePointer<Movie>) -> Bool {
    let bytes = StringFolding(.caseInsensitive).foldedBytes(of: movie.pointee.title)
    return bytes.withUnsafeBufferPointer { Bytes.containsExactly($0, "star") }
  }
}

enum Hand5: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.title.utf8.withContiguousStorageIfAvailable { Bytes.hasTwoDigits($0) } ?? false
  }
}

enum Hand6: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.genre == "Drama" || movie.pointee.genre == "Comedy" || movie.pointee.genre == "Noir"
  }
}

enum Hand7: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.year >= 1980 && movie.pointee.year <= 1989
  }
}

enum Hand8: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    guard let borrower = movie.pointee.borrower else { return false }
    return borrower.name.utf8.withContiguousStorageIfAvailable { text in
      text.count >= 3 && text[text.count - 3] == 0x73 && text[text.count - 2] == 0x6F && text[text.count - 1] == 0x6E
    } ?? borrower.name.hasSuffix("son")
  }
}

enum Hand9: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.tags.withUnsafeBufferPointer { tags in
      for index in tags.indices where tags[index] == "classic" { return true }
      return false
    }
  }
}

enum Hand10: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool { movie.pointee.tags.count > 2 }
}

enum Hand11: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    (movie.pointee.year > 1990 && movie.pointee.rating >= 7.5)
      || (!movie.pointee.lent && movie.pointee.genre == "Noir")
  }
}

enum Hand12: HandCondition {
  @inline(__always)
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool {
    movie.pointee.tags.withUnsafeBufferPointer { tags in
      var count = 0
      for index in tags.indices { count &+= tags[index].utf8.first == 0x63 ? 1 : 0 }
      return count > 1
    }
  }
}
