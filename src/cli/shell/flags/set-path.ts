import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';

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
