//! Worlds that stand on another one, `world`: what they leave to it.

/// The methods named, as the world beneath has them.
macro_rules! as_beneath {
    ($($method:ident)*) => { $(crate::source::beneath::as_beneath!(@ $method);)* };
    (@ write_pieces) => {
        fn write_pieces(&self, path: &std::path::Path, pieces: crate::source::Pieces<'_>) -> std::io::Result<()> {
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
    (@ may_touch) => {
        fn may_touch(&self, path: &std::path::Path) -> std::io::Result<()> {
            self.world.may_touch(path)
        }
    };
}

pub(super) use as_beneath;
