//! What an occurrence asks: names in the file, states, part of complex values, parameters.

use std::collections::BTreeSet;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::States;
use crate::io::med::{Document, Step};
use crate::operators::Context;
use crate::operators::printing::asked::{left_out, unknown_parameters};
use crate::operators::printing::states::{PARTS, Part};
use crate::operators::tables::StoredField;

/// The time of a state that has none.
const NO_TIME: f64 = 999.999;
/// Characters of the name of a result.
const RESULT_NAME: usize = 8;

/// The keyword that gives the result, or the field.
pub(super) fn source(keywords: &Keywords) -> &'static str {
    if keywords.has("CHAM_GD") { "CHAM_GD" } else { "RESULTAT" }
}

pub(super) struct Request<'k> {
    /// Of the result, or of the field that is given by itself.
    name: String,
    /// NOM_CHAM_MED.
    titles: Vec<String>,
    of_field: bool,
    states: Option<States<'k>>,
    /// Name of the parameter that tells states apart.
    time: &'static str,
    /// NOM_CMP.
    pub components: Vec<String>,
    part: Option<Part>,
}

impl<'k> Request<'k> {
    pub fn of(keywords: &'k Keywords) -> Result<Request<'k>, CallError> {
        let of_field = keywords.has("CHAM_GD");
        let titles: Vec<String> = keywords.texts("NOM_CHAM_MED").iter().map(|title| title.trim().to_string()).collect();
        let fields = if of_field { 1 } else { keywords.texts("NOM_CHAM").len() };
        if !titles.is_empty() && titles.len() != fields {
            let message = format!("NOM_CHAM_MED gives {} names for {fields} fields", titles.len());
            let help = if of_field { "CHAM_GD is one field" } else { "NOM_CHAM names as many fields as NOM_CHAM_MED" };
            return Err(Box::new(keywords.error("NOM_CHAM_MED", "R719", message).help(help)));
        }
        if keywords.has("NOM_CMP") && keywords.has("NOM_RESU_MED") {
            let message = "NOM_RESU_MED names whole results: NOM_CMP cannot choose components beside it";
            let error = keywords.error("NOM_RESU_MED", "R719", message);
            return Err(Box::new(error.help("NOM_CHAM_MED names the fields one by one")));
        }
        let asked = keywords.text_if_given("NOM_RESU_MED").map(|name| name.trim().to_string());
        let own = keywords.handle(source(keywords)).map(|handle| handle.name().to_string());
        let name = asked.or(own).filter(|name| !name.is_empty()).unwrap_or_else(|| "RESU".into());
        let states = keywords.concept("RESULTAT").and_then(States::of);
        let known = states.map(States::parameter_names).unwrap_or_default();
        let time = ["INST", "FREQ", "CHAR_CRIT"].into_iter().find(|name| known.contains(name));
        let part = keywords.text_if_given("PARTIE").and_then(|name| PARTS.iter().find(|(own, _)| **own == *name));
        Ok(Request {
            name,
            titles,
            of_field,
            states,
            time: time.unwrap_or_default(),
            components: keywords.texts("NOM_CMP").iter().map(|name| name.trim().to_string()).collect(),
            part: part.map(|(_, part)| *part),
        })
    }

    /// The name in the file of a field, the `rank`-th of those asked for.
    pub fn title(&self, rank: usize, field: &str) -> String {
        match self.titles.get(rank) {
            Some(title) => title.clone(),
            None if self.of_field => self.name.clone(),
            None => format!("{:_<RESULT_NAME$}{field}", self.name),
        }
    }

    /// The step of the state of this rank.
    pub fn step(&self, rank: usize) -> Step {
        if self.of_field {
            return Step::NONE;
        }
        let order = self.states.and_then(|states| states.orders().get(rank).copied()).unwrap_or(rank as i64 + 1);
        let time = self.states.and_then(|states| states.parameter(self.time, rank));
        let time = time.filter(|time| time.is_finite()).unwrap_or(NO_TIME);
        Step { number: order, order, time }
    }

    /// What real values are made of complex ones by; an error for complex values where PARTIE does not say it.
    pub fn part(&self, keywords: &Keywords, title: &str, states: &[StoredField]) -> Result<Part, CallError> {
        let complex = states.iter().any(|state| state.field.is_complex());
        match self.part {
            Some(part) => Ok(part),
            None if complex => {
                let message = format!("{title} is complex, and MED files hold real numbers: PARTIE is missing");
                let help =
                    "PARTIE='REEL', 'IMAG', 'MODULE' or 'PHASE' (degrees); NOM_CHAM_MED lets several be in one file";
                Err(Box::new(keywords.error(source(keywords), "R719", message).help(help)))
            }
            None => Ok(PARTS[0].1),
        }
    }

    /// NOM_PARA: parameters of the states that are written.
    pub fn parameters(
        &self,
        call: &Call,
        keywords: &Keywords,
        ranks: &BTreeSet<usize>,
        document: &mut Document,
        context: &mut Context<'_>,
    ) {
        let known = self.states.map(States::parameter_names).unwrap_or_default();
        let names: Vec<&str> = known.iter().copied().collect();
        if let Some(fault) = unknown_parameters(keywords, &names) {
            context.warn(left_out(call, *fault));
        }
        for asked in keywords.texts("NOM_PARA") {
            let Some(name) = known.get(asked.trim()) else { continue };
            let title = format!("{:RESULT_NAME$}{name}", self.name);
            for rank in ranks {
                let value = self.states.and_then(|states| states.parameter(name, *rank));
                if let Some(value) = value.filter(|value| value.is_finite()) {
                    document.parameter(&title, self.step(*rank), value);
                }
            }
        }
    }
}
