//! Kinds of files, by their names, as programs that show them call them.

use std::path::Path;

/// The media type of a file.
pub fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("csv") => "text/csv",
        Some("json") => "application/json",
        Some("vtu" | "pvd") => "application/xml",
        Some("txt" | "comm" | "mail" | "resu" | "table" | "dat" | "mess") => "text/plain",
        _ => "application/octet-stream",
    }
}
