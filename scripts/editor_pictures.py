#!/usr/bin/env python3
"""Pictures of an editor at work: Neovim in a pseudo-terminal with `stickslip lsp`, its cells written as SVG.

    python3 scripts/editor_pictures.py [NVIM [STICKSLIP]]

writes tests/language/editor_typing.svg and editor_run.svg. Needs Neovim 0.11 or later and the Python package pyte (a terminal
in memory). The keys below are all that is typed; colours are those of the editor.
"""

import fcntl
import os
import pty
import select
import shutil
import struct
import sys
import tempfile
import termios
import time
from html import escape
from pathlib import Path

import pyte

ROOT = Path(__file__).resolve().parent.parent
COLUMNS, WIDTH, HEIGHT, SIZE = 132, 7.8, 17, 13

INIT = """
vim.filetype.add({{ extension = {{ comm = "comm" }} }})
vim.lsp.config("stickslip", {{ cmd = {{ "{program}", "lsp" }}, filetypes = {{ "comm" }} }})
vim.lsp.enable("stickslip")
vim.o.termguicolors, vim.o.background, vim.o.number, vim.o.signcolumn, vim.o.laststatus = true, "light", true, "no", 0
vim.o.completeopt, vim.o.swapfile, vim.o.ruler, vim.o.showcmd, vim.o.showmode = "menuone,noinsert,popup", false, false, false, false
vim.o.pumheight, vim.o.shadafile, vim.o.hlsearch = 8, "NONE", false
vim.opt.shortmess:append("c")
vim.cmd("syntax enable")
vim.diagnostic.config({{ virtual_lines = true, underline = true, update_in_insert = true }})
vim.api.nvim_create_autocmd("FileType", {{ callback = function() vim.bo.syntax = "python" end }})
vim.lsp.inlay_hint.enable()
-- What the server says of the run is beside the text already.
vim.lsp.handlers["window/showMessage"] = function() return vim.NIL end
function Refresh() vim.lsp.codelens.refresh({{ bufnr = 0 }}) end
function Run()
  local uri = vim.uri_from_bufnr(0)
  local client = vim.lsp.get_clients({{ name = "stickslip" }})[1]
  client:request("workspace/executeCommand", {{ command = "stickslip.run", arguments = {{ uri }} }}, Refresh)
end
"""

STUDY = """from math import cos

DEBUT()

# ---- A mass on a spring, in free vibration: x(t) = cos(w t) ----
MASS = 0.7
STIFFNESS = 1300.0
OMEGA = (STIFFNESS / MASS) ** 0.5
TIMES = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.3, NOMBRE=300))
MOTION = FORMULE(NOM_PARA="INST", VALE="cos(OMEGA * INST)", OMEGA=OMEGA)
CURVE = CALC_FONC_INTERP(FONCTION=MOTION, LIST_PARA=TIMES, NOM_PARA="INST", NOM_RESU="DX")

# x(0.2) = -0.69249 by hand; the other value is a guess.
TEST_FONCTION(VALEUR=_F(FONCTION=CURVE, VALE_PARA=0.2, VALE_CALC=-0.69249))
TEST_FONCTION(VALEUR=_F(FONCTION=CURVE, VALE_PARA=0.1, VALE_CALC=-0.4))

# Three instants, against the closed form.
for t in (0.05, 0.15, 0.25):
    TEST_FONCTION(VALEUR=_F(FONCTION=CURVE, VALE_PARA=t, VALE_CALC=cos(OMEGA * t)))
FIN()
"""

# An author has misspelt one keyword and asks what another may be.
TYPED = STUDY.replace("DEBUT=0.0,", "DEBUTS=0.0,").split("# x(0.2)")[0] + """MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(
    MAILLAGE=MESH,
    AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE"),
)
"""


MESH = """COOR_3D
N1 0.0 0.0 0.0
N2 1.0 0.0 0.0
FINSF
SEG2
SPRING N1 N2
FINSF
FIN
"""


