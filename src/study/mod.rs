//! Evaluator, operation graph, runner. Sees operators only through [`crate::operators::find`].
