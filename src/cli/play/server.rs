//! A server of two files on this machine: the page and the study. It reads GET and HEAD, answers, and closes.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crate::source::{Instant, World};

/// Longest head of a request.
const MOST: usize = 16 << 10;
/// A client that has not said what it wants for so long is left.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time after which a client that does not take its answer is left.
const LONGEST: Duration = Duration::from_secs(30);
/// Between two looks at whether to end.
const BETWEEN: Duration = Duration::from_millis(50);

/// Serves until there is a reason to stop.
pub fn serve(listener: &TcpListener, port: u16, page: &str, study: Option<&str>, world: &dyn World) {
    // Without it the server ends with the next request.
    let _ = listener.set_nonblocking(true);
    std::thread::scope(|scope| {
        while !world.cancelled() {
            match listener.accept() {
                Ok((stream, _)) => {
                    // A client that is gone needs no answer.
                    scope.spawn(move || drop(answer(stream, port, page, study, world)));
                }
                Err(_) => std::thread::sleep(BETWEEN),
            }
        }
    });
}

fn answer(mut stream: TcpStream, port: u16, page: &str, study: Option<&str>, world: &dyn World) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(BETWEEN))?;
    stream.set_write_timeout(Some(BETWEEN))?;
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    in_time(PATIENCE, world, || {
        let count = stream.read(&mut piece)?;
        head.extend_from_slice(&piece[..count]);
        Ok(count == 0 || head.windows(4).any(|end| end == b"\r\n\r\n") || head.len() >= MOST)
    })?;
    let response = response(&String::from_utf8_lossy(&head), port, page, study);
    let mut rest = response.as_slice();
    in_time(LONGEST, world, || {
        let count = stream.write(rest)?;
        rest = &rest[count..];
        Ok(count == 0 || rest.is_empty())
    })?;
    stream.flush()
}

/// Takes steps, each of which may find that it has to wait, until one is the last. All of them have so much time together, and end
/// with the server: a client that is slow, or means to be, holds nobody up.
fn in_time(time: Duration, world: &dyn World, mut step: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < time && !world.cancelled() {
        match step() {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::TimedOut.into())
}

/// The answer to the head of a request.
fn response(head: &str, port: u16, page: &str, study: Option<&str>) -> Vec<u8> {
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or("").split(' ');
    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let host = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    // A page from elsewhere that had its own name lead here would read the study.
    let is_here =
        host.is_some_and(|host| [format!("127.0.0.1:{port}"), format!("localhost:{port}")].iter().any(|h| h == host));
    let (status, kind, body) = match (method, path.split(['?', '#']).next().unwrap_or(""), study) {
        _ if !is_here => ("403 Forbidden", "text/plain", "this server answers to 127.0.0.1 alone\n"),
        ("GET" | "HEAD", "/" | "/index.html" | "/stickslip.html", _) => ("200 OK", "text/html; charset=utf-8", page),
        ("GET" | "HEAD", "/study.json", Some(study)) => ("200 OK", "application/json", study),
        ("GET" | "HEAD", _, _) => ("404 Not Found", "text/plain", "there is no such file\n"),
        _ => ("405 Method Not Allowed", "text/plain", "this server knows GET\n"),
    };
    let mut out = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nX-Content-Type-Options: \
         nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    if method != "HEAD" {
        out.extend_from_slice(body.as_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(head: &str, study: Option<&str>) -> String {
        String::from_utf8(response(head, 8137, "<html>", study)).unwrap()
    }

    #[test]
    fn two_files_are_served_to_this_machine() {
        let host = "\r\nHost: 127.0.0.1:8137\r\n\r\n";
        let page = asked(&format!("GET /?a=1 HTTP/1.1{host}"), None);
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("\r\n\r\n<html>"), "{page}");
        assert!(asked(&format!("HEAD / HTTP/1.1{host}"), None).ends_with("Connection: close\r\n\r\n"));
        assert!(asked(&format!("GET /study.json HTTP/1.1{host}"), Some("{}")).ends_with("\r\n\r\n{}"));
        assert!(asked(&format!("GET /study.json HTTP/1.1{host}"), None).starts_with("HTTP/1.1 404"));
        assert!(asked(&format!("GET /../etc/passwd HTTP/1.1{host}"), Some("{}")).starts_with("HTTP/1.1 404"));
        assert!(asked(&format!("POST / HTTP/1.1{host}"), None).starts_with("HTTP/1.1 405"));
        for head in ["", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: evil.example:8137\r\n\r\n"] {
            assert!(asked(head, Some("{}")).starts_with("HTTP/1.1 403"), "{head}");
        }
    }

    #[test]
    fn the_server_answers_and_ends() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let world = crate::source::Disk::default();
        std::thread::scope(|scope| {
            scope.spawn(|| serve(&listener, port, "<html>", None, &world));
            let mut silent = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            stream.write_all(format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").as_bytes()).unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            assert!(text.ends_with("<html>"), "{text}");
            // A client that goes on and on does not keep the server from its end.
            silent.write_all(b"GET / HT").unwrap();
            world.cancel(crate::source::Stop::Asked);
        });
    }
}
