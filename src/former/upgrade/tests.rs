use std::sync::Arc;

use super::*;
use crate::source::Span;

/// A mesh whose nodes are A, N1, N3 and whose cell M1 is a spring.
struct Small;

impl Places for Small {
    /// It is read by the call at the head of the text.
    fn meant(&self, (file, call): At<'_>, word: &str, cell: bool) -> Option<Meant> {
        let names: &[&str] = if cell { &["M1"] } else { &["A", "N1", "N3"] };
        let number = names.iter().position(|n| *n == word)? + 1;
        Some(Meant { number, read: vec![(file.to_string(), Span { start: 5, end: 18, ..call })] })
    }

    fn has_group(&self, name: &str, _: bool) -> bool {
        name == "A"
    }

    /// The adaptive step of a call that begins its text is bounded after its value `7e-6`.
    fn insertions(&self, _: &str, call: Span) -> Vec<(Span, String)> {
        let after = Span { start: 64, end: 68, ..call };
        if call.start == 0 { vec![(after, ", PAS_MAXI=0.0003".into())] } else { Vec::new() }
    }

    fn kind(&self, name: &str) -> Option<Arc<str>> {
        (name == "RUN").then(|| "tran_gene".into())
    }

    fn is_former(&self) -> bool {
        true
    }

    fn dated_elsewhere(&self, file: &str) -> bool {
        file == "one_of_two.comm"
    }

    fn is_dated(&self) -> bool {
        false
    }

    fn names_mislead(&self) -> bool {
        false
    }

    fn labels_mislead(&self) -> bool {
        true
    }
}

fn text(old: &str) -> String {
    upgrade("t.comm", old, &Small).text
}

#[test]
fn spellings_change_and_the_layout_stays() {
    assert_eq!(text("DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET')) # a test\n"), "DEBUT(CODE='OUI') # a test\n");
    assert_eq!(text("POURSUITE()\n"), "DEBUT()\n");
    assert_eq!(text("DETRUIRE(CONCEPT=_F(NOM=(A, B)), INFO=1)\n"), "DETRUIRE(NOM=(A, B), INFO=1)\n");
    assert_eq!(
        text("C = AFFE_CHAR_MECA(MODELE=M,\n   DDL_IMPO=_F(LIAISON = 'ENCASTRE', GROUP_NO='G'))\n"),
        "C = AFFE_CHAR_MECA(MODELE=M,\n   DDL_IMPO=_F(BLOCAGE = ('DEPLACEMENT', 'ROTATION'), GROUP_NO='G'))\n"
    );
    assert_eq!(text("FIN(FORMAT_HDF='OUI')\n"), "FIN()\n");
    assert_eq!(text("from numpy import math\n"), "import math\n");
}

#[test]
fn names_become_groups_or_numbers() {
    let old = "MA = LIRE_MAILLAGE(UNITE=20)\nTEST_RESU(RESU=_F(NOEUD='N1', RESULTAT=R))\n";
    let new = text(old);
    assert!(new.contains("CREA_GROUP_NO=_F(NOM='N1', NOEUD='N2')") && new.contains("GROUP_NO='N1'"), "{new}");
    assert_eq!(text(&new), new);
    let taken = text("MA = LIRE_MAILLAGE(UNITE=20) # read\nTEST_RESU(RESU=_F(NOEUD='A'))\n");
    assert!(taken.contains("_F(NOM='A_N', NOEUD='N1')") && taken.contains("GROUP_NO='A_N'"), "{taken}");
    assert_eq!(
        text("C = AFFE_CHAR_MECA(DDL_IMPO=_F(NOEUD=('A', 'N3'), DX=0.))\n"),
        "C = AFFE_CHAR_MECA(DDL_IMPO=_F(NOEUD=('N1', 'N3'), DX=0.))\n"
    );
}

#[test]
fn texts_that_name_nodes_become_numbers() {
    assert_eq!(
        text("TEST_TABLE(NOM_PARA='NOEUD', VALE_CALC_K='N1', FILTRE=_F(NOM_PARA='NOEUD', VALE_K='N3'))\n"),
        "TEST_TABLE(NOM_PARA='NOEUD', VALE_CALC_K='2', FILTRE=_F(NOM_PARA='NOEUD', VALE_K='3'))\n"
    );
    assert_eq!(text("TEST_RESU(RESU=_F(NOEUD_CMP=('N3', 'DX')))\n"), "TEST_RESU(RESU=_F(NOEUD_CMP=('3', 'DX')))\n");
    let other = "TEST_TABLE(NOM_PARA='CALCUL', VALE_CALC_K='N1', FILTRE=_F(NOM_PARA='NOEUD', VALE_K='NO5'))\n";
    assert_eq!(text(other), other);
}

