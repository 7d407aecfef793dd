import Foundation

// store-writer begin FILE            makes the file
// store-writer forever FILE          saves until the process is ended
// store-writer both FILE FILE        saves to two files until the process is ended
// store-writer add FILE TIMES        adds to a number that other processes add to as well
// store-writer merge FILE TIMES first|second
//                                    adds to one of two numbers of an object, and leaves the other one to another process
do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  let times = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
  switch (arguments.first ?? "", arguments.dropFirst().first ?? "") {
  case ("begin", let path): try Writer(path).begin()
  case ("forever", let path): try Writer(path).writeForever()
  case ("both", let path): try Writer(path, pages: arguments.last ?? "").writeForever()
  case ("add", let path): try Writer(path).add(times, to: \.number)
  case ("merge", let path):
    try Writer(path, conflicts: .keepOurs).add(times, to: arguments.last == "first" ? \.number : \.other)
  default: throw CocoaError(.featureUnsupported)
  }
} catch {
  FileHandle.standardError.write(Data("store-writer: \(error)\n".utf8))
  exit(2)
}
