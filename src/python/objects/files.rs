//! Files that a study has opened, and their methods.

use std::sync::{Arc, Mutex};

use crate::python::core::display::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration;
use crate::python::core::methods::Methods;
use crate::python::core::value::{OpenFile, Value, hold};

/// Methods of files.
pub const METHODS: Methods<Arc<Mutex<OpenFile>>> = &[
    ("close", |interpreter, file, _| interpreter.close(file).map(|()| Value::None)),
    ("flush", |_, _, _| Ok(Value::None)),
    ("read", |_, file, _| {
        let file = &mut *hold(file);
        let rest = Value::text(file.rest());
        file.position = file.text.len();
        Ok(rest)
    }),
    ("readline", |_, file, _| {
        let file = &mut *hold(file);
        let line = file.rest().split_inclusive('\n').next().unwrap_or("").to_string();
        file.position += line.len();
        Ok(Value::text(line))
    }),
    ("readlines", |_, file, _| Ok(Value::list(hold(file).lines()))),
    ("write", |_, file, call| {
        let [text] = call.exactly(["text"])?;
        match text {
            Value::Text(text) => hold(file).write(&text)?,
            Value::Unknown => {}
            other => return Err(Fault::type_error(format!("write() expects a text, not {}", other.a_type()))),
        }
        Ok(Value::None)
    }),
    ("writelines", |_, file, call| {
        let [items] = call.exactly(["lines"])?;
        for item in iteration::collect(&items)?.unwrap_or_default() {
            hold(file).write(&display(&item))?;
        }
        Ok(Value::None)
    }),
];

impl OpenFile {
    /// Keeps a text until the file is closed.
    pub fn write(&mut self, text: &str) -> Result<()> {
        if self.closed || !self.writing {
            let why = if self.closed { "is closed" } else { "was opened to be read" };
            return Err(Fault::value_error(format!("file '{}' {why}", self.name)));
        }
        self.text.push_str(text);
        Ok(())
    }

    /// The text not read yet.
    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or("")
    }

    /// The lines not read yet, ends of line included.
    pub fn lines(&mut self) -> Vec<Value> {
        let lines = self.rest().split_inclusive('\n').map(Value::text).collect();
        self.position = self.text.len();
        lines
    }
}

impl Interpreter<'_> {
    pub(crate) fn close(&mut self, file: &Mutex<OpenFile>) -> Result<()> {
        let mut file = hold(file);
        if !file.closed && file.writing {
            let written = self.host.write_file(&file.name, &file.text)?;
            written.map_err(|why| Fault::new("OSError", format!("cannot write '{}': {why}", file.name)))?;
        }
        file.closed = true;
        Ok(())
    }
}
