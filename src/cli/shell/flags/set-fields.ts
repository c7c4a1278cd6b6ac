import * as z from 'zod';
import { parseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { maskLikelySecret } from '../likely-secrets.ts';
import { formatFlags } from '../shell-command.ts';

/** A field to set in a body, and its value. */
interface FieldAssignment {
  readonly path: string;
  readonly value: unknown;
}

/** Examples of the syntax, for error messages. */
interface SetExamples {
  /** A field and its value. */
  readonly plain: string;
  /** A path through a list. */
  readonly deep: string;
}

const OF_EVENTS: SetExamples = { plain: 'keyword=GUIDE', deep: 'actionResults.0.status' };

/**
 * Parses assignments such as `status=failed` and `actionResults.0.status=failed`. Values are JSON where they
 * parse as JSON, else text; where the schema knows the field, a value that only fits as text, or as a list of one, is
 * that: an id of digits stays a text.
 *
 * @param schema of the body, if it is known
 * @returns a function that sets them in a body
 * @throws CrierError of kind usage for invalid syntax; the returned function throws for a path that cannot be
 *   set
 */
export function setFields(
  fields: readonly string[],
  examples: SetExamples = OF_EVENTS,
  schema?: z.ZodType,
): (record: LooseRecord) => LooseRecord {
  const all = fields.map((text) => readField(text, examples, schema));
  return (record) => all.reduce((before, set) => setField(before, set, examples), record);
}

function readField(text: string, { plain }: SetExamples, schema: z.ZodType | undefined): FieldAssignment {
  const at = text.indexOf('=');
  if (at < 1) {
    throw createUsageError(
      `--set "${maskLikelySecret(text)}" has no value`,
      `write it as path=value: ${formatFlags`--set ${plain}`}`,
    );
  }
  const path = text.slice(0, at);
  return { path, value: coerceValue(text.slice(at + 1), findFieldSchema(schema, path.split('.'))) };
}

/** The value of a text, in the form that its field accepts. */
function coerceValue(text: string, schema: z.ZodType | undefined): unknown {
  const parsed = parseFieldValue(text);
  // a longer number would lose digits
  const exact = typeof parsed === 'number' && /^\d{16,}$/.test(text) ? text : parsed;
  const forms = [exact, text, [exact], [text]];
  return schema === undefined ? exact : (forms.find((form) => schema.safeParse(form).success) ?? exact);
}

/** The schema of a field; undefined where the body's schema does not know it. */
function findFieldSchema(schema: z.ZodType | undefined, path: readonly string[]): z.ZodType | undefined {
  const [step, ...rest] = path;
  if (schema === undefined || step === undefined) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findFieldSchema(schema.unwrap() as z.ZodType, path); // the core type of the same schema
  if (schema instanceof z.ZodArray) return findFieldSchema(schema.element as z.ZodType, rest); // as above
  if (!(schema instanceof z.ZodObject)) return undefined;
  const field = Object.hasOwn(schema.shape, step) ? (schema.shape[step] as z.ZodType) : undefined; // a shape's fields are schemas
  return findFieldSchema(field, rest);
}

function parseFieldValue(text: string): unknown {
  try {
    return parseBoundedJson(text); // JSON nested too deep to be serialized again stays text
  } catch {
    return text;
  }
}

function setField(record: LooseRecord, { path, value }: FieldAssignment, { deep }: SetExamples): LooseRecord {
  const set = setPath(record, path, value);
  if ('value' in set) return set.value;
  throw createUsageError(
    `--set ${maskLikelySecret(path)} ${set.fault}`,
    `write a path with dots, and list items by index: ${deep}`,
  );
}

/** The new value, or an error message that follows the path. */
type SetPathResult<Value> = { readonly value: Value } | { readonly fault: string };

/**
 * Sets the value at a path such as `actionResults.0.status`: names and list indexes, separated by dots. Missing parts
 * are created; a list grows by one at its end.
 *
 * @returns a new record, or why the path is invalid, such as `goes through a text`
 */
export function setPath(record: LooseRecord, path: string, value: unknown): SetPathResult<LooseRecord> {
  const [first = '', ...rest] = path.split('.', MAX_STEPS + 1);
  if (rest.length === MAX_STEPS) return { fault: 'has too many names' };
  const steps: Steps = [first, ...rest];
  if (steps.includes('')) return { fault: 'has an empty name' };
  if (steps.includes(UNSAFE_NAME)) return { fault: `has the name ${UNSAFE_NAME}, which is not allowed` };
  return setInRecord(record, steps, value);
}

/** Readers drop this name silently. */
const UNSAFE_NAME = '__proto__';

/** No event is nested this deeply. */
const MAX_STEPS = 50;

type Steps = readonly [string, ...(readonly string[])];

function setInValue(
  node: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
): SetPathResult<unknown> {
  if (step === undefined) return { value };
  if (Array.isArray(node)) return setInList(node, [step, ...rest], value);
  if (node === undefined || node === null) {
    return LIST_INDEX.test(step)
      ? setInList([], [step, ...rest], value)
      : setInRecord({}, [step, ...rest], value);
  }
  if (isRecord(node)) return setInRecord(node, [step, ...rest], value);
  return { fault: `goes through a ${typeof node === 'string' ? 'text' : typeof node}` };
}

function setInRecord(
  record: LooseRecord,
  [step, ...rest]: Steps,
  value: unknown,
): SetPathResult<LooseRecord> {
  const inner = setInValue(Object.hasOwn(record, step) ? record[step] : undefined, rest, value);
  return 'fault' in inner ? inner : { value: { ...record, [step]: inner.value } };
}

function setInList(
  list: readonly unknown[],
  [step, ...rest]: Steps,
  value: unknown,
): SetPathResult<readonly unknown[]> {
  const at = Number(step);
  if (!LIST_INDEX.test(step)) return { fault: `goes through a list, but "${step}" is not an index` };
  if (at > list.length) return { fault: `skips indexes of a list with ${list.length} entries` };
  const inner = setInValue(list[at], rest, value);
  return 'fault' in inner ? inner : { value: [...list.slice(0, at), inner.value, ...list.slice(at + 1)] };
}

const LIST_INDEX = /^(?:0|[1-9]\d{0,4})$/;
