"""Runs the runner of the standard: python3 -m predicate_suite --adapter COMMAND"""
import sys

from predicate_suite import folder


def main():
    sys.path.insert(0, str(folder / "runner"))
    import run
    return run.main()


if __name__ == "__main__":
    sys.exit(main())
