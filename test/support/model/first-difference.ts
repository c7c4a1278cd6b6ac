/** Used in what is expected where the specification leaves open what there is. */
export const UNSAID = Symbol('unsaid');

/** A text of whose wording only this is expected. */
export class Holding {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/**
 * Where two values first differ, in words; null when they are alike in all that is specified.
 *
 * @param path of the value, for the words
 */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | null {
  if (expected === UNSAID) return null;
  if (expected instanceof Holding) {
    const holds = typeof actual === 'string' && actual.includes(expected.words);
    return holds ? null : `${path} is ${shown(actual)} and should hold "${expected.words}"`;
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
    return `${path} has ${actual.length} entries and should have ${expected.length}: ${shown(actual)}`;
  }
  if (!isObject(expected) || !isObject(actual)) {
    return Object.is(expected, actual)
      ? null
      : `${path} is ${shown(actual)} and should be ${shown(expected)}`;
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const found = firstDifference(expected[name], actual[name], path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'missing';

// A list has names too: its places.
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
