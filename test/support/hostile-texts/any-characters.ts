import * as fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const CHARACTERS = 0x11_0000 - SURROGATES.count;

/**
 * Any character but a surrogate. fast-check's own unit `binary` keeps a map of all of them, which takes a second and
 * 138 MiB in each worker.
 */
export const anyCharacter = fc
  .nat({ max: CHARACTERS - 1 })
  .map((place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count));

/** Names that every object has, such as `__proto__`. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** A text of any characters but surrogates by themselves; now and then a name that every object has. */
export function anyCharacters(
  limits: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {},
): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Infinity } = limits;
  const names = NAMES.filter(({ length }) => length >= minLength && length <= maxLength);
  const text = fc.string({ ...limits, unit: anyCharacter });
  if (names.length === 0) return text;
  return fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(...names) });
}
