"""Shows manual pages at a pseudo-terminal of 24 lines: the text that goes through the pager is kept by it in a file.

usage: pager.py BINARY FOLDER      prints a line per command: whether the pager was asked, and the number of lines it got.
"""
import fcntl, os, pty, struct, sys, termios

LONG, SHORT = ["doc", "DYNA_VIBRA"], ["doc", "FIN"]
CASES = [
    ("long", LONG, "tee paged.txt"),
    ("short", SHORT, "tee paged.txt"),
    ("--no-pager", [*LONG, "--no-pager"], "tee paged.txt"),
    ("no PAGER", LONG, ""),
    ("a PAGER that is not there", LONG, "no_such_pager"),
    ("search", ["doc", "-k", "friction"], "tee paged.txt"),
]

os.chdir(sys.argv[2])
for name, arguments, pager in CASES:
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.environ.update(PAGER=pager, TERM="xterm")
        os.execv(sys.argv[1], [sys.argv[1], *arguments])
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    paged = 0
    if os.path.exists("paged.txt"):
        paged = len(open("paged.txt", "rb").read().splitlines())
        os.remove("paged.txt")
    shown = len(shown.splitlines())
    print(f"{name}: exit {code}, {'paged' if paged else 'not paged'}, {'all shown' if not paged or paged == shown else 'cut'}, {'more' if shown > 24 else 'less'} than a screen")
