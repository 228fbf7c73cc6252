"""Types into `stickslip repl` at a pseudo-terminal and interrupts what runs: the prompt must come back, and the names be as before.

usage: interrupt.py BINARY FOLDER      prints a line per input that was interrupted, then `exit code N`.
"""
import os, pty, re, select, sys, termios, time

INPUTS = [
    "while True: pass\r",
    "[0 for i in range(10**9)]",
    "while True: y = sorted(x)\r",
    # A parse, and an operator.
    "INCLUDE(UNITE=39)",
    "L = DEFI_LIST_REEL(DEBUT=0., INTERVALLE=_F(JUSQU_A=1., NOMBRE=40000000))",
    # Nothing of these looks whether it is interrupted.
    "w = numpy.fft.fft(numpy.ones(1000003))",
    "w = numpy.polyfit(numpy.array(x * 10), numpy.array(x * 10), 6)",
]
LONGEST = 60

os.chdir(sys.argv[2])
with open("long.comm", "w") as file:
    file.write("z = [1, 2, (3, 4)]\n" * 200000)
child, terminal = pty.fork()
if child == 0:
    os.environ.update(HOME=sys.argv[2], TERM="xterm")
    os.execv(sys.argv[1], [sys.argv[1], "repl"])
shown = b""


def read(wait):
    global shown
    if select.select([terminal], [], [], wait)[0]:
        shown += os.read(terminal, 1 << 16)


def plain():
    return re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", shown)


def has_prompt():
    return plain().rstrip(b" \r").endswith(b">>>")


def is_computing():
    """The line editor has let go of the terminal: an interrupt is a signal now, no key."""
    return bool(termios.tcgetattr(terminal)[3] & termios.ICANON)


def wait_for(state, seconds):
    start = time.time()
    while not state() and time.time() - start < seconds:
        read(0.01)
    return state()


def prompt():
    start = time.time()
    while not has_prompt():
        read(0.01)
        if time.time() - start > LONGEST:
            print("no prompt any more:", shown[-500:])
            sys.exit(1)
    return time.time() - start


def type_in(text):
    global shown
    shown = b""
    os.write(terminal, (text + "\r").encode())


prompt()
for line in ["import numpy", "x = [float(i) for i in range(100000)]", "DEFI_FICHIER(UNITE=39, FICHIER='long.comm', ACCES='OLD')"]:
    type_in(line)
    prompt()
for line, wait in [(line, wait) for wait in (0, 0.3) for line in INPUTS]:
    *parts, last = line.split("\r")
    for part in parts:
        type_in(part)
        if not wait_for(lambda: plain().rstrip(b" \r").endswith(b"..."), LONGEST):
            sys.exit(f"no second prompt after {part!r}: {shown[-500:]}")
    type_in(last)
    if not wait_for(lambda: is_computing() or has_prompt(), LONGEST):
        sys.exit(f"{line!r} is not taken: {shown[-500:]}")
    # Pressed once: as soon as the line is taken, and a while after. What ended by itself has shown its prompt.
    start = time.time()
    if not wait_for(has_prompt, wait):
        os.write(terminal, b"\x03")
        prompt()
        if "while True" in line and not (b"stopped:" in plain() or b"interrupted;" in plain()):
            sys.exit(f"what became of {line!r} is not said: {shown[-500:]}")
        print(f"prompt after {time.time() - start:.2f} s: {line[:40].strip()!r}")
    type_in("len(x) + 5")
    prompt()
    assert b"100005" in shown, (line[:40], shown[-500:])
os.write(terminal, b"\x04")
print("exit code", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
