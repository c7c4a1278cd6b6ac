import type * as z from 'zod';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { scaled } from '../scale.ts';

/** A text longer than this once in an answer is enough. */
const LONGEST_REPEATED = 1500;

/** The corpus without the texts that only try to be long, which would make an answer of hundreds of megabytes. */
export const SHORT_TEXTS: readonly string[] = HOSTILE_TEXTS.map(([, text]) => text).filter(
  (text) => text.length <= LONGEST_REPEATED,
);

/** The whole corpus in one or a few long texts, for places of which a run has one. */
export const JOINED_TEXTS: readonly string[] = joined(scaled(1, 12));

function joined(parts: number): readonly string[] {
  const size = Math.ceil(SHORT_TEXTS.length / parts);
  return Array.from({ length: parts }, (_, at) => SHORT_TEXTS.slice(at * size, (at + 1) * size).join(' '));
}

/** Gives one text after the other, all of the corpus, again and again. */
export function textAfterText(texts: readonly string[] = SHORT_TEXTS): () => string {
  let next = 0;
  return () => texts[next++ % texts.length] ?? '';
}

/** How an answer is made up. */
interface Filling {
  /** What is in every text of the schema. */
  text(): string;
  /** How many members lists have. */
  readonly members: number;
}

const DEEPEST = 4;

/** A value as a schema of the service describes it, with strangers' text in every place that takes text. */
export function hostileValue(schema: z.ZodType, filling: Filling, depth = 0): unknown {
  const inner = (type: unknown) => hostileValue(type as z.ZodType, filling, depth + 1); // zod names the parts of a schema by a wider type
  // biome-ignore lint/suspicious/noExplicitAny: zod's own description of a schema, read by its tag
  const def = (schema as any).def;
  switch (def.type) {
    case 'string':
    case 'unknown':
      return filling.text();
    case 'number':
      return 1234;
    case 'boolean':
      return true;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return hostileValue(def.innerType, filling, depth);
    case 'union':
      return hostileValue(def.options[0], filling, depth);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'array':
      return depth > DEEPEST
        ? []
        : Array.from({ length: depth > 2 ? 1 : filling.members }, () => inner(def.element));
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, type]) => [name, inner(type)]));
    default:
      throw new Error(`no hostile value for ${def.type}`);
  }
}
