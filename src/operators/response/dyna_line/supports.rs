//! Supports that move: static modes of their nodes, and the inertia force of a unit acceleration.

use super::assembly::Assembly;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::Handle;
use crate::operators::call::inner::{InnerArguments, InnerCommands};

const COMPONENTS: [&str; 6] = ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"];

pub(super) struct Moving {
    /// Static modes of all supports that move on their own.
    pub statics: Option<Handle>,
    /// For each occurrence of EXCIT, its inertia vector.
    pub vectors: Vec<Option<Handle>>,
}

pub(super) fn read(inner: &mut InnerCommands<'_, '_>, assembly: &Assembly) -> Result<Moving, CallError> {
    let call = inner.call;
    let occurrences = call.factor("EXCIT");
    let transient = call.is("TYPE_CALCUL", "TRAN");
    occurrences.iter().filter(|e| e.has("TYPE_APPUI")).try_for_each(|e| check(e, transient))?;
    let own = |e: &&Keywords| e.has("TYPE_APPUI") && has_nodes(e);
    let shapes: Vec<InnerArguments> = occurrences.iter().filter(own).map(|e| static_mode(inner, e)).collect();
    let statics = match shapes.is_empty() {
        true => None,
        false => {
            let arguments = inner.arguments().concept("MATR_RIGI", &assembly.stiffness);
            Some(inner.make("MODE_STATIQUE", arguments.factor("MODE_STAT", shapes))?)
        }
    };
    let mut vectors = Vec::new();
    for excitation in occurrences {
        if !excitation.has("TYPE_APPUI") {
            vectors.push(None);
            continue;
        }
        let arguments = inner.arguments().concept("MATR_MASS", &assembly.mass).copied(excitation, &["DIRECTION"]);
        let arguments = match &statics {
            Some(statics) if has_nodes(excitation) => {
                arguments.concept("MODE_STAT", statics).copied(excitation, &["GROUP_NO", "NOEUD"])
            }
            _ => arguments.text("MONO_APPUI", "OUI"),
        };
        vectors.push(Some(inner.make("CALC_CHAR_SEISME", arguments)?));
    }
    Ok(Moving { statics, vectors })
}

/// What an excitation by the supports needs.
fn check(excitation: &Keywords, transient: bool) -> Result<(), CallError> {
    let fault = if excitation.is("TYPE_APPUI", "MULTI") && !has_nodes(excitation) {
        (
            "TYPE_APPUI",
            "a support that moves on its own has nodes",
            "give GROUP_NO, or TYPE_APPUI='MONO' for all supports",
        )
    } else if excitation.reals("DIRECTION").iter().all(|d| *d == 0.0) {
        ("DIRECTION", "DIRECTION is no direction of space", "write three values (DX, DY, DZ) that are not all zero")
    } else if transient && !excitation.has("FONC_MULT") && !excitation.has("ACCE") {
        ("TYPE_APPUI", "the acceleration of the supports is missing", "give FONC_MULT, or ACCE, VITE and DEPL")
    } else {
        return Ok(());
    };
    let (keyword, message, help) = fault;
    Err(Box::new(excitation.error(keyword, "R342", message).help(help)))
}

/// The components of DIRECTION that are not zero.
fn static_mode(inner: &InnerCommands<'_, '_>, excitation: &Keywords) -> InnerArguments {
    let direction = excitation.reals("DIRECTION");
    let moved: Vec<&str> = direction.iter().zip(COMPONENTS).filter(|(d, _)| **d != 0.0).map(|(_, c)| c).collect();
    inner.arguments().copied(excitation, &["GROUP_NO", "NOEUD"]).texts("AVEC_CMP", &moved)
}

/// The nodes of a support: groups, or names in studies of version 15.
fn has_nodes(excitation: &Keywords) -> bool {
    excitation.has("GROUP_NO") || excitation.has("NOEUD")
}
