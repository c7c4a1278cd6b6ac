import { isRecord, type LooseRecord } from './loose-record.ts';

/** What came of setting something: the new value, or a sentence that follows the path. */
type Result<Value> = { readonly value: Value } | { readonly fault: string };

/**
 * Sets what stands at a path such as `actionResults.0.status`: names and places in lists, with full stops between them.
 * What is not there yet is made on the way; a list grows by one at its end.
 *
 * @returns a new record, or why it cannot be set there, such as `goes through a text`
 */
export function setPath(record: LooseRecord, path: string, value: unknown): Result<LooseRecord> {
  const [first = '', ...rest] = path.split('.', MOST_STEPS + 1);
  if (rest.length === MOST_STEPS) return { fault: 'has too many names' };
  const steps: Steps = [first, ...rest];
  if (steps.includes('')) return { fault: 'has an empty name' };
  if (steps.includes(LOST)) return { fault: `has the name ${LOST}, which no field can have` };
  return inRecord(record, steps, value);
}

/** What reads a record leaves it out without a word. */
const LOST = '__proto__';

/** No event is nested as deep. */
const MOST_STEPS = 50;

type Steps = readonly [string, ...(readonly string[])];

function inAny(node: unknown, [step, ...rest]: readonly string[], value: unknown): Result<unknown> {
  if (step === undefined) return { value };
  if (Array.isArray(node)) return inList(node, [step, ...rest], value);
  if (node === undefined || node === null) {
    return PLACE.test(step) ? inList([], [step, ...rest], value) : inRecord({}, [step, ...rest], value);
  }
  if (isRecord(node)) return inRecord(node, [step, ...rest], value);
  return { fault: `goes through a ${typeof node === 'string' ? 'text' : typeof node}` };
}

function inRecord(record: LooseRecord, [step, ...rest]: Steps, value: unknown): Result<LooseRecord> {
  const inner = inAny(Object.hasOwn(record, step) ? record[step] : undefined, rest, value);
  return 'fault' in inner ? inner : { value: { ...record, [step]: inner.value } };
}

function inList(
  list: readonly unknown[],
  [step, ...rest]: Steps,
  value: unknown,
): Result<readonly unknown[]> {
  const at = Number(step);
  if (!PLACE.test(step)) return { fault: `goes through a list, in which "${step}" is no place` };
  if (at > list.length) return { fault: `leaves out places of a list, which has ${list.length}` };
  const inner = inAny(list[at], rest, value);
  return 'fault' in inner ? inner : { value: [...list.slice(0, at), inner.value, ...list.slice(at + 1)] };
}

const PLACE = /^(?:0|[1-9]\d{0,4})$/;
