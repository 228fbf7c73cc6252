//! LIRE_RESU: a result from a file: FORMAT='MED' (fields of all kinds), FORMAT='IDEAS' (data at nodes of a universal file).
//!
//! ```text
//! IMPR_RESU(UNITE=80, RESU=_F(RESULTAT=MODES, NOM_CHAM="DEPL"))
//! AGAIN = LIRE_RESU(FORMAT="MED", UNITE=80, MAILLAGE=MESH, TYPE_RESU="MODE_MECA", TOUT_ORDRE="OUI",
//!                   FORMAT_MED=_F(NOM_CHAM="DEPL", NOM_RESU="MODES"))
//! ```

mod med;
mod operator;
mod result;
mod universal;

pub(in crate::operators) use operator::LIRE_RESU;
