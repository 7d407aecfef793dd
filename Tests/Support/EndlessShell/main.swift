import Foundation
import PredicateShell

// The shell on the demo database, where counting friends never ends and the progress bar appears at once.
exit(ShellProgram.run(database: try EndlessDatabase(), options: ShellOptions(progressDelay: .zero)))
