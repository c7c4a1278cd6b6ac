import {
  type FilteredValueToken,
  type Liquid,
  type Token,
  type Tokenizer,
  TypeGuards,
  Value,
} from 'liquidjs';

/**
 * Refuses a second value without an operator, which Liquid ignores: `{{range .posts}}`, as other languages write it,
 * would print nothing.
 */
export function requireOneValue({ initial }: FilteredValueToken, tokenizer: Tokenizer): void {
  const changes = initial.postfix.map((token) =>
    TypeGuards.isOperatorToken(token) ? getChange(token.operator) : 1,
  );
  const count = changes.reduce((sum, change) => sum + change, 0);
  const last = initial.postfix.at(-1);
  if (count !== 1) throw tokenizer.error(`${last?.getText()} is not expected here`, last?.begin);
}

/** By how many values an operator changes the number of values. */
function getChange(operator: string): number {
  return operator === 'not' ? 0 : -1;
}

/** Makes the filters within parentheses, which Liquid makes too late: an unknown one is an error of the template. */
export function requireFilters(token: Token | undefined, liquid: Liquid): void {
  if (token === undefined || !TypeGuards.isFilteredValueToken(token)) return;
  const { initial, filters } = new Value(token, liquid);
  const args = filters.flatMap((filter) => filter.args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)));
  for (const inner of [...initial.postfix, ...args]) requireFilters(inner, liquid);
}
