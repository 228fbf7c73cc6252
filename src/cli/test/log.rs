//! What a study prints, as much of it as a report can take: its beginning and its end.

/// Bytes kept of each.
const KEPT: usize = 48 << 10;

#[derive(Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: Vec<u8>,
    left_out: usize,
}

impl Log {
    pub fn push(&mut self, bytes: &[u8]) {
        let room = KEPT.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.tail.extend_from_slice(&bytes[room..]);
        if self.tail.len() > 2 * KEPT {
            let surplus = self.tail.len() - KEPT;
            self.tail.drain(..surplus);
            self.left_out += surplus;
        }
    }

    /// The text, without colours and other codes of terminals.
    pub fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.left_out > 0 {
            text.push_str(&format!("\n[... {} bytes left out ...]\n", self.left_out));
        }
        text.push_str(&String::from_utf8_lossy(&self.tail));
        text.retain(|c| !c.is_control() || c == '\n' || c == '\t');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_log_keeps_its_beginning_and_its_end() {
        let mut log = Log::default();
        log.push(b"first\n");
        for _ in 0..100_000 {
            log.push(b"0123456789\n");
        }
        log.push(b"last\n");
        let text = log.text();
        assert!(text.starts_with("first\n0123") && text.ends_with("last\n") && text.contains("bytes left out"));
        assert!(text.len() < 4 * KEPT);
    }
}
