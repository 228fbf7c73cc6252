//! Messages over standard input and output: a header with the length of the content, then the content as JSON.
//!
//! The framing is our own because a message whose header is right and whose JSON is not must not end the server.

use std::io::{self, BufRead, Write};

use serde_json::Value;

/// What came in.
pub enum Incoming {
    Message(Value),
    /// The header is right, the content is no JSON.
    Malformed(String),
    /// Nothing more comes: the client has gone, or a header cannot be read.
    End(Result<(), String>),
}

/// Longest message, in bytes.
const LONGEST: usize = 256 << 20;

pub fn read(input: &mut dyn BufRead) -> Incoming {
    match content(input) {
        Ok(None) => Incoming::End(Ok(())),
        Ok(Some(bytes)) => match serde_json::from_slice(&bytes) {
            Ok(message) => Incoming::Message(message),
            Err(error) => Incoming::Malformed(error.to_string()),
        },
        Err(error) => Incoming::End(Err(error.to_string())),
    }
}

fn content(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    let mut first = true;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return if first { Ok(None) } else { Err(io::Error::other("the input ends in a header")) };
        }
        first = false;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(io::Error::other(format!("this is no header: {line:?}")));
        };
        if name.eq_ignore_ascii_case("content-length") {
            let wrong = || io::Error::other(format!("this is no length: {value:?}"));
            length = Some(value.trim().parse::<usize>().ok().filter(|&n| n <= LONGEST).ok_or_else(wrong)?);
        }
    }
    let length = length.ok_or_else(|| io::Error::other("a header has no Content-Length"))?;
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(Some(bytes))
}

pub fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_content_does_not_end_the_stream_and_a_bad_header_does() {
        let mut out = Vec::new();
        write(&mut out, &serde_json::json!({"é": 1})).unwrap();
        out.extend(b"Content-Length: 3\r\n\r\n{x}Content-Type: a\r\ncontent-length: 2\r\n\r\n{}Nonsense\r\n");
        let mut input = out.as_slice();
        assert!(matches!(read(&mut input), Incoming::Message(m) if m["é"] == 1));
        assert!(matches!(read(&mut input), Incoming::Malformed(_)));
        assert!(matches!(read(&mut input), Incoming::Message(_)));
        assert!(matches!(read(&mut input), Incoming::End(Err(_))));
        assert!(matches!(read(&mut input), Incoming::End(Ok(()))));
    }
}
