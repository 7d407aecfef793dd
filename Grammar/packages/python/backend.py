"""Builds the wheel and the source distribution of the suite (PEP 517). Standard library only.

The files come from the folder of the standard, two folders above; ../contents.json says which. A source distribution carries them.
"""
import base64
import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STANDARD = HERE / "standard" if (HERE / "standard").exists() else HERE.parent.parent
CONTENTS = json.loads((HERE / "contents.json" if (HERE / "contents.json").exists() else HERE.parent / "contents.json").read_text())
VERSION = (STANDARD / "VERSION").read_text().strip()
NAME = f"predicate_suite-{VERSION}"
METADATA = f"""Metadata-Version: 2.1
Name: predicate-suite
Version: {VERSION}
Summary: The conformance suite of the language that NSPredicate(format:) reads, with its runner
License: MIT
Requires-Python: >=3.9
"""


def standard_files():
    """The files of the standard: (path, content)."""
    paths = [*map(Path, CONTENTS["files"])]
    for folder in CONTENTS["folders"]:
        paths += sorted(path.relative_to(STANDARD) for path in (STANDARD / folder).iterdir() if path.is_file())
    for path in paths:
        yield path.as_posix(), (STANDARD / path).read_bytes()


def modules():
    for path in sorted((HERE / "predicate_suite").glob("*.py")):
        yield f"predicate_suite/{path.name}", path.read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    information = f"{NAME}.dist-info"
    files = [*modules(), *((f"predicate_suite/standard/{path}", content) for path, content in standard_files()),
             (f"{information}/METADATA", METADATA.encode()),
             (f"{information}/WHEEL", b"Wheel-Version: 1.0\nGenerator: backend.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
             (f"{information}/entry_points.txt", b"[console_scripts]\npredicate-suite = predicate_suite.__main__:main\n")]
    record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}\n"
                     for path, content in files) + f"{information}/RECORD,,\n"
    name = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in [*files, (f"{information}/RECORD", record.encode())]:
            # The same files give the same wheel, whenever it is built.
            wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"{NAME}.tar.gz"
    own = [(path, (HERE / path).read_bytes()) for path in ("backend.py", "pyproject.toml")]
    files = [*own, *modules(), ("PKG-INFO", METADATA.encode()), ("contents.json", json.dumps(CONTENTS).encode()),
             *((f"standard/{path}", content) for path, content in standard_files())]
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path, content in files:
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return name
