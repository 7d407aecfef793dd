"""An adapter in a process of its own, asked a line at a time. Standard library only."""
import contextlib
import os
import select
import signal
import subprocess
import time


class Adapter:
    """A process that is started when it is first asked, and again when it has ended."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process = command, timeout, None
        self.status = None  # That of the last process that ended before its answer.

    def ask(self, line):
        """The answer's bytes, or "crash" or "timeout"."""
        if self.process and self.process.poll() is not None:
            self.stop()
        if not self.process:
            self.process = subprocess.Popen(["/bin/sh", "-c", self.command], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
            os.set_blocking(self.process.stdin.fileno(), False)
        answer = self.exchange(line.encode() + b"\n", self.process.stdin.fileno(), self.process.stdout.fileno())
        if answer == "crash":
            with contextlib.suppress(subprocess.TimeoutExpired):  # It may have closed its output only.
                self.status = self.process.wait(0.5)
        if isinstance(answer, str):
            self.stop()
        return answer

    def exchange(self, request, to, source):
        end, received = time.monotonic() + self.timeout, b""
        while (left := end - time.monotonic()) > 0:
            readable, writable, _ = select.select([source], [to] if request else [], [], left)
            with contextlib.suppress(OSError):  # Where nobody reads any more, what is read next tells the end.
                request = request[os.write(to, request):] if writable else request
            if readable:
                chunk = os.read(source, 1 << 16)
                received += chunk
                if b"\n" in chunk:
                    return received[:received.index(b"\n")]
                if not chunk or len(received) > 1 << 25:
                    return "crash"
        return "timeout"

    def stop(self):
        if self.process:
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.process = None