class Editor:
    """Neovim in a terminal of memory."""

    def __init__(self, nvim, folder, rows):
        self.screen = pyte.Screen(COLUMNS, rows)
        self.stream = pyte.ByteStream(self.screen)
        pid, self.handle = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", XDG_STATE_HOME=str(folder), LANG="C.UTF-8")
            os.execvp(nvim, [nvim, "-u", "init.lua", "-n", "study.comm"])
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, COLUMNS, 0, 0))

    def look(self, seconds):
        """Takes in what the editor draws for a while."""
        end = time.time() + seconds
        while time.time() < end:
            if select.select([self.handle], [], [], 0.05)[0]:
                try:
                    self.stream.feed(os.read(self.handle, 1 << 16))
                except OSError:
                    return

    def wait(self, text, seconds=30):
        """Until the screen shows a text."""
        end = time.time() + seconds
        while not any(text in line for line in self.screen.display):
            if time.time() > end:
                sys.exit(f"the editor does not show {text!r}:\n" + "\n".join(self.screen.display))
            self.look(0.2)
        self.look(0.5)

    def type(self, keys, seconds=0.3):
        os.write(self.handle, keys.encode())
        self.look(seconds)


def colour(name, otherwise):
    """A colour of pyte as SVG takes it."""
    names = {"default": otherwise, "brown": "#808000"}
    if name in names:
        return names[name]
    return f"#{name}" if len(name) == 6 and all(c in "0123456789abcdef" for c in name) else name


def drawn(screen, rows):
    """The cells of a screen as SVG."""
    width, height = round(COLUMNS * WIDTH) + 16, rows * HEIGHT + 16
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}">',
        f'<rect width="{width}" height="{height}" rx="6" fill="#ffffff" stroke="#b0b0b0"/>',
    ]
    for row in range(rows):
        cells = [screen.buffer[row][column] for column in range(COLUMNS)]
        start = 0
        while start < COLUMNS:
            first = cells[start]
            look = lambda cell: (cell.fg, cell.bg, cell.bold, cell.italics, cell.underscore, cell.reverse)
            end = start + 1
            while end < COLUMNS and look(cells[end]) == look(first):
                end += 1
            fore, back = colour(first.fg, "#14161b"), colour(first.bg, "#ffffff")
            if first.reverse:
                fore, back = back, fore
            x, y = 8 + start * WIDTH, 8 + row * HEIGHT
            if back not in ("#ffffff", "#e0e2ea"):
                out.append(f'<rect x="{x:.1f}" y="{y}" width="{(end - start) * WIDTH:.1f}" height="{HEIGHT}" fill="{back}"/>')
            text = "".join(cell.data for cell in cells[start:end])
            bare = text.strip()
            if bare:
                skip = len(text) - len(text.lstrip())
                style = ' font-weight="bold"' if first.bold else ""
                style += ' font-style="italic"' if first.italics else ""
                style += ' text-decoration="underline"' if first.underscore else ""
                length = f'textLength="{len(bare) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs"'
                out.append(
                    f'<text x="{x + skip * WIDTH:.1f}" y="{y + 13}" fill="{fore}" {length} xml:space="preserve"{style}>'
                    f"{escape(bare)}</text>"
                )
            start = end
    out.append("</svg>")
    return "\n".join(out) + "\n"


def picture(name, nvim, program, study, rows, scene):
    folder = Path(tempfile.mkdtemp())
    (folder / "init.lua").write_text(INIT.format(program=program))
    (folder / "study.comm").write_text(study)
    (folder / "study.mail").write_text(MESH)
    editor = Editor(nvim, folder, rows)
    editor.wait("DEBUT()")
    scene(editor)
    (ROOT / "tests/language" / name).write_text(drawn(editor.screen, rows))
    editor.type("\x1b\x1b:qall!\r", 1.0)
    shutil.rmtree(folder)


def typing(editor):
    """The misspelt keyword is told below its line; the values of a keyword are offered with their meanings."""
    editor.wait("has no keyword")
    editor.type('/MECANIQUE"\r:\x1b', 0.5)
    editor.type('f"a, MODELISATION="DIS_"\x1b[D', 1.5)
    editor.type("\x18\x0f", 1.0)
    editor.wait("DIS_TR")
    editor.look(1.0)


def run(editor):
    """After a run: verdicts above the assertions, values found behind the numbers."""
    editor.look(1.5)
    editor.type(":lua Run()\r", 1.0)
    editor.wait("NOOK")
    editor.type(":\x1b", 0.5)


def main():
    nvim = sys.argv[1] if len(sys.argv) > 1 else "nvim"
    program = sys.argv[2] if len(sys.argv) > 2 else shutil.which("stickslip") or ROOT / "target/debug/stickslip"
    picture("editor_typing.svg", nvim, Path(program).resolve(), TYPED, 24, typing)
    picture("editor_run.svg", nvim, Path(program).resolve(), STUDY, 24, run)


main()
