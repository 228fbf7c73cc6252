"""Types into `stickslip repl` at a pseudo-terminal and interrupts what runs: the prompt must come back, and the names be as before.

usage: interrupt.py BINARY FOLDER      prints a line per input that was interrupted, then `exit code N`.
"""
import os, pty, re, select, sys, time

INPUTS = [
    "while True: pass\r",
    "[0 for i in range(10**9)]",
    "while True: y = sorted(x)\r",
    # A parse, and an operator.
    "INCLUDE(UNITE=39)",
    "L = DEFI_LIST_REEL(DEBUT=0., INTERVALLE=_F(JUSQU_A=1., NOMBRE=40000000))",
    # Nothing of these looks whether it is interrupted.
    "w = numpy.fft.fft(numpy.ones(1000003))",
    "w = numpy.polyfit(numpy.array(x * 20), numpy.array(x * 20), 6)",
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


def has_prompt():
    return re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", shown).rstrip(b" \r").endswith(b">>>")


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
for line in INPUTS:
    for part in line.split("\r"):
        type_in(part)
        time.sleep(0.1)
    end = time.time() + 0.5
    while time.time() < end:
        read(0.01)
    if not has_prompt():
        os.write(terminal, b"\x03")
        print(f"prompt after {prompt():.2f} s: {line[:40].strip()!r}")
    type_in("len(x) + 5")
    prompt()
    assert b"100005" in shown, (line[:40], shown[-500:])
os.write(terminal, b"\x04")
print("exit code", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
