//! What an old name is today: commands, keywords, values, methods and modules, for `stickslip doc OLD_NAME`. Most of it is
//! in the catalogue (spellings, keywords of former versions); the rest is listed here.

use super::signs::{commands_gone, keywords_gone};
use crate::catalogue::{self, Command, Effect, Keyword, Level, Shape, group_of};

/// Names the catalogue does not explain: name, where it stood, what to write today.
const OTHERS: &[(&str, &str, &str)] = &[
    ("EXCIT", "COMB_SISM_MODAL", "SPECTRE, one for each axis and support, ECHELLE times the component of AXE"),
    ("AXE", "COMB_SISM_MODAL, EXCIT", "LIST_AXE of SPECTRE"),
    ("TRI_AXE", "COMB_SISM_MODAL, EXCIT", "LIST_AXE of SPECTRE"),
    ("TRI_SPEC", "COMB_SISM_MODAL, EXCIT", "one SPECTRE for each axis"),
    ("MONO_APPUI", "COMB_SISM_MODAL", "TYPE_ANALYSE='MONO_APPUI'"),
    ("MULTI_APPUI", "COMB_SISM_MODAL", "TYPE_ANALYSE='MULT_APPUI', with APPUIS and GROUP_APPUI_CORRELE"),
    ("GROUP_APPUI", "COMB_SISM_MODAL", "GROUP_APPUI_CORRELE, with CUMUL_INTRA='LINE' and COMB_DDS_CORRELE='LINE'"),
    ("COMB_MULT_APPUI", "COMB_SISM_MODAL", "CUMUL_INTRA: 'LINE' for LINE, 'ABS' for QUAD and for nothing"),
    ("COMB_DEPL_APPUI", "COMB_SISM_MODAL", "TYPE_RESU with TYPE='VALE_INER' and TYPE='VALE_DDS'"),
    ("NOEUD_REFE", "COMB_SISM_MODAL, DEPL_MULT_APPUI", "displacements relative to that node"),
    ("GROUP_NO_REFE", "COMB_SISM_MODAL, DEPL_MULT_APPUI", "displacements relative to that node"),
    (
        "FNOR_CRIT",
        "COMPORTEMENT, RELATION='FLAMBAGE'",
        "FX, RIGI_NOR, AMOR_NOR as functions: another law, so that the old one is computed",
    ),
    (
        "FNOR_POST_FL",
        "COMPORTEMENT, RELATION='FLAMBAGE'",
        "FX, RIGI_NOR, AMOR_NOR as functions: another law, so that the old one is computed",
    ),
    ("EULER", "DYNA_VIBRA, SCHEMA_TEMPS/SCHEMA", "DIFF_CENTRE, the same scheme"),
    ("ADAPT", "DYNA_VIBRA, SCHEMA_TEMPS/SCHEMA", "ADAPT_ORDRE2, the same scheme"),
    ("METHODE", "DYNA_TRAN_MODAL and DYNA_VIBRA", "SCHEMA of SCHEMA_TEMPS"),
    ("CHOC", "DYNA_TRAN_MODAL and DYNA_VIBRA", "COMPORTEMENT with RELATION='DIS_CHOC'"),
    ("VECT_3D", "MODI_REPERE, TYPE_CHAM of EFGE_ELNO and SIEF_ELNO", "TYPE_CHAM='1D_GENE', without NOM_CMP"),
    ("LIST_ARCH", "a transient, method", "its LIST_VARI_ACCES()['INST']"),
    ("VARI_INTERNE", "a transient, method", "nothing; it is computed here as it was"),
    ("FORCE_NORMALE", "a transient, method", "RECU_FONCTION(RESU_GENE=..., PARA_X='INST', PARA_Y='FN')"),
    ("FORCE_AXIALE", "a transient, method", "nothing; it is computed here as it was"),
    ("FORCE_RELATION", "a transient, method", "nothing; it is computed here as it was"),
    ("getvectjev", "aster, function", "getValues() of the function"),
    ("math", "numpy, module", "import math"),
    ("METHODE", "DYNA_VIBRA, written for DYNA_TRAN_MODAL", "SCHEMA_TEMPS=_F(SCHEMA=...)"),
    ("NIV_PUB_WEB", "DEBUT, CODE", "CODE='OUI'"),
    ("CONCEPT", "DETRUIRE", "NOM beside it"),
];

/// As many lines are shown.
const MANY: usize = 12;

/// Lines that say what a name of former versions is today; none for a name that no version had, or that is today's.
/// `within`: only in this command.
pub fn explained(word: &str, within: Option<&str>) -> Vec<String> {
    let word = word.to_uppercase();
    let mut lines = Vec::new();
    if within.is_none() && commands_gone().any(|gone| gone == word) {
        lines.push(match catalogue::successor(&word) {
            Some(today) => format!("{word}: a command of former versions; today {today}"),
            None => format!("{word}: a command of version 15 that is gone, and is not computed here"),
        });
    }
    let other = |(name, place, _): &&(&str, &str, &str)| name.eq_ignore_ascii_case(&word) && is_in(place, within);
    for (name, place, today) in OTHERS.iter().filter(other) {
        lines.push(format!("{name} ({place}): today {today}"));
    }
    for name in catalogue::names().filter(|name| within.is_none_or(|w| w == *name)) {
        if let Some(command) = catalogue::command(name) {
            in_command(name, command, &word, &mut lines);
        }
    }
    if lines.len() > MANY {
        let more = lines.len() - MANY;
        lines.truncate(MANY);
        lines.push(format!("... and {more} more: `stickslip doc COMMAND.{word}`"));
    }
    lines
}

