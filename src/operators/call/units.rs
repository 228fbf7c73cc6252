//! Logical units: which file each designates, and the names that one file goes by.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::plain_path::plain;
use super::suffixes::{SUFFIXES, with_suffix};
use crate::io::med::Document;
use crate::source::World;

/// What the units hold so far, shared by all the bindings of a run.
pub type Written = Arc<Mutex<BTreeMap<PathBuf, Content>>>;

/// The MED files of a run, shared in the same way.
pub type Documents = Arc<Mutex<BTreeMap<PathBuf, Arc<Document>>>>;

/// What a file holds that the study wrote.
#[derive(Debug, Default)]
pub struct Content {
    pub bytes: Vec<u8>,
    /// An earlier text of a session wrote it: the next one that writes begins it anew.
    pub is_past: bool,
}

/// Files as the profile binds them.
#[derive(Debug, Default)]
pub(in crate::operators) struct Profiled {
    bound: BTreeMap<i64, PathBuf>,
    /// Files that units write, where `bound` has another one to be read.
    results: BTreeMap<i64, PathBuf>,
    /// Units that are only read: what is written to them goes elsewhere.
    given: BTreeSet<i64>,
}

/// Logical units: which file each designates.
#[derive(Debug, Default)]
pub struct Units {
    /// Bound by the profile or by DEFI_FICHIER.
    pub bound: Mutex<BTreeMap<i64, PathBuf>>,
    /// The profile's binding, which holds again once a unit is released, and to which the name `fort.N` leads.
    pub(in crate::operators) profiled: Arc<Profiled>,
    /// `fort.N` of the units that were bound without a name, or written by that name, and are no longer bound.
    pub freed: BTreeMap<i64, PathBuf>,
    /// Folder of the study: `fort.N`, `<stem>.mail`, `<stem>.N` are looked up there.
    pub folder: PathBuf,
    pub stem: String,
    /// Where files written by the study go (the study's folder unless told otherwise).
    pub output: PathBuf,
    /// What was written to files so far.
    pub written: Written,
    /// MED files of this run, to which later calls add.
    pub documents: Documents,
}

impl Units {
    /// The units of a study as its profile binds them: files by unit, those written where another one is read, units that are only read.
    pub fn of_profile(
        bound: BTreeMap<i64, PathBuf>,
        results: BTreeMap<i64, PathBuf>,
        given: BTreeSet<i64>,
        (folder, stem, output): (PathBuf, String, PathBuf),
    ) -> Units {
        let bound_now = Mutex::new(bound.clone());
        let profiled = Arc::new(Profiled { bound, results, given });
        Units { bound: bound_now, profiled, folder, stem, output, ..Units::default() }
    }

    /// Binds other files to the units; what was written so far stays known.
    pub fn rebound(&self, bound: BTreeMap<i64, PathBuf>) -> Units {
        let freed = self.freed.iter().filter(|(unit, _)| !bound.contains_key(unit));
        Units {
            freed: freed.map(|(unit, path)| (*unit, path.clone())).collect(),
            bound: Mutex::new(bound),
            profiled: self.profiled.clone(),
            folder: self.folder.clone(),
            stem: self.stem.clone(),
            output: self.output.clone(),
            written: self.written.clone(),
            documents: self.documents.clone(),
        }
    }

    /// Releases a unit: the profile's file is bound to it again, and `fort.N` stays its file where it was.
    pub fn released(&self, unit: i64) -> Units {
        let mut bound = self.all_bound();
        let was = bound.remove(&unit);
        bound.extend(self.profiled.bound.get(&unit).map(|own| (unit, own.clone())));
        let mut units = self.rebound(bound);
        if was.as_ref() == Some(&self.fort(unit)) {
            units.free(unit);
        }
        units
    }

    /// Has `fort.N` be the file of a unit that nothing else names.
    pub fn free(&mut self, unit: i64) {
        if self.file_bound(unit).is_none() {
            self.freed.insert(unit, self.fort(unit));
        }
    }