#[test]
fn what_is_not_understood_is_left_and_said() {
    let old = "M = MODE_ITER_SIMULT()\nTEST_RESU(GENE=_F(RESU_GENE=RUN, NUME_ORDRE=3))\n";
    let upgraded = upgrade("t.comm", old, &Small);
    assert_eq!((upgraded.text.as_str(), upgraded.changed.len()), (old, 0));
    assert_eq!(upgraded.left.iter().map(|c| c.line).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn names_stay_where_some_are_computed_and_could_be_misread() {
    let old = "DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET'))\nTEST_RESU(RESU=(_F(NOEUD=n), _F(NOEUD='N1')))\n";
    let upgraded = upgrade("t.comm", old, &Small);
    assert_eq!((upgraded.text.as_str(), upgraded.left.len()), (old, 1));
}

#[test]
fn bounds_of_the_step_are_written() {
    let devoge = "X = DYNA_TRAN_MODAL(METHODE='DEVOGE', INCREMENT=_F(PAS=3 * H, INST_FIN=0.7))";
    let new = text(devoge);
    assert!(new.contains("_F(PAS=3 * H, PAS_MINI=3 * H, PAS_MAXI=3 * H, INST_FIN=0.7)"), "{new}");
    assert_eq!(text(&new), new);
    for given in ["PAS_MAXI=0.1", "PAS_MINI=0.1"] {
        let given = devoge.replace("PAS=3 * H", &format!("PAS=0.1, {given}"));
        assert_eq!(text(&given), given);
    }
    let adaptive = "DYNA_TRAN_MODAL(METHODE='ADAPT', INCREMENT=_F(INST_FIN=0.7, PAS=7e-6))";
    assert_eq!(text(adaptive), adaptive.replace("7e-6", "7e-6, PAS_MAXI=0.0003"));
    // Where nothing is known of the period, and for the schemes that had no bounds.
    let unknown = format!("X = {adaptive}");
    let upgraded = upgrade("t.comm", &unknown, &Small);
    assert_eq!(upgraded.text, unknown);
    assert!(upgraded.left.iter().any(|change| change.what.contains("write it as PAS_MAXI")), "{:?}", upgraded.left);
    let other = adaptive.replace("METHODE='ADAPT'", "SCHEMA_TEMPS=_F(SCHEMA='RUNGE_KUTTA_54')");
    assert_eq!(text(&other), other);
}

#[test]
fn names_stay_where_groups_cannot_be_added_unseen() {
    for left in [
        "TEST_RESU(RESU=_F(NOEUD='N1', RESULTAT=R))\n",
        "MA = LIRE_MAILLAGE(UNITE=20); X = 1\nTEST_RESU(RESU=_F(NOEUD='N1', RESULTAT=R))\n",
        "MA = LIRE_MAILLAGE(UNITE=20)\nTEST_RESU(RESU=_F(NOEUD='N1'), MAILLAGE=_F(CARA='NB_GROUP_NO'))\n",
        "MA = LIRE_MAILLAGE(UNITE=20)\nprint(MA.LIST_GROUP_NO())\nTEST_RESU(RESU=_F(NOEUD='N1'))\n",
        "MA = LIRE_MAILLAGE(UNITE=20)\nIMPR_RESU(RESU=_F(MAILLAGE=MA))\nTEST_RESU(RESU=_F(NOEUD='N1'))\n",
    ] {
        let upgraded = upgrade("t.comm", left, &Small);
        assert_eq!((upgraded.text.as_str(), upgraded.left.len()), (left, 1));
    }
}

#[test]
fn groups_are_made_by_name_where_the_study_stays_a_former_one() {
    // NOEUD with a computed name dates the study, and stays.
    let old = "MA = LIRE_MAILLAGE(UNITE=20)\nC = AFFE_CARA_ELEM(DISCRET=_F(MAILLE='M1'))\nL = AFFE_CHAR_MECA(DDL_IMPO=_F(NOEUD='N1'))\n\
               TEST_RESU(RESU=_F(NOEUD=('N1', 'N9')))\n";
    let new = text(old);
    assert!(new.contains("_F(NOM='M1', MAILLE='M1')") && new.contains("DDL_IMPO=_F(NOEUD='N1')"), "{new}");
    let named = text(&old.replace("('N1', 'N9')", "'N1'"));
    assert!(named.contains("_F(NOM='N1', NOEUD='N2')") && named.contains("DDL_IMPO=_F(NOEUD='N2')"), "{named}");
}

#[test]
fn a_result_that_goes_on_is_named_twice() {
    let old = "R = STAT_NON_LINE(reuse=R, MODELE=M)\n";
    assert_eq!(text(old), "R = STAT_NON_LINE(reuse=R, RESULTAT=R, MODELE=M)\n");
    for today in [text(old), "R = DYNA_NON_LINE(RESULTAT=R,\n    reuse=R)\n".into()] {
        let upgraded = upgrade("t.comm", &today, &Small);
        assert_eq!((upgraded.text, upgraded.changed.len(), upgraded.left.len()), (today, 0, 0));
    }
}
