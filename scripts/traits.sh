# The package traits with which everything is built: the one set that scripts, CI and the packages beside this one use, so that one build serves all.
# After a build with other traits SwiftPM builds everything again. For commands by hand:
#
#   . scripts/traits.sh && swift test "${traits[@]}" --filter Parser
traits=(--traits PostgreSQL)
# The tests of the targets that read values in place. They run once more without in-place reads.
reading_tests='Predicate(Memory|Reference|Engine|Foundation|Records|Statements)Tests|OpenPredicateClientTests'
