import type * as z from 'zod';
import { parseBoundedJson } from '../../../../domain/json/bounded-json.ts';
import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { type CrierError, createUsageError } from '../../../../errors.ts';
import { maskLikelySecret } from '../../output/text/known-secrets.ts';
import { formatFlags } from '../../output/text/shell-command.ts';
import { hasLostQuotes, QUOTES_ADVICE } from '../explain-pasted-words.ts';
import { createRefusal } from './schema-issues.ts';
import { findField, findUnknownField } from './schema-path.ts';

/** A field to set in a body, and its value. */
interface FieldAssignment {
  path: string;
  value: unknown;
}

/** A body whose fields can be set. */
export interface SettableBody {
  schema: z.ZodType;
  /** A field and its value, for error messages. */
  plain: string;
  /** A path through a list, for error messages. */
  deep: string;
  /** The service's code for an unknown field, if it has one. */
  code?: number;
  /** What can be done for a field that the schema does not have. */
  others?: string;
  /** Other names of fields, such as those of flags. */
  suggestName?(name: string): string | null;
}

/**
 * Parses assignments such as `status=failed` and `actionResults.0.status=failed`. Values are JSON where they
 * parse as JSON, else text; a value that only fits its field as text, or as a list of one, is that: an id of digits
 * stays a text.
 *
 * @returns a function that sets them in a body
 * @throws CrierError of kind usage for invalid syntax, and for a path that the schema does not have; the returned
 *   function throws for a path that cannot be set
 */
export function setFields(
  fields: readonly string[],
  body: SettableBody,
): (record: LooseRecord) => LooseRecord {
  const all = fields.map((text) => readField(text, body));
  return (record) => all.reduce((before, set) => setField(before, set, body), record);
}

function readField(text: string, body: SettableBody): FieldAssignment {
  const at = text.indexOf('=');
  if (at < 1) {
    throw createUsageError(
      `--set "${maskLikelySecret(text)}" has no value`,
      `write it as path=value: ${formatFlags`--set ${body.plain}`}`,
    );
  }
  const path = text.slice(0, at);
  const fault = findPathFault(path);
  if (fault !== null) throw createPathError(path, fault, body);
  const steps = path.split('.');
  const found = findField(body.schema, steps);
  if (!('field' in found)) throw createUnknownFieldError(steps, body);
  return { path, value: coerceValue(text.slice(at + 1), found.field, path) };
}

function createUnknownFieldError(steps: readonly string[], body: SettableBody): CrierError {
  const unknown = findUnknownField(body.schema, steps, body.suggestName);
  const { known = 0, suggestion = '', advice = '' } = unknown ?? {};
  const rest = maskLikelySecret(steps.slice(known).join('.'));
  const path = [...steps.slice(0, known), rest].join('.');
  const asks = suggestion === '' ? '' : `; did you mean ${suggestion}?`;
  const ways = [...(suggestion === '' ? [advice] : []), ...(body.others === undefined ? [] : [body.others])];
  return createRefusal(`--set ${path}: no such field${asks}`, {
    code: body.code ?? null,
    advice: ways.length === 0 ? null : ways.join('; '),
  });
}

/**
 * Gives a text the form that its field accepts: JSON where it fits, else text, else a list of one.
 *
 * @param schema of the field; null where it takes any value
 * @param name of the field, for messages
 * @throws CrierError of kind usage for JSON without its double quotes, where it would become a text
 */
export function coerceValue(text: string, schema: z.ZodType | null, name: string): unknown {
  const parsed = parseFieldValue(text);
  if (typeof parsed === 'string' && hasLostQuotes(text) && !isOnlyText(schema))
    throw createUsageError(`the value of ${name} is JSON without its double quotes: ${text}`, QUOTES_ADVICE);
  // a longer number would lose digits
  const exact = typeof parsed === 'number' && /^\d{16,}$/.test(text) ? text : parsed;
  const forms = [exact, text, [exact], [text]];
  return schema === null ? exact : (forms.find((form) => schema.safeParse(form).success) ?? exact);
}

/** Whether a field takes a text, and neither an object nor a list. */
function isOnlyText(schema: z.ZodType | null): boolean {
  return schema?.safeParse('a').success === true && ![{}, []].some((form) => schema.safeParse(form).success);
}

function parseFieldValue(text: string): unknown {
  try {
    return parseBoundedJson(text); // JSON nested too deep to be serialized again stays text
  } catch {
    return text;
  }
}

function setField(record: LooseRecord, { path, value }: FieldAssignment, body: SettableBody): LooseRecord {
  const set = setPath(record, path, value);
  if ('value' in set) return set.value;
  throw createPathError(path, set.fault, body);
}

function createPathError(path: string, fault: string, { deep }: SettableBody): CrierError {
  return createUsageError(
    `--set ${maskLikelySecret(path)} ${fault}`,
    `write a path with dots, and list items by index: ${deep}`,
  );
}

/** The new value, or an error message that follows the path. */
type SetPathResult<Value> = { value: Value } | { fault: string };

/**
 * Sets the value at a path such as `actionResults.0.status`: names and list indexes, separated by dots. Missing parts
 * are created; a list grows by one at its end.
 *
 * @returns a new record, or why the path is invalid, such as `goes through a text`
 */
export function setPath(record: LooseRecord, path: string, value: unknown): SetPathResult<LooseRecord> {
  const fault = findPathFault(path);
  if (fault !== null) return { fault };
  const [first = '', ...rest] = path.split('.');
  return setInRecord(record, [first, ...rest], value);
}

/** What is wrong with a path, whatever the body; follows the path. */
function findPathFault(path: string): string | null {
  const steps = path.split('.', MAX_STEPS + 1);
  if (steps.length > MAX_STEPS) return 'has too many names';
  if (steps.includes('')) return 'has an empty name';
  return steps.includes(UNSAFE_NAME) ? `has the name ${UNSAFE_NAME}, which is not allowed` : null;
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
