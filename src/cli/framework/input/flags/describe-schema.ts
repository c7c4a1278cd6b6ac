import * as z from 'zod';
import { type FlagSyntax, getFlagSyntax } from './flags.ts';

/** One flag or argument, derived from its schema: what parsing, help and completion need. */
export interface FlagFacts {
  /** The field of the input: `baseUrl`. */
  readonly key: string;
  /** As typed: `--base-url`, `--no-input`; for an argument, `<id>` or `<id…>`. */
  readonly name: string;
  readonly kind: 'boolean' | 'number' | 'text';
  readonly choices: readonly string[] | null;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly defaultText: string | null;
  readonly description: string;
  readonly syntax: FlagSyntax;
  /** The service's error code for an invalid value; null when there is none. */
  readonly code: number | null;
  /** Two different values are refused: otherwise one of them would be silently lost. */
  readonly isOnce: boolean;
}

/** A flag of a set, with what most command lines need of its schema. */
export interface SetFlag extends FlagFacts {
  /** The default; absent when there is none. */
  readonly fallback?: unknown;
  /** Whether any value of its kind, or any of its choices, is valid: the schema has no further checks. */
  readonly isFree: boolean;
}

export function describeSchema(schema: z.ZodObject): readonly FlagFacts[] {
  return Object.entries(schema.shape).map(([key, field]) => describeField(key, field as z.ZodType)); // a shape's fields are schemas
}

function describeField(key: string, field: z.ZodType): FlagFacts {
  const layers = [...unwrapSchema(field)];
  const inner = layers.find((layer) => layer instanceof z.ZodArray)?.element ?? layers.at(-1);
  const writing = Object.assign({}, ...layers.map(getFlagSyntax)) as FlagSyntax; // merged from registered syntax only
  const fallback = layers.find((layer) => layer instanceof z.ZodDefault || layer instanceof z.ZodPrefault);
  const isList = layers.some((layer) => layer instanceof z.ZodArray);
  return {
    key,
    name: toFlagName(key),
    kind: inner instanceof z.ZodBoolean ? 'boolean' : inner instanceof z.ZodNumber ? 'number' : 'text',
    choices: inner instanceof z.ZodEnum ? inner.options.map(String) : null,
    isList,
    isRequired: fallback === undefined && !layers.some((layer) => layer instanceof z.ZodOptional),
    defaultText: formatDefault(fallback),
    description: layers.map((layer) => layer.description).find((text) => text !== undefined) ?? '',
    syntax: writing,
    code: null,
    isOnce: false,
  };
}

function formatDefault(fallback: z.ZodDefault | z.ZodPrefault | undefined): string | null {
  const value = fallback?.def.defaultValue;
  return value === undefined || value === false || String(value) === '' ? null : String(value);
}

function* unwrapSchema(schema: z.ZodType): Generator<z.ZodType> {
  yield schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    yield* unwrapSchema(schema.unwrap() as z.ZodType); // the core type of the same schema
  } else if (schema instanceof z.ZodPipe) {
    yield* unwrapSchema(schema.in as z.ZodType); // the core type of the same schema
  }
}

/** Converts a field name to its flag: `--base-url` for `baseUrl`. */
export function toFlagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
