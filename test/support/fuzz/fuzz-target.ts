/** A reader of text, and what holds for every text. */
export interface FuzzTarget {
  /** Texts from which the first ones are made. */
  readonly seeds: readonly string[];
  /** Words of the format. */
  readonly tokens?: readonly string[];
  /** Whether the reader takes bytes: each character of an input is one. */
  readonly isBytes?: boolean;
  /** In characters (default: 2,000). */
  readonly maxLength?: number;
  /** Reads a text. Throws when the reader fails in a way that it does not declare, or a property is broken. */
  readonly run: (input: string) => void | Promise<void>;
}

/** Gets the bytes of an input of a target for bytes. */
export function toBytes(input: string): Buffer {
  return Buffer.from(input, 'latin1');
}

/** Runs a reader; errors that it declares count as answers. @returns null for one */
export function expectDeclared<Read>(read: () => Read, isDeclared: (error: unknown) => boolean): Read | null {
  try {
    return read();
  } catch (error) {
    if (isDeclared(error)) return null;
    throw error;
  }
}

/** Fails unless both are the same, as JSON has them. */
export function requireSame(one: unknown, other: unknown, rule: string): void {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
  if (first !== second) throw new Error(`${rule}: ${first} is not ${second}`);
}

/** What JSON is made of beside its values. */
export const JSON_MARKS = ['{', '}', '[', ']', '"', ':', ','] as const;
