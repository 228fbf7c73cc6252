//! Cycles: periodic motions of a structure on modes with friction and impacts, their stability, their branches. The numerics are in
//! `kernel::cycles`.
//!
//! ```text
//! BRANCH = CALC_CYCLE(MATR_MASS=M, MATR_RIGI=K, FREQ=2.5, EXCIT=_F(VECT_ASSE_GENE=F, COEF_MULT=1.),
//!                     COMPORTEMENT=_F(RELATION='DIS_CHOC', ..., COEF_REST=0.8),
//!                     CONTINUATION=_F(PARAMETRE='FREQ', VALE_MIN=2.3, VALE_MAX=3.),
//!                     OBSERVATION=_F(GROUP_NO='TIP', NOM_CMP='DX'))
//! ONE = EXTR_TABLE(TABLE=BRANCH, TYPE_RESU='TRAN_GENE', NOM_PARA='CYCLE', FILTRE=_F(NOM_PARA='NUME_ORDRE', VALE_I=12))
//! ```

mod arguments;
mod branch;
mod calc_cycle;
mod faults;
mod forcing;
mod orbit;
mod parameter;
mod saved;
mod search;
mod sentences;
mod symmetry;
mod table;

pub(super) use calc_cycle::CALC_CYCLE;
