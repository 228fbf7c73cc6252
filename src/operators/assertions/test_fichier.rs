//! TEST_FICHIER: how many numbers a text file holds, and their sums or extremes.
//!
//! ```text
//! TEST_FICHIER(FICHIER="fort.38", EXPR_IGNORE=("date.*",), NB_VALE=12, VALE_CALC=3.5, NB_VALE_I=4, VALE_CALC_I=10)
//! ```
//!
//! What EXPR_IGNORE matches is taken out first. NB_VALE and VALE_CALC are about the reals of the text, NB_VALE_I and
//! VALE_CALC_I about its integers. The digest of the words (VALE_CALC_K) is refused: how the text is prepared
//! for it is not known.

use super::expectation::{Expectation, summary};
use crate::catalogue::Call;
use crate::io::found_numbers::FoundNumbers;
use crate::operators::call::expression::expression;
use crate::operators::{Context, Outcome};
use crate::verdict::Compared;

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let name = call.text_if_given("FICHIER").unwrap_or_default();
    let path = context.units.file_named(&name, context.world).map_err(|places| {
        let places: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
        let error = call.error("FICHIER", "I604", format!("there is no file {name}"));
        Box::new(error.help(format!("looked for {}", places.join(", "))))
    })?;
    let bytes = context.world.read(&path).map_err(|fault| {
        call.error("FICHIER", "I604", format!("the file {} cannot be read: {fault}", path.display()))
    })?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    for pattern in call.texts("EXPR_IGNORE") {
        let pattern = expression(call, "EXPR_IGNORE", &pattern)?;
        text = pattern.replace_all(&text, "").into_owned();
    }
    let found = FoundNumbers::read(&text);
    let mut count = |keyword: &'static str, counted: usize| match call.integer_if_given(keyword) {
        Some(expected) => {
            let label = format!("{keyword} of {name}");
            let expectation = Expectation::exactly(keyword, Compared::Integer(expected), call.text_if_given("LEGENDE"));
            expectation.judge(call, call, context, &label, Compared::Integer(counted as i64))
        }
        None => Ok(()),
    };
    count("NB_VALE", found.reals.len())?;
    count("NB_VALE_I", found.integers.len())?;
    let kind = call.text_if_given("TYPE_TEST").unwrap_or_else(|| "SOMM".into());
    let reals: Vec<Compared> = found.reals.iter().map(|x| Compared::Real(*x)).collect();
    let integers: Vec<Compared> = found.integers.iter().map(|i| Compared::Integer(*i)).collect();
    for (keyword, values, nothing) in
        [("VALE_CALC", reals, Compared::Real(0.0)), ("VALE_CALC_I", integers, Compared::Integer(0))]
    {
        let old = keyword == "VALE_CALC" && call.has("VALE");
        if !old && !call.has(keyword) {
            continue;
        }
        let computed = match summary(&kind, &values) {
            Some(computed) => computed,
            None if kind.starts_with("SOMM") => nothing,
            None => return Err(call.error(keyword, "T003", format!("the file {name} holds no number for {kind}"))),
        };
        Expectation::one_of(call, keyword).judge(call, call, context, &format!("{kind} of {name}"), computed)?;
    }
    Ok(())
}