fn is_in(place: &str, within: Option<&str>) -> bool {
    within.is_none_or(|command| place.split([',', ' ']).next() == Some(command) || place.starts_with("COMPORTEMENT"))
}

fn in_command(name: &str, command: &Command, word: &str, lines: &mut Vec<String>) {
    let last = |path: &str| path.rsplit('/').next().map(str::to_string).unwrap_or_default();
    let mut said: Vec<String> = Vec::new();
    for (old, today) in catalogue::spellings(command) {
        let (path, value) = old.split_once('=').map_or((&*old, None), |(p, v)| (p, Some(v.trim_matches('\''))));
        if last(path) == word || value == Some(word) {
            lines.push(match today {
                Some(today) => format!("{name}: {old} is now {today}"),
                None => format!("{name}: {old} is no longer needed"),
            });
            said.push(path.to_string());
        }
    }
    let elsewhere = OTHERS.iter().any(|(n, place, _)| *n == word && is_in(place, Some(name)));
    for old in command.former.iter().filter(|_| !elsewhere) {
        let path = old.factor.map_or(old.name.to_string(), |factor| format!("{factor}/{}", old.name));
        if old.name == word && !said.contains(&path) {
            lines.push(former(name, command, &path, old));
            said.push(path);
        }
    }
    for path in keywords_gone(name).filter(|path| last(path) == word) {
        if !elsewhere && !said.iter().any(|s| s == path) {
            lines.push(format!("{name}: {path}, of version 15, is read as it was"));
        }
    }
    gone_values(name, &command.level, "", word, lines);
}

fn former(name: &str, command: &Command, path: &str, old: &catalogue::FormerKeyword) -> String {
    let versions = if old.versions.is_empty() { String::new() } else { format!(", of {},", old.versions) };
    let level = match &old.factor {
        Some(factor) => command.level.find(factor).and_then(Keyword::factor),
        None => Some(&command.level),
    };
    let group = group_of(old.name).filter(|group| level.is_some_and(|l| l.find(group).is_some()));
    match (group.or_else(|| old.stands_for.first().map(|s| s.to_string())), &old.keyword.instead) {
        (_, Some(instead)) => format!("{name}: {path}{versions} is not computed here. {instead}"),
        (Some(today), None) => format!("{name}: {path}{versions} is now {today}"),
        (None, None) if old.keyword.effect == Effect::None => format!("{name}: {path}{versions} has no bearing"),
        (None, None) => format!("{name}: {path}{versions} is read as it was"),
    }
}

/// Values that former versions allowed.
fn gone_values(name: &str, level: &Level, before: &str, word: &str, lines: &mut Vec<String>) {
    for (keyword, description) in &level.keywords {
        match &description.shape {
            Shape::Factor(inner) => gone_values(name, inner, &format!("{before}{keyword}/"), word, lines),
            Shape::Simple(simple) => {
                for (_, instead) in simple.gone.iter().filter(|(value, _)| *value == word) {
                    let line = match instead.strip_prefix("Today: ") {
                        Some(today) => format!("{name}: {before}{keyword}='{word}', of former versions; today {today}"),
                        None => {
                            format!(
                                "{name}: {before}{keyword}='{word}', of version 15, is not computed here. {instead}"
                            )
                        }
                    };
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
        }
    }
    level.blocks.iter().for_each(|block| gone_values(name, &block.level, before, word, lines));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(word: &str, within: Option<&str>) -> String {
        explained(word, within).join("\n")
    }

    #[test]
    fn each_kind_of_name_is_explained() {
        assert_eq!(text("poursuite", None), "POURSUITE: a command of former versions; today DEBUT");
        assert!(text("MODE_ITER_SIMULT", None).contains("today CALC_MODES"));
        assert!(text("POST_K_BETA", None).contains("gone"));
        assert!(text("SEPAR", None).contains("LIRE_FONCTION: SEPAR is now SEPARATEUR"));
        assert!(
            text("ENCASTRE", Some("AFFE_CHAR_MECA")).contains("is now DDL_IMPO/BLOCAGE=('DEPLACEMENT', 'ROTATION')")
        );
        assert!(text("R1", None).contains("POUTRE/CARA='R1' is now POUTRE/CARA='R_DEBUT'"));
        assert!(text("AI1", None).contains("no longer needed"));
        assert!(text("MAILLE", Some("CALC_CHAMP")).contains("CALC_CHAMP: MAILLE, of v15, is now GROUP_MA"));
        assert!(text("YACS", Some("DYNA_VIBRA")).contains("RELATION='YACS', of version 15, is not computed here"));
        assert!(text("EXCIT", Some("COMB_SISM_MODAL")).contains("today SPECTRE"));
        assert!(text("LIST_ARCH", None).contains("LIST_VARI_ACCES"));
    }

    #[test]
    fn names_of_today_and_of_no_version_are_not() {
        assert!(explained("DYNA_VIBRA", None).is_empty());
        assert!(explained("GROUP_MA", Some("CALC_CHAMP")).is_empty());
        assert!(explained("MAILEE", None).is_empty());
    }
}
