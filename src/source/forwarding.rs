//! Worlds that stand on another one, `world`: what they leave to it.

/// The methods named, as the world beneath has them.
#[macro_export]
macro_rules! as_beneath {
    ($($method:ident)*) => { $($crate::as_beneath!(@ $method);)* };
    (@ read) => {
        fn read(&self, path: &std::path::Path) -> std::io::Result<Vec<u8>> {
            self.world.read(path)
        }
    };
    (@ exists) => {
        fn exists(&self, path: &std::path::Path) -> bool {
            self.world.exists(path)
        }
    };
    (@ list) => {
        fn list(&self, folder: &std::path::Path) -> std::io::Result<Vec<String>> {
            self.world.list(folder)
        }
    };
    (@ is_sandbox) => {
        fn is_sandbox(&self) -> bool {
            self.world.is_sandbox()
        }
    };
    (@ flag) => {
        fn flag(&self) -> Option<$crate::source::Flag> {
            self.world.flag()
        }
    };
    (@ stop) => {
        fn stop(&self) -> Option<$crate::source::Stop> {
            self.world.stop()
        }
    };
    (@ write_pieces) => {
        fn write_pieces(&self, path: &std::path::Path, pieces: $crate::source::Pieces<'_>) -> std::io::Result<()> {
            self.world.write_pieces(path, pieces)
        }
    };
    (@ make_folder) => {
        fn make_folder(&self, path: &std::path::Path) -> std::io::Result<()> {
            self.world.make_folder(path)
        }
    };
    (@ used) => {
        fn used(&self, path: &std::path::Path) {
            self.world.used(path)
        }
    };
    (@ stamp) => {
        fn stamp(&self, path: &std::path::Path) -> Option<$crate::source::Stamp> {
            self.world.stamp(path)
        }
    };
    (@ may_touch) => {
        fn may_touch(&self, path: &std::path::Path) -> std::io::Result<()> {
            self.world.may_touch(path)
        }
    };
}

pub use as_beneath;
