import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** What expressions of an action read, such as `inputs` and `steps`. */
export type ExpressionContexts = Readonly<Record<string, unknown>>;

const EXPRESSION = /\$\{\{(.*?)\}\}/gs;
const STATUS_FUNCTION = /\b(?:always|cancelled|failure|success)\(\)/;
const STATUS_FUNCTIONS = ['always', 'cancelled', 'failure', 'success'].map((name) => ({
  name,
  minArgs: 0,
  maxArgs: 0,
}));

/** Replaces the expressions of a text by their values, with the evaluator of GitHub itself. */
export function fillExpressions(text: string, contexts: ExpressionContexts): string {
  return text.replaceAll(EXPRESSION, (_whole, expression: string) =>
    evaluate(expression, contexts, false).coerceString(),
  );
}

/** Whether a step runs: without a function for the status, only if no step before it failed. */
export function isConditionMet(
  condition: string | undefined,
  contexts: ExpressionContexts,
  hasFailed: boolean,
): boolean {
  const text =
    condition === undefined || STATUS_FUNCTION.test(condition) ? condition : `success() && (${condition})`;
  const value = evaluate(text ?? 'success()', contexts, hasFailed);
  return value.coerceString() !== 'false' && value.coerceString() !== '';
}

function evaluate(expression: string, contexts: ExpressionContexts, hasFailed: boolean): data.ExpressionData {
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary; // of an object
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), STATUS_FUNCTIONS).parse();
  const values: Readonly<Record<string, boolean>> = {
    always: true,
    cancelled: false,
    failure: hasFailed,
    success: !hasFailed,
  };
  const functions = STATUS_FUNCTIONS.map((info) => ({
    ...info,
    call: () => new data.BooleanData(values[info.name] === true),
  }));
  return new Evaluator(parsed, context, new Map(functions.map((each) => [each.name, each]))).evaluate();
}
