//! Which modes a call asks for: OPTION and CALC_FREQ (or CALC_CHAR_CRIT), in kernel terms.

use std::f64::consts::TAU;

use crate::catalogue::{CallError, Keywords};
use crate::kernel::modal::{Interval, Selection};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Smallest,
    Largest,
    Band,
    Centre,
    All,
    /// SEPARE and AJUSTE: all modes between the first and the last value.
    Between,
    /// PROCHE: the nearest mode to each value.
    Near,
}

/// Frequencies (Hz) for vibration modes, critical load factors for the others.
#[derive(Clone, Debug)]
pub struct Request {
    pub choice: Choice,
    pub values: Vec<f64>,
    /// Reduced damping that goes with each frequency (complex modes).
    pub damping: Vec<f64>,
    /// Number of modes asked; for [`Choice::Between`] 0 means no limit.
    pub count: usize,
    /// Whether the study wrote that number.
    pub count_written: bool,
    /// Smaller values stand for zero.
    pub zero: f64,
    /// Fraction by which a bound that is an eigenvalue moves outward.
    pub widening: f64,
}

/// Names of the keywords, which differ between vibration and buckling.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    pub factor: &'static str,
    pub values: &'static str,
    pub count: &'static str,
    pub zero: &'static str,
}

pub const FREQUENCIES: Spelling =
    Spelling { factor: "CALC_FREQ", values: "FREQ", count: "NMAX_FREQ", zero: "SEUIL_FREQ" };
pub const LOAD_FACTORS: Spelling =
    Spelling { factor: "CALC_CHAR_CRIT", values: "CHAR_CRIT", count: "NMAX_CHAR_CRIT", zero: "SEUIL_CHAR_CRIT" };
/// Load factors as the older commands spell them.
pub const OLD_LOAD_FACTORS: Spelling =
    Spelling { factor: "CALC_FREQ", values: "CHAR_CRIT", count: "NMAX_FREQ", zero: "SEUIL_FREQ" };

impl Request {
    /// `option` is the value of OPTION, `keywords` the level of the call.
    pub fn read(keywords: &Keywords, option: &str, spelling: Spelling) -> Result<Request, CallError> {
        let choice = match option {
            "PLUS_GRANDE" => Choice::Largest,
            "BANDE" => Choice::Band,
            "CENTRE" => Choice::Centre,
            "TOUT" => Choice::All,
            "SEPARE" | "AJUSTE" => Choice::Between,
            "PROCHE" => Choice::Near,
            _ => Choice::Smallest,
        };
        let request = Request::read_values(keywords, choice, spelling);
        request.check(keywords.one(spelling.factor).unwrap_or(keywords), spelling, option)?;
        Ok(request)
    }

    /// A band whose values may be given otherwise.
    pub fn read_band(keywords: &Keywords, spelling: Spelling) -> Result<Request, CallError> {
        let request = Request::read_values(keywords, Choice::Band, spelling);
        if !request.values.is_empty() {
            request.check(keywords.one(spelling.factor).unwrap_or(keywords), spelling, "BANDE")?;
        }
        Ok(request)
    }

    fn read_values(keywords: &Keywords, choice: Choice, spelling: Spelling) -> Request {
        let absent = Keywords::default();
        let level = keywords.one(spelling.factor).unwrap_or(&absent);
        let default = match choice {
            Choice::Largest => 1,
            Choice::Between | Choice::Near => 0,
            _ => 10,
        };
        Request {
            choice,
            values: level.reals(spelling.values),
            damping: level.reals("AMOR_REDUIT"),
            count: usize::try_from(level.integer_if_given(spelling.count).unwrap_or(default)).unwrap_or(0),
            count_written: level.written(spelling.count),
            zero: level.real_if_given(spelling.zero).unwrap_or(0.01),
            widening: level.real_if_given("PREC_SHIFT").unwrap_or(0.05),
        }
    }

    fn check(&self, level: &Keywords, spelling: Spelling, option: &str) -> Result<(), CallError> {
        let name = spelling.values;
        if let Some(value) = self.values.iter().find(|v| !v.is_finite()) {
            return Err(level.error(name, "R203", format!("{name} holds {value}, which is not a finite number")));
        }
        let needed = match self.choice {
            Choice::Band | Choice::Between => 2,
            Choice::Centre | Choice::Near => 1,
            _ => 0,
        };
        if self.values.len() < needed {
            let mut error = level.error(
                name,
                "R203",
                format!("OPTION='{option}' needs at least {needed} values of {name}, found {}", self.values.len()),
            );
            error.help = Some(format!("write {}=_F({name}=(low, high)), or another OPTION", spelling.factor));
            return Err(error);
        }
        if self.values.windows(2).any(|w| w[0] >= w[1]) {
            return Err(level.error(name, "R203", format!("the values of {name} do not increase: {:?}", self.values)));
        }
        if self.count == 0 && matches!(self.choice, Choice::Smallest | Choice::Largest | Choice::Centre) {
            let message = format!("{}=0 asks for no mode at all", spelling.count);
            return Err(level.error(spelling.count, "R203", message));
        }
        Ok(())
    }

    /// Selection by eigenvalues `ω²`.
    pub fn on_squares(&self) -> Selection {
        let square = |f: &f64| (TAU * f) * (TAU * f) * f.signum();
        self.selection(&self.values.iter().map(square).collect::<Vec<_>>(), square(&self.zero))
    }

    /// Selection by the values as they are written.
    pub fn on_values(&self) -> Selection {
        self.selection(&self.values, self.zero)
    }

    fn selection(&self, values: &[f64], zero: f64) -> Selection {
        let interval = |low: f64, high: f64| Interval { low, high, widening: self.widening, zero };
        match self.choice {
            Choice::Smallest => Selection::Smallest(self.count),
            Choice::Largest => Selection::Largest(self.count),
            Choice::Centre => Selection::Nearest { value: values[0], count: self.count },
            Choice::All => Selection::All,
            Choice::Near => Selection::Each(values.to_vec()),
            Choice::Band => Selection::Intervals(values.windows(2).map(|w| interval(w[0], w[1])).collect()),
            Choice::Between => Selection::Intervals(vec![interval(values[0], values[values.len() - 1])]),
        }
    }
}
