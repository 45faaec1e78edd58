//! Calculator functions of PDF: colour transformations in a small subset of PostScript (PDF Reference 1.4, 3.9.4).

/// A parsed program.
pub(super) struct Program(Vec<Step>);

enum Step {
    Number(f64),
    Operator(String),
    /// `ifelse`: the steps for true and for false.
    Choice(Vec<Step>, Vec<Step>),
}

/// Limits on the nesting of conditionals, the steps of a program and the values on its stack.
const DEEPEST: usize = 16;
const MOST_STEPS: usize = 4_000;
const MOST_VALUES: usize = 100;

impl Program {
    /// Parses a program; `None` if it is invalid.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let text: String = text.iter().map(|&byte| char::from(byte)).collect();
        let lines = text.lines().map(|line| line.split('%').next().unwrap_or_default());
        let spaced = lines.collect::<Vec<_>>().join(" ").replace('{', " { ").replace('}', " } ");
        let mut words = spaced.split_ascii_whitespace();
        if words.next()? != "{" || spaced.split_ascii_whitespace().count() > MOST_STEPS {
            return None;
        }
        Some(Self(steps(&mut words, 0)?))
    }

    /// The `outputs` values that the program leaves on the stack; `None` if it fails.
    pub(super) fn run(&self, inputs: &[f64], outputs: usize) -> Option<Vec<f64>> {
        let mut stack = inputs.to_vec();
        run(&self.0, &mut stack)?;
        (stack.len() >= outputs).then(|| stack.split_off(stack.len() - outputs))
    }
}

/// The steps up to the closing brace.
fn steps<'w>(words: &mut impl Iterator<Item = &'w str>, depth: usize) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut blocks: Vec<Vec<Step>> = Vec::new();
    loop {
        match words.next()? {
            "{" if depth < DEEPEST => blocks.push(self::steps(words, depth + 1)?),
            "}" => return blocks.is_empty().then_some(steps),
            "if" => steps.push(Step::Choice(blocks.pop()?, Vec::new())),
            "ifelse" => {
                let otherwise = blocks.pop()?;
                steps.push(Step::Choice(blocks.pop()?, otherwise));
            }
            word => steps.push(match word.parse::<f64>() {
                Ok(number) if number.is_finite() => Step::Number(number),
                _ => Step::Operator(word.to_owned()),
            }),
        }
    }
}

fn run(steps: &[Step], stack: &mut Vec<f64>) -> Option<()> {
    for step in steps {
        match step {
            Step::Number(number) => stack.push(*number),
            Step::Choice(then, otherwise) => {
                let is_true = stack.pop()? != 0.0;
                run(if is_true { then } else { otherwise }, stack)?;
            }
            Step::Operator(operator) => operate(operator, stack)?,
        }
        if stack.len() > MOST_VALUES {
            return None;
        }
    }
    Some(())
}

/// Executes an operator. Booleans are 1 and 0. Operators without exact results on every machine, such as `sin`, fail.
fn operate(operator: &str, stack: &mut Vec<f64>) -> Option<()> {
    let truth = |is_true: bool| f64::from(u8::from(is_true));
    match operator {
        "true" => stack.push(1.0),
        "false" => stack.push(0.0),
        "pop" => drop(stack.pop()?),
        "dup" => stack.push(*stack.last()?),
        "exch" => {
            let last = stack.len().checked_sub(2)?;
            stack.swap(last, last + 1);
        }
        "copy" => {
            let count = stack.pop()? as usize;
            let from = stack.len().checked_sub(count)?;
            stack.extend_from_within(from..);
        }
        "index" => {
            let back = stack.pop()? as usize;
            let place = stack.len().checked_sub(back + 1)?;
            stack.push(stack[place]);
        }
        "roll" => {
            let (by, count) = (stack.pop()? as i64, stack.pop()? as usize);
            let from = stack.len().checked_sub(count)?;
            if count > 0 {
                let by = by.rem_euclid(i64::try_from(count).ok()?);
                stack[from..].rotate_right(usize::try_from(by).ok()?);
            }
        }
        "abs" | "neg" | "ceiling" | "floor" | "round" | "truncate" | "cvi" | "cvr" | "sqrt"
        | "not" => {
            let value = stack.pop()?;
            stack.push(match operator {
                "abs" => value.abs(),
                "neg" => -value,
                "ceiling" => value.ceil(),
                "floor" => value.floor(),
                "round" => (value + 0.5).floor(),
                "truncate" | "cvi" => value.trunc(),
                "sqrt" => value.max(0.0).sqrt(),
                "not" => truth(value == 0.0),
                _ => value,
            });
        }
        "add" | "sub" | "mul" | "div" | "idiv" | "mod" | "eq" | "ne" | "gt" | "ge" | "lt"
        | "le" | "and" | "or" | "xor" => {
            let (two, one) = (stack.pop()?, stack.pop()?);
            stack.push(match operator {
                "add" => one + two,
                "sub" => one - two,
                "mul" => one * two,
                "div" if two != 0.0 => one / two,
                "idiv" if two.trunc() != 0.0 => (one.trunc() / two.trunc()).trunc(),
                "mod" if two.trunc() != 0.0 => one.trunc() % two.trunc(),
                "eq" => truth(one == two),
                "ne" => truth(one != two),
                "gt" => truth(one > two),
                "ge" => truth(one >= two),
                "lt" => truth(one < two),
                "le" => truth(one <= two),
                "and" => (one as i64 & two as i64) as f64,
                "or" => (one as i64 | two as i64) as f64,
                "xor" => (one as i64 ^ two as i64) as f64,
                _ => return None,
            });
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(program: &str, inputs: &[f64], outputs: usize) -> Option<Vec<f64>> {
        Program::read(program.as_bytes())?.run(inputs, outputs)
    }

    #[test]
    fn programs_of_common_writers_are_evaluated() {
        // A spot ink as four inks, a mixture of two, and a conditional.
        assert_eq!(
            Some(vec![0.0, 0.25, 0.5, 0.0]),
            run("{0 exch dup 0.5 mul exch 1 mul 0}", &[0.5], 4)
        );
        let mixed = "{ 2 copy add 1 exch sub 3 1 roll pop % a note\n }";
        assert_eq!(Some(vec![0.25, 0.25]), run(mixed, &[0.25, 0.5], 2));
        let choice = "{dup 0.5 gt {pop 1}{pop 0}ifelse dup 0 eq{pop 7}if}";
        assert_eq!(Some(vec![1.0]), run(choice, &[0.6], 1));
        assert_eq!(Some(vec![7.0]), run(choice, &[0.5], 1));
        assert_eq!(Some(vec![2.0, 3.0, 1.0]), run("{1 2 3 3 -1 roll}", &[], 3));
        assert_eq!(Some(vec![1.0]), run("{1 2 3 2 index exch pop exch pop exch pop}", &[], 1));
    }

    #[test]
    fn an_invalid_program_has_no_value() {
        for program in
            ["", "1", "{1", "{sin}", "{pop}", "{1 0 div}", "{{1}}", "{1 {2} ifelse}", "{-5 index}"]
        {
            assert_eq!(None, run(program, &[], 1), "{program}");
        }
        assert_eq!(None, run(&format!("{{{}}}", "1 ".repeat(200)), &[], 1));
        assert_eq!(None, run(&"{".repeat(40), &[], 1));
    }
}
