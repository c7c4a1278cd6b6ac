/** A parsed value with the offset of each part in the text. */
export type LocatedValue =
  | { readonly kind: 'scalar'; readonly offset: number; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly offset: number; readonly items: readonly LocatedValue[] }
  | { readonly kind: 'map'; readonly offset: number; readonly members: ReadonlyMap<string, LocatedMember> };

/** One member of a map; `offset` is the start of its name. */
export interface LocatedMember {
  readonly offset: number;
  readonly value: LocatedValue;
}

/** A path into a value, such as `['triggers', 0, 'postId']`. */
export type ValuePath = readonly (string | number)[];

/** The value without offsets. */
export function toPlainValue(located: LocatedValue): unknown {
  switch (located.kind) {
    case 'scalar':
      return located.value;
    case 'list':
      return located.items.map(toPlainValue);
    case 'map':
      return Object.fromEntries(
        located.members.entries().map(([name, { value }]) => [name, toPlainValue(value)]),
      );
  }
}

/**
 * Finds the offset of the value at a path; if it does not exist, of its nearest existing ancestor.
 *
 * @param part `key` for the name of a member, `value` for its value
 */
export function findOffset(located: LocatedValue, path: ValuePath, part: 'key' | 'value'): number {
  const [step, ...rest] = path;
  if (step === undefined) return located.offset;
  if (located.kind === 'list') {
    const item = typeof step === 'number' ? located.items[step] : undefined;
    return item === undefined ? located.offset : findOffset(item, rest, part);
  }
  const member = located.kind === 'map' ? located.members.get(String(step)) : undefined;
  if (member === undefined) return located.offset;
  return rest.length === 0 && part === 'key' ? member.offset : findOffset(member.value, rest, part);
}