    /// Notes what the study wrote otherwise than by a unit: what units write to it is added.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        if let Ok(mut written) = self.written.lock() {
            written.insert(path.to_path_buf(), Content { bytes: bytes.to_vec(), is_past: false });
        }
    }

    /// Has a file keep what it holds, given here unless the study wrote it.
    pub fn keep(&self, path: &Path, bytes: Vec<u8>) {
        if let Ok(mut written) = self.written.lock() {
            written.entry(path.to_path_buf()).or_insert(Content { bytes, is_past: false }).is_past = false;
        }
    }

    /// What follows begins all files anew.
    pub fn begin_anew(&self) {
        if let Ok(mut written) = self.written.lock() {
            written.values_mut().for_each(|content| content.is_past = true);
        }
        if let Ok(mut documents) = self.documents.lock() {
            documents.clear();
        }
    }

    /// The file of a name given in the study, among the results.
    pub fn place(&self, name: &str) -> PathBuf {
        self.output.join(plain(Path::new(name)))
    }

    /// What the profile binds to a unit.
    pub fn own(&self, unit: i64) -> Option<&PathBuf> {
        self.profiled.bound.get(&unit)
    }

    /// Files as they are bound.
    pub fn all_bound(&self) -> BTreeMap<i64, PathBuf> {
        self.bound.lock().map(|bound| bound.clone()).unwrap_or_default()
    }

    pub(super) fn file_bound(&self, unit: i64) -> Option<PathBuf> {
        self.bound.lock().ok().and_then(|bound| bound.get(&unit).cloned())
    }

    /// The file that the profile has a unit write.
    pub fn result_of(&self, unit: i64) -> Option<&PathBuf> {
        let own = self.profiled.bound.get(&unit).filter(|_| !self.profiled.given.contains(&unit));
        self.profiled.results.get(&unit).or(own)
    }

    /// The file that a unit with the profile's binding writes beside the one that it reads.
    pub(super) fn beside_bound(&self, unit: i64) -> Option<PathBuf> {
        let own = self.profiled.bound.get(&unit)?;
        if self.file_bound(unit).as_ref() != Some(own) {
            return None;
        }
        let result = self.profiled.results.get(&unit).cloned();
        result.or_else(|| self.profiled.given.contains(&unit).then(|| self.numbered(unit)))
    }

    /// `<output>/fort.N`
    pub fn fort(&self, unit: i64) -> PathBuf {
        self.output.join(format!("fort.{unit}"))
    }

    /// `<output>/<stem>.N`, the file that nothing else names.
    pub(super) fn numbered(&self, unit: i64) -> PathBuf {
        let stem = if self.stem.is_empty() { "fort" } else { &self.stem };
        self.output.join(format!("{stem}.{unit}"))
    }

    /// The files that a unit may have been written to, by their formats.
    fn output_files(&self, unit: i64) -> Vec<PathBuf> {
        let named = SUFFIXES.iter().filter_map(|suffix| self.output_file_as(unit, suffix));
        let mut files: Vec<PathBuf> = self.output_file(unit).into_iter().chain(named).collect();
        files.dedup();
        files
    }

    fn is_written(&self, path: &Path) -> bool {
        self.written.lock().is_ok_and(|written| written.contains_key(path))
    }

    /// The unit whose file goes by `fort.N` in the working folder.
    pub fn unit_of_name(name: &str) -> Option<i64> {
        name.strip_prefix("./").unwrap_or(name).strip_prefix("fort.")?.parse().ok()
    }

    /// The files that `fort.N` may stand for: those of the profile, of the name itself, of the unit.
    pub(super) fn files_of_fort(&self, unit: i64) -> Vec<PathBuf> {
        let own = self.profiled.bound.get(&unit);
        let mut files: Vec<PathBuf> = self.result_of(unit).into_iter().chain(own).cloned().collect();
        files.push(self.fort(unit));
        files.extend(self.output_files(unit));
        let numbered = self.numbered(unit);
        files.extend(SUFFIXES.iter().map(|suffix| with_suffix(&numbered, suffix)));
        files.push(numbered);
        files.push(self.folder.join(format!("fort.{unit}")));
        files
    }

    /// The file of a name given in the study: what its units wrote, what else it wrote, or what stands beside it.
    /// The error lists the places looked at.
    pub fn file_named(&self, name: &str, world: &dyn World) -> Result<PathBuf, Vec<PathBuf>> {
        let mut candidates: Vec<PathBuf> =
            Units::unit_of_name(name).map_or_else(Vec::new, |unit| self.files_of_fort(unit));
        candidates.extend([self.place(name), self.folder.join(plain(Path::new(name)))]);
        candidates.dedup();
        let written = candidates.iter().find(|path| self.is_written(path));
        written.or_else(|| candidates.iter().find(|path| world.exists(path))).cloned().ok_or(candidates)
    }

    /// The file that a name given in the study writes: for `fort.N` the one that the profile names.
    pub fn file_to_write(&self, name: &str) -> PathBuf {
        let result = Units::unit_of_name(name).and_then(|unit| self.result_of(unit).cloned());
        result.unwrap_or_else(|| self.place(name))
    }

    /// The file of a unit that is to be read: the one bound to it, else what the study wrote to it, else the first that
    /// exists of `fort.N` (among the results, then beside the study), `<stem>.<extension>` for each extension given, `<stem>.N`.
    /// The error lists the places looked at.
    pub fn resolve(&self, unit: i64, extensions: &[&str], world: &dyn World) -> Result<PathBuf, Vec<PathBuf>> {
        let candidates = match self.file_bound(unit) {
            Some(path) => {
                // What the study wrote to the unit comes before what it was given to read.
                let fort = Some(self.fort(unit)).filter(|_| self.profiled.given.contains(&unit));
                let mut results = self.beside_bound(unit).into_iter().chain(fort);
                vec![results.find(|path| self.is_written(path)).unwrap_or(path)]
            }
            None => {
                let mut candidates: Vec<PathBuf> =
                    self.output_files(unit).into_iter().filter(|path| self.is_written(path)).collect();
                candidates.push(self.fort(unit));
                candidates.push(self.folder.join(format!("fort.{unit}")));
                candidates.extend(extensions.iter().map(|e| self.folder.join(format!("{}.{e}", self.stem))));
                let own = self.folder.join(format!("{}.{unit}", self.stem));
                candidates.push(own.clone());
                candidates
                    .extend(SUFFIXES.map(|suffix| with_suffix(&own, suffix)).into_iter().filter(|p| world.exists(p)));
                candidates.dedup();
                candidates
            }
        };
        // What may not be touched is told when it is read.
        let wanted = |path: &&PathBuf| world.exists(path) || world.may_touch(path).is_err();
        candidates.iter().find(wanted).cloned().ok_or(candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;

    fn units() -> Units {
        Units { folder: "s".into(), stem: "shoe".into(), output: "out".into(), ..Units::default() }
    }

    #[test]
    fn units_are_looked_up_where_the_documentation_says() {
        let world = Memory::with([("s/shoe.mail", ""), ("s/fort.21", ""), ("s/shoe.35", ""), ("x/y", "")]);
        let units = units();
        units.bound.lock().unwrap().insert(22, "x/y".into());
        units.bound.lock().unwrap().insert(23, "x/z".into());
        let resolve = |unit, extensions: &[&str]| units.resolve(unit, extensions, &world);
        assert_eq!(resolve(20, &["mail"]), Ok("s/shoe.mail".into()));
        assert_eq!(resolve(21, &["mail"]), Ok("s/fort.21".into()));
        assert_eq!(resolve(22, &[]), Ok("x/y".into()));
        assert_eq!(resolve(23, &["mail"]), Err(vec!["x/z".into()]));
        assert_eq!(resolve(35, &[]), Ok("s/shoe.35".into()));
        assert_eq!(resolve(20, &[]).unwrap_err().len(), 3);
    }

    /// Whether what a unit writes and what a name reads is ordered.
    fn meets(units: &Units, unit: i64, other: &Units, name: &str) -> bool {
        units.keys_of_unit(unit).iter().any(|key| other.keys_of_name(name).contains(key))
    }

    #[test]
    fn all_names_of_a_file_are_one_whatever_happened_to_its_unit() {
        let free = units();
        let bound = free.rebound(BTreeMap::from([(81, "out/fort.81".into()), (30, "out/sub/../notes.txt".into())]));
        let released = bound.released(81).released(30);
        assert_eq!(released.output_file(81), Some("out/fort.81".into()));
        assert_eq!(released.output_file(30), Some("out/shoe.30".into()));
        for now in [&free, &bound, &released] {
            for then in [&free, &bound, &released] {
                assert!(meets(then, 81, now, "fort.81") && meets(then, 81, now, "./fort.81"));
                assert!(!meets(then, 81, now, "fort.82") && !meets(then, 81, now, "notes.txt"));
            }
            assert!(meets(&bound, 30, now, "./notes.txt") && meets(&free, 38, now, "shoe.38.csv"));
        }
    }

    #[test]
    fn the_name_fort_leads_to_the_file_of_the_profile() {
        let units = Units::of_profile(
            BTreeMap::from([(33, "s/in.txt".into()), (80, "out/a.json".into()), (34, "s/b.txt".into())]),
            BTreeMap::from([(34, "out/b.txt".into())]),
            BTreeSet::from([33]),
            ("s".into(), "shoe".into(), "out".into()),
        );
        let paths = |unit: i64| (units.file_to_write(&format!("./fort.{unit}")), units.output_file(unit).unwrap());
        assert_eq!(paths(80), ("out/a.json".into(), "out/a.json".into()));
        assert_eq!(paths(34), ("out/b.txt".into(), "out/b.txt".into()));
        // What was given to be read stays as it is.
        assert_eq!(paths(33), ("out/fort.33".into(), "out/shoe.33".into()));
        let elsewhere = units.rebound(BTreeMap::from([(80, "out/other".into())]));
        assert_eq!(elsewhere.output_file(80), Some("out/other".into()));
        assert_eq!(elsewhere.file_to_write("fort.80"), PathBuf::from("out/a.json"));
        assert_eq!(elsewhere.released(80).output_file(80), Some("out/a.json".into()));
    }
}
