# The package traits and the variable with which everything is built: the one set that scripts, CI and the packages beside this one use, so that one
# build serves all. After a build with others SwiftPM builds everything again. For commands by hand:
#
#   . scripts/traits.sh && swift test "${traits[@]}" --filter Parser
traits=(--traits PostgreSQL)
# Some floors are optimised in debug builds, too (Package.swift). The build takes as long, and the tests take two thirds of the time.
export OPENPREDICATE_OPTIMISED=1
# The tests of the targets that read values in place. They run once more without in-place reads.
reading_tests='Predicate(Memory|Reference|Engine|Foundation|Records|Statements)Tests|OpenPredicateClientTests'
