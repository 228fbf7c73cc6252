//! Spectral matrices and draws that are refused.

use crate::catalogue::Value;
use crate::operators::call::testing::{call, integers, reals, run, with_factor};

fn constant(place: i64, more: Vec<(&'static str, Vec<Value>)>) -> Vec<(&'static str, Vec<Value>)> {
    let mut keywords = vec![("NUME_ORDRE_I", integers(&[place])), ("VALE_R", reals(&[1.0]))];
    keywords.extend(more);
    keywords
}

fn matrix(dimension: i64, terms: Vec<Vec<(&'static str, Vec<Value>)>>) -> &'static str {
    let call = call("DEFI_INTE_SPEC", vec![("DIMENSION", integers(&[dimension]))]);
    match run(&with_factor(call, "CONSTANT", terms)) {
        Ok(_) => "made",
        Err(error) => error.code,
    }
}

#[test]
fn a_term_given_twice_must_say_the_same() {
    assert_eq!(matrix(1, vec![constant(1, vec![])]), "made");
    // DIMENSION has no influence.
    assert_eq!(matrix(2, vec![constant(1, vec![])]), "made");
    let across = |i, j| constant(i, vec![("NUME_ORDRE_J", integers(&[j]))]);
    assert_eq!(matrix(2, vec![constant(1, vec![]), constant(2, vec![]), across(1, 2)]), "made");
    let pair = |term| vec![constant(1, vec![]), constant(2, vec![]), across(1, 2), term];
    assert_eq!(matrix(2, pair(across(2, 1))), "made");
    let mut other = across(2, 1);
    other[1] = ("VALE_R", reals(&[0.5]));
    assert_eq!(matrix(2, pair(other)), "R531");
}

#[test]
fn frequencies_must_lead_somewhere() {
    for (name, value) in [("PAS", 0.0), ("PAS", 1.0e-9), ("FREQ_MAX", -1.0)] {
        assert_eq!(matrix(1, vec![constant(1, vec![(name, reals(&[value]))])]), "R531");
    }
}
