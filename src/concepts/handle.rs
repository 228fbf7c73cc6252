//! Handles: a call returns one at once; the value arrives when the node has run.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::asked;
use super::concept::Concept;

/// Name of a concept type as the catalogue writes it (`maillage_sdaster`).
pub type ConceptType = Arc<str>;

/// A concept that exists or will. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Handle(Arc<Promised>);

/// Data common to the copies of a handle.
#[derive(Debug)]
pub struct Promised {
    /// Rank of creation in the run, from 1; unique and reproducible.
    pub id: u64,
    pub kind: ConceptType,
    /// Rank of the object that it is a later state of; unset when it enriches nothing.
    origin: OnceLock<u64>,
    /// The name it was first assigned to; empty when never assigned to a plain name.
    name: OnceLock<String>,
    slot: OnceLock<Concept>,
}

impl Deref for Handle {
    type Target = Promised;

    fn deref(&self) -> &Promised {
        &self.0
    }
}

impl Handle {
    /// A promise of a concept of type `kind`; `id` is the rank of its creation in the run.
    pub fn new(id: u64, kind: impl Into<ConceptType>) -> Self {
        let (origin, name, slot) = Default::default();
        Handle(Arc::new(Promised { id, kind: kind.into(), origin, name, slot }))
    }

    /// The first name given stays.
    pub fn set_name(&self, name: &str) {
        let _ = self.name.set(name.to_string());
    }

    /// The first name given; empty when there is none.
    pub fn name(&self) -> &str {
        asked::name();
        self.name.get().map_or("", String::as_str)
    }

    /// Notes that this is a later state of the object of rank `origin`.
    pub fn set_origin(&self, origin: u64) {
        let _ = self.origin.set(origin);
    }

    /// The value, once the node that makes it has run.
    pub fn get(&self) -> Option<&Concept> {
        self.slot.get()
    }

    /// Sets the value; only the first call has an effect.
    pub fn set(&self, value: Concept) {
        let _ = self.slot.set(value);
    }

    /// Takes the value out, where nothing else holds this concept; it is set again by [`Handle::set`].
    pub fn take(&mut self) -> Option<Concept> {
        Arc::get_mut(&mut self.0)?.slot.take()
    }

    /// Tells whether its type is `ancestor` or descends from it.
    pub fn is_a(&self, ancestor: &str) -> bool {
        is_a(&self.kind, ancestor)
    }
}

/// Name of a concept in tables: the rank of creation of its object in the run, eight hexadecimal digits. An object that
/// is enriched keeps its name.
pub fn internal_name(handle: &Handle) -> String {
    asked::rank();
    format!("{:08x}", handle.origin.get().copied().unwrap_or(handle.id))
}

/// Tells whether type `kind` is `ancestor` or descends from it (table of `catalog/README.md`).
pub fn is_a(kind: &str, ancestor: &str) -> bool {
    if kind == ancestor || ancestor == "any_concept" || ancestor == "any" {
        return true;
    }
    parents(kind).iter().any(|p| is_a(p, ancestor))
}

fn parents(kind: &str) -> &'static [&'static str] {
    match kind {
        "squelette" | "grille_sdaster" | "maillage_p" => &["maillage_sdaster"],
        "formule_c" => &["formule"],
        "matr_elem_depl_r" | "matr_elem_depl_c" | "matr_elem_temp_r" | "matr_elem_pres_c" => &["matr_elem"],
        "vect_elem_depl_r" | "vect_elem_temp_r" | "vect_elem_pres_c" => &["vect_elem"],
        "matr_asse_depl_r" | "matr_asse_depl_c" | "matr_asse_temp_r" | "matr_asse_pres_r" | "matr_asse_pres_c"
        | "matr_asse_elim_r" => &["matr_asse"],
        "matr_asse_gene_r" | "matr_asse_gene_c" => &["matr_asse_gene"],
        "cham_no_sdaster" | "cham_elem" | "carte_sdaster" => &["cham_gd_sdaster"],
        "mode_meca_c" => &["mode_meca"],
        "mode_meca" | "mode_flamb" | "mode_acou" | "mode_gene" | "dyna_trans" | "dyna_harmo" | "acou_harmo" => {
            &["dyna_phys"]
        }
        "dyna_phys" | "evol_sdaster" | "mult_elas" | "fourier_elas" | "fourier_ther" => &["resultat_sdaster"],
        "tran_gene" | "harm_gene" => &["dyna_gene"],
        "evol_elas" | "evol_noli" | "evol_char" | "evol_ther" | "evol_varc" | "evol_sech" => &["evol_sdaster"],
        "table_fonction" | "table_container" => &["table_sdaster"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::is_a;

    #[test]
    fn types_fit_their_ancestors_only() {
        assert!(is_a("mode_meca_c", "resultat_sdaster"));
        assert!(is_a("table_fonction", "table_sdaster"));
        assert!(!is_a("table_sdaster", "table_fonction"));
    }
}
