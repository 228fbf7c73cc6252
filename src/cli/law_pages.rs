//! `stickslip doc laws`, `stickslip doc DIS_CONTACT`: laws of nonlinear discrete elements and bars with their internal
//! variables, from the list of the kernel.

use crate::kernel::laws::{LAWS, LawInfo, Maker};

/// All laws, one line each.
pub fn list() -> String {
    let mut out = "Laws of nonlinear analyses (RELATION of COMPORTEMENT); `stickslip doc NAME` shows their internal variables:\n\n"
        .to_string();
    for law in LAWS {
        out.push_str(&format!("{:16}  {}\n", law.name, summary(law)));
    }
    out
}

/// The pages of the laws called `name`, one for each kind of element; empty when there is none.
pub fn page(name: &str) -> String {
    let pages = LAWS.iter().filter(|law| law.name == name).map(|law| {
        let mut out = format!("{} (RELATION): {}.\nInternal variables (VARI_ELGA):\n", law.name, summary(law));
        let widest = law.variables.iter().map(|v| v.name.len()).max().unwrap_or(0);
        for (rank, variable) in law.variables.iter().enumerate() {
            let (name, unit, gloss) = (variable.name, variable.unit, variable.gloss);
            let also = law.reference_name(rank).map_or(String::new(), |also| format!(" ({also})"));
            out.push_str(&format!("  V{:<3} {name:widest$}  {unit:6}  {gloss}{also}\n", rank + 1));
        }
        out.push_str(
            "NOM_VARI reads them by either name (TEST_RESU, RECU_FONCTION, CREA_TABLE, OBSERVATION), NOM_CMP by number.\n",
        );
        out
    });
    pages.collect::<Vec<_>>().join("\n")
}

/// Element, material, and what is particular.
fn summary(law: &LawInfo) -> String {
    let kind = match law.maker {
        Maker::Bar(_) => "bars",
        Maker::Discrete(_) if law.elements.two_nodes => "discrete elements of two nodes",
        Maker::Discrete(_) => "discrete elements",
    };
    let material = match law.materials {
        [] => "no material".to_string(),
        materials => format!("material {}", materials.join(" or ")),
    };
    let place = match law.elements.plane {
        Some(true) => " in the plane",
        Some(false) => " in space",
        None => "",
    };
    let turns = match law.elements.rotations {
        Some(true) => ", with rotations",
        Some(false) => ", without rotations",
        None => "",
    };
    let also = if law.elements.local_stiffness { ", stiffness in local axes" } else { "" };
    format!("{kind}{place}{turns}; {material}{also}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_show_variables_by_number_and_name() {
        let page = page("DIS_CONTACT");
        assert!(page.starts_with("DIS_CONTACT (RELATION): discrete elements; material DIS_CONTACT.\n"), "{page}");
        assert!(page.contains("  V8   gap_variable      m       length of the mesh"), "{page}");
        assert!(list().contains("PINTO_MENEGOTTO   bars; material PINTO_MENEGOTTO\n"));
    }
}
