//! A terminal: the program runs in one (`script` makes it), and what it writes is drawn on a screen of so many columns.

use std::path::Path;
use std::process::{Command, Stdio};

/// The bytes that the program writes to a terminal of so many columns until it ends, or for so many seconds; `None` where
/// `script` is not there to make one.
pub fn written(folder: &Path, columns: usize, seconds: u32, command: &str) -> Option<String> {
    let line = format!(
        "stty cols {columns} rows 40; exec timeout -s KILL {seconds} '{}' {command}",
        env!("CARGO_BIN_EXE_stickslip")
    );
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("LANG", "C.UTF-8")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a terminal shows: rows of characters, with the few codes that live lines use.
#[derive(Default)]
pub struct Screen {
    columns: usize,
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Screen {
    pub fn new(columns: usize) -> Screen {
        Screen { columns, ..Screen::default() }
    }

    pub fn take(&mut self, text: &str) {
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\r' => self.column = 0,
                '\n' => self.row += 1,
                '\u{1b}' if rest.peek() == Some(&'[') => {
                    rest.next();
                    let mut number = String::new();
                    for c in rest.by_ref() {
                        if c.is_ascii_alphabetic() {
                            self.code(c, number.parse().unwrap_or(1));
                            break;
                        }
                        number.push(c);
                    }
                }
                c => {
                    // A character after the last column begins a line.
                    if self.column == self.columns {
                        (self.row, self.column) = (self.row + 1, 0);
                    }
                    self.rows.resize(self.rows.len().max(self.row + 1), Vec::new());
                    let row = &mut self.rows[self.row];
                    row.resize(row.len().max(self.column + 1), ' ');
                    row[self.column] = c;
                    self.column += 1;
                }
            }
        }
    }

    fn code(&mut self, code: char, number: usize) {
        match code {
            'A' => self.row = self.row.saturating_sub(number),
            'J' => {
                self.rows.truncate(self.row + 1);
                if let Some(row) = self.rows.get_mut(self.row) {
                    row.truncate(self.column);
                }
            }
            // Colours.
            'm' => {}
            other => panic!("the code {other} is not known here"),
        }
    }

    pub fn lines(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_string()).collect()
    }
}
