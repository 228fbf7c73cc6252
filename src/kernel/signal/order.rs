//! Order of the abscissae of a tabulated function: they must strictly increase.

/// Changes made to put points in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    Untouched,
    Reversed,
    Sorted,
}

/// Abscissa `rank` (from 1) does not lie beyond the one before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("abscissa {rank} is {x} and the one before it is {before}")]
pub struct OrderFault {
    pub rank: usize,
    pub x: f64,
    pub before: f64,
}

/// Checks that abscissae strictly increase. Fails at the first that does not come after the one before it.
pub fn check_increasing(abscissae: &[f64]) -> Result<(), OrderFault> {
    let fault = abscissae.windows(2).position(|w| w[1].partial_cmp(&w[0]) != Some(std::cmp::Ordering::Greater));
    match fault {
        None => Ok(()),
        Some(i) => Err(OrderFault { rank: i + 2, x: abscissae[i + 1], before: abscissae[i] }),
    }
}

/// Puts points in increasing order (VERIF="NON"): a decreasing list is reversed, another one sorted.
/// A repeated abscissa is a fault whatever the order.
pub fn arrange<T: Clone>(abscissae: &mut Vec<f64>, values: &mut Vec<T>) -> Result<Arrangement, OrderFault> {
    if check_increasing(abscissae).is_ok() {
        return Ok(Arrangement::Untouched);
    }
    if abscissae.windows(2).all(|w| w[1] < w[0]) {
        abscissae.reverse();
        values.reverse();
        return Ok(Arrangement::Reversed);
    }
    let mut ranks: Vec<usize> = (0..abscissae.len()).collect();
    ranks.sort_by(|&i, &j| abscissae[i].total_cmp(&abscissae[j]));
    if let Some(pair) = ranks.windows(2).find(|w| abscissae[w[0]] == abscissae[w[1]]) {
        let (first, again) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        return Err(OrderFault { rank: again + 1, x: abscissae[again], before: abscissae[first] });
    }
    *values = ranks.iter().filter_map(|&i| values.get(i).cloned()).collect();
    *abscissae = ranks.iter().map(|&i| abscissae[i]).collect();
    Ok(Arrangement::Sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_reversed_or_sorted_with_their_values() {
        let (mut x, mut y) = (vec![3.0, 2.0, 1.0], vec!["c", "b", "a"]);
        assert_eq!(arrange(&mut x, &mut y), Ok(Arrangement::Reversed));
        assert_eq!((x, y), (vec![1.0, 2.0, 3.0], vec!["a", "b", "c"]));
        let (mut x, mut y) = (vec![2.0, 3.0, 1.0], vec!["b", "c", "a"]);
        assert_eq!(arrange(&mut x, &mut y), Ok(Arrangement::Sorted));
        assert_eq!((x, y), (vec![1.0, 2.0, 3.0], vec!["a", "b", "c"]));
    }

    #[test]
    fn repeated_abscissae_are_found() {
        let repeated = OrderFault { rank: 3, x: 1.0, before: 1.0 };
        assert_eq!(check_increasing(&[0.0, 1.0, 1.0]), Err(repeated));
        assert_eq!(arrange(&mut vec![1.0, 2.0, 1.0, 0.5], &mut vec![1, 2, 3, 4]), Err(repeated));
        assert!(check_increasing(&[0.0, f64::NAN]).is_err());
    }
}
