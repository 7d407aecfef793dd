/// How an answer is shown: the size of the screen, colours, the number of rows.
public struct OutputLayout: Sendable {
  /// The columns of the screen; nil without a screen, so that nothing is shortened.
  public var width: Int?
  /// The lines of the screen; nil without a screen, so that nothing is paged.
  public var height: Int?
  /// The greatest number of rows that are shown; nil for all.
  public var rowLimit: Int?
  /// The colours, or none.
  public var style: TextStyle
  /// Whether footers show the elapsed time. False if the output must not change from run to run.
  public var showsTime: Bool

  /// Whether drawings may contain more than ASCII.
  public var isUTF8 = true

  /// The default number of rows that are shown on a terminal.
  public static let standardRowLimit = 40

  /// A layout.
  public init(width: Int?, height: Int? = nil, rowLimit: Int?, style: TextStyle, showsTime: Bool) {
    self.width = width
    self.height = height
    self.rowLimit = rowLimit
    self.style = style
    self.showsTime = showsTime
  }

  /// The layout for pipes and files: all rows in full width, without colours.
  public static let plain = OutputLayout(width: nil, rowLimit: nil, style: .plain, showsTime: false)

  /// For a terminal of `width` columns and `height` lines.
  public static func terminal(width: Int, height: Int? = nil, isColored: Bool) -> OutputLayout {
    OutputLayout(
      width: width, height: height, rowLimit: standardRowLimit, style: TextStyle(isColored: isColored), showsTime: true)
  }
}
