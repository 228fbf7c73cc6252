//! All keywords of all commands with their places: what the manual looks through.

use crate::catalogue::schema::{Command, Effect, Keyword, Level, Shape};
use crate::catalogue::store;

/// A keyword of a command of today or of a former version.
pub struct KeywordPlace {
    pub command: &'static str,
    /// With the factor keywords around it: `COMPORTEMENT/RIGI_NOR`.
    pub path: String,
    pub keyword: &'static Keyword,
}

impl KeywordPlace {
    /// Name of the keyword, the last part of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// `DYNA_VIBRA.COMPORTEMENT.RIGI_NOR`, as `stickslip doc` takes it.
    pub fn topic(&self) -> String {
        format!("{}.{}", self.command, self.path.replace('/', "."))
    }

    /// The allowed texts that are computed here, with their meanings.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.keyword.simple().map(|simple| simple.meanings.iter()).into_iter().flatten()
    }
}

/// The keywords that have an effect, each place once; commands of today first.
pub fn places() -> Vec<KeywordPlace> {
    let commands = || store::names().filter_map(|name| Some((name, store::command(name)?)));
    let (today, former): (Vec<_>, Vec<_>) = commands().partition(|(_, command)| !command.reconstructed);
    let mut places: Vec<KeywordPlace> = Vec::new();
    for (name, command) in today.into_iter().chain(former) {
        let first = places.len();
        of_command(name, command, &mut places);
        let mut seen: Vec<String> = Vec::new();
        let mut rank = first;
        while rank < places.len() {
            if seen.contains(&places[rank].path) {
                places.remove(rank);
            } else {
                seen.push(places[rank].path.clone());
                rank += 1;
            }
        }
    }
    places
}

fn of_command(name: &'static str, command: &'static Command, places: &mut Vec<KeywordPlace>) {
    of_level(name, "", &command.level, places);
}

fn of_level(command: &'static str, path: &str, level: &'static Level, places: &mut Vec<KeywordPlace>) {
    for (own, keyword) in level.keywords.iter().filter(|(_, keyword)| keyword.effect == Effect::Used) {
        places.push(KeywordPlace { command, path: format!("{path}{own}"), keyword });
        if let Shape::Factor(inner) = &keyword.shape {
            of_level(command, &format!("{path}{own}/"), inner, places);
        }
    }
    level.blocks.iter().for_each(|block| of_level(command, path, &block.level, places));
}
