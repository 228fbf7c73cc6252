//! Sequences of a formula: known when it is compiled, so loops over them are unrolled.

use std::rc::Rc;

use super::compile::{Compiled, Compiler, element, refused};
use super::scope::{Binding, Frame, Scope};
use crate::kernel::signal::program::Scalar;
use crate::syntax::{Argument, BinaryOperator, Comprehension, Expression, ExpressionKind as Kind};

/// Longest sequence a formula may hold.
const LONGEST: usize = 10_000;

type Items<'a> = Rc<Vec<Binding<'a>>>;

impl<'a> Compiler<'a> {
    /// The elements of `e` when it is a sequence: a list, a tuple, a name given one, `range`, `zip`,
    /// `enumerate`, `reversed`, `sorted`, a comprehension, a slice, `+` and `*` of these.
    pub fn sequence(&mut self, e: &'a Expression, scope: &Scope<'a>) -> Compiled<Option<Items<'a>>> {
        let items = match &e.kind {
            Kind::Tuple(terms) | Kind::List(terms) | Kind::Set(terms) => self.display(terms, scope)?,
            Kind::Name(name) => match self.lookup(name, scope) {
                Some(binding) => return self.binding_sequence(binding),
                None => return Ok(None),
            },
            Kind::Index(object, index) => {
                let Some(items) = self.sequence(object, scope)? else { return Ok(None) };
                let Some(at) = self.constant(index, scope)? else { return Ok(None) };
                let item = element(&items, at, e.span)?;
                return self.binding_sequence(item);
            }
            Kind::Slice { object, start, stop, step } => {
                let Some(items) = self.sequence(object, scope)? else { return Ok(None) };
                self.slice(e, &items, [start.as_deref(), stop.as_deref(), step.as_deref()], scope)?
            }
            Kind::Binary(BinaryOperator::Add, a, b) => {
                let (Some(a), Some(b)) = (self.sequence(a, scope)?, self.sequence(b, scope)?) else { return Ok(None) };
                a.iter().chain(b.iter()).cloned().collect()
            }
            Kind::Binary(BinaryOperator::Multiply, a, b) => {
                let (items, count) = match (self.sequence(a, scope)?, self.sequence(b, scope)?) {
                    (Some(items), None) => (items, b),
                    (None, Some(items)) => (items, a),
                    _ => return Ok(None),
                };
                let count = self.whole(count, scope)?.max(0) as usize;
                if count.saturating_mul(items.len()) > LONGEST {
                    return Err(too_long(e));
                }
                items.iter().cloned().cycle().take(count * items.len()).collect()
            }
            Kind::ListComprehension(item, loops)
            | Kind::Generator(item, loops)
            | Kind::SetComprehension(item, loops) => {
                let mut items = Vec::new();
                self.unroll(item, loops, scope, &mut items)?;
                items
            }
            Kind::Call { function, arguments } => {
                let Kind::Name(name) = &function.kind else { return Ok(None) };
                if self.lookup(name, scope).is_some() {
                    return Ok(None);
                }
                return self.built_in_sequence(e, name, arguments, scope);
            }
            _ => return Ok(None),
        };
        if items.len() > LONGEST {
            return Err(too_long(e));
        }
        Ok(Some(Rc::new(items)))
    }

    fn binding_sequence(&mut self, binding: Binding<'a>) -> Compiled<Option<Items<'a>>> {
        match binding {
            Binding::Sequence(items) => Ok(Some(items)),
            Binding::Expression(e, scope) => self.sequence(e, &scope),
            _ => Ok(None),
        }
    }

    fn display(&mut self, terms: &'a [Expression], scope: &Scope<'a>) -> Compiled<Vec<Binding<'a>>> {
        let mut items = Vec::with_capacity(terms.len());
        for term in terms {
            if let Kind::Starred(inner) = &term.kind {
                match self.sequence(inner, scope)? {
                    Some(more) => items.extend(more.iter().cloned()),
                    None => return Err(refused(inner.span, "`*` needs a sequence")),
                }
            } else {
                items.push(Binding::Expression(term, scope.clone()));
            }
        }
        Ok(items)
    }

    fn built_in_sequence(
        &mut self,
        e: &'a Expression,
        name: &str,
        arguments: &'a [Argument],
        scope: &Scope<'a>,
    ) -> Compiled<Option<Items<'a>>> {
        if !["range", "list", "tuple", "set", "zip", "enumerate", "reversed", "sorted"].contains(&name) {
            return Ok(None);
        }
        if let Some(odd) = arguments.iter().find(|a| a.name.is_some() || a.stars > 0) {
            return Err(refused(odd.span, "functions of a formula are called with plain values, in order"));
        }
        if name == "range" {
            let mut bounds = Vec::new();
            for argument in arguments {
                bounds.push(self.whole(&argument.value, scope)?);
            }
            return range(e, &bounds).map(Rc::new).map(Some);
        }
        let mut sequences = Vec::new();
        for argument in arguments {
            match self.sequence(&argument.value, scope)? {
                Some(items) => sequences.push(items),
                None => return Err(refused(argument.span, format!("{name} needs a sequence here"))),
            }
        }
        let pair = |items: Vec<Binding<'a>>| Binding::Sequence(Rc::new(items));
        let items: Vec<Binding<'a>> = match (name, sequences.as_slice()) {
            ("zip", several) => {
                let shortest = several.iter().map(|s| s.len()).min().unwrap_or(0);
                (0..shortest).map(|i| pair(several.iter().map(|s| s[i].clone()).collect())).collect()
            }
            ("list" | "tuple" | "set", [one]) => one.to_vec(),
            ("reversed", [one]) => one.iter().rev().cloned().collect(),
            ("enumerate", [one]) => {
                let number = |i| Binding::Constant(Scalar::Real(i as f64));
                one.iter().enumerate().map(|(i, item)| pair(vec![number(i), item.clone()])).collect()
            }
            ("sorted", [one]) => self.sorted(e, one)?,
            _ => return Err(refused(e.span, format!("{name} cannot be called with {} sequences", sequences.len()))),
        };
        Ok(Some(Rc::new(items)))
    }

    fn sorted(&mut self, e: &Expression, items: &[Binding<'a>]) -> Compiled<Vec<Binding<'a>>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match self.binding_constant(item)? {
                Some(Scalar::Real(x)) => values.push(x),
                _ => return Err(refused(e.span, "sorted needs real constants in a formula")),
            }
        }
        values.sort_by(f64::total_cmp);
        Ok(values.into_iter().map(|x| Binding::Constant(Scalar::Real(x))).collect())
    }

    fn binding_constant(&mut self, binding: &Binding<'a>) -> Compiled<Option<Scalar>> {
        match binding {
            Binding::Constant(value) => Ok(Some(*value)),
            Binding::Expression(e, scope) => self.constant(e, scope),
            _ => Ok(None),
        }
    }

    /// `[item for x in a if c for y in b]`, appended to `items`.
    fn unroll(
        &mut self,
        item: &'a Expression,
        loops: &'a [Comprehension],
        scope: &Scope<'a>,
        items: &mut Vec<Binding<'a>>,
    ) -> Compiled<()> {
        let Some((first, inner)) = loops.split_first() else {
            items.push(Binding::Expression(item, scope.clone()));
            if items.len() > LONGEST {
                return Err(too_long(item));
            }
            return Ok(());
        };
        let Some(values) = self.sequence(&first.iterable, scope)? else {
            return Err(refused(first.iterable.span, "a loop of a formula runs over a sequence known beforehand"));
        };
        'values: for value in values.iter() {
            let scope = self.bind_target(&first.target, value.clone(), scope)?;
            for condition in &first.conditions {
                match self.constant(condition, &scope)? {
                    Some(value) if value.complex() != num_complex::Complex64::ZERO => {}
                    Some(_) => continue 'values,
                    None => return Err(refused(condition.span, "this condition depends on a parameter")),
                }
            }
            self.unroll(item, inner, &scope, items)?;
        }
        Ok(())
    }

    fn bind_target(&mut self, target: &'a Expression, value: Binding<'a>, scope: &Scope<'a>) -> Compiled<Scope<'a>> {
        match &target.kind {
            Kind::Name(name) => Ok(Some(Rc::new(Frame { name, binding: value, outer: scope.clone() }))),
            Kind::Tuple(targets) | Kind::List(targets) => {
                let parts = self.binding_sequence(value)?;
                let Some(parts) = parts.filter(|p| p.len() == targets.len()) else {
                    return Err(refused(target.span, format!("{} values are needed here", targets.len())));
                };
                let mut scope = scope.clone();
                for (target, part) in targets.iter().zip(parts.iter()) {
                    scope = self.bind_target(target, part.clone(), &scope)?;
                }
                Ok(scope)
            }
            _ => Err(refused(target.span, "a loop of a formula sets plain names")),
        }
    }

    fn slice(
        &mut self,
        e: &Expression,
        items: &[Binding<'a>],
        bounds: [Option<&'a Expression>; 3],
        scope: &Scope<'a>,
    ) -> Compiled<Vec<Binding<'a>>> {
        let mut whole = [None; 3];
        for (value, bound) in whole.iter_mut().zip(bounds) {
            if let Some(bound) = bound {
                *value = Some(self.whole(bound, scope)?);
            }
        }
        let count = items.len() as i64;
        let from_start = |i: i64| if i < 0 { i + count } else { i };
        let step = whole[2].unwrap_or(1);
        let (mut at, stop) = match step {
            1.. => (
                whole[0].map_or(0, |i| from_start(i).clamp(0, count)),
                whole[1].map_or(count, |i| from_start(i).clamp(0, count)),
            ),
            0 => return Err(refused(e.span, "the step of a slice cannot be zero")),
            _ => (
                whole[0].map_or(count - 1, |i| from_start(i).clamp(-1, count - 1)),
                whole[1].map_or(-1, |i| from_start(i).clamp(-1, count - 1)),
            ),
        };
        let mut part = Vec::new();
        while (step > 0 && at < stop) || (step < 0 && at > stop) {
            part.extend(items.get(at as usize).cloned());
            at += step;
        }
        Ok(part)
    }

    /// A whole number known beforehand.
    fn whole(&mut self, e: &'a Expression, scope: &Scope<'a>) -> Compiled<i64> {
        match self.constant(e, scope)? {
            Some(Scalar::Real(x)) if x == x.trunc() && x.abs() < 1.0e15 => Ok(x as i64),
            _ => Err(refused(e.span, "a whole number known beforehand is needed here")),
        }
    }
}

fn range<'a>(e: &Expression, bounds: &[i64]) -> Compiled<Vec<Binding<'a>>> {
    let (start, stop, step) = match *bounds {
        [stop] => (0, stop, 1),
        [start, stop] => (start, stop, 1),
        [start, stop, step] if step != 0 => (start, stop, step),
        _ => return Err(refused(e.span, "range takes one to three whole numbers, the step not zero")),
    };
    let mut items = Vec::new();
    let mut at = start;
    while (step > 0 && at < stop) || (step < 0 && at > stop) {
        items.push(Binding::Constant(Scalar::Real(at as f64)));
        if items.len() > LONGEST {
            return Err(too_long(e));
        }
        at += step;
    }
    Ok(items)
}

fn too_long(e: &Expression) -> Box<crate::diag::Diagnostic> {
    refused(e.span, format!("the sequence holds more than {LONGEST} values"))
}
