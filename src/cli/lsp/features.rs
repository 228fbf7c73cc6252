//! What the client can do, and what it wishes, from its `initialize`.

use serde_json::Value;

use crate::language::{Encoding, Wanted};

/// Abilities and wishes of the client.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    pub encoding: Encoding,
    /// Items of completion may leave the cursor between quotes or brackets.
    pub snippets: bool,
    /// It asks for diagnostics, which are then never pushed.
    pub pulls: bool,
    /// An answer to such a request may have those of other files.
    pub related: bool,
    /// It asks again for diagnostics, lenses, hints when it is told to.
    pub refreshes: [bool; 3],
    /// It shows progress.
    pub progress: bool,
    /// It opens a file when it is asked to.
    pub shows: bool,
    /// It watches files.
    pub watches: bool,
    /// It has a command of its own, `stickslip.runWith`, that asks for values of variables.
    pub asks: bool,
    /// It takes what a run prints (`stickslip/output`).
    pub output: bool,
    pub hints: Wanted,
}

impl Features {
    pub fn of(params: &Value) -> Features {
        let can = &params["capabilities"];
        let has = |value: &Value| value.as_bool().unwrap_or(false);
        let offered = can["general"]["positionEncodings"].as_array();
        let known = |name: &Value| match name.as_str() {
            Some("utf-8") => Some(Encoding::Utf8),
            Some("utf-16") => Some(Encoding::Utf16),
            _ => None,
        };
        let workspace = &can["workspace"];
        let refreshes = ["diagnostics", "codeLens", "inlayHint"].map(|what| has(&workspace[what]["refreshSupport"]));
        let text = &can["textDocument"];
        let mut features = Features {
            encoding: offered.and_then(|names| names.iter().find_map(known)).unwrap_or_default(),
            snippets: has(&text["completion"]["completionItem"]["snippetSupport"]),
            pulls: text["diagnostic"].is_object(),
            related: has(&text["diagnostic"]["relatedDocumentSupport"]),
            refreshes,
            progress: has(&can["window"]["workDoneProgress"]),
            shows: has(&can["window"]["showDocument"]["support"]),
            watches: has(&workspace["didChangeWatchedFiles"]["dynamicRegistration"]),
            ..Features::default()
        };
        features.wish(&params["initializationOptions"]);
        features
    }

    /// Wishes, from `initializationOptions` or `workspace/didChangeConfiguration`; what is not named stays.
    pub fn wish(&mut self, options: &Value) {
        let hints = &options["hints"];
        for (name, wanted) in [
            ("found", &mut self.hints.found),
            ("lists", &mut self.hints.lists),
            ("steps", &mut self.hints.steps),
            ("frequencies", &mut self.hints.frequencies),
        ] {
            *wanted = hints[name].as_bool().unwrap_or(*wanted);
        }
        self.asks = options["runWith"].as_bool().unwrap_or(self.asks);
        self.output = options["output"].as_bool().unwrap_or(self.output);
    }
}
