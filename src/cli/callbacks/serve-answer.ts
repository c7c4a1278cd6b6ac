import { createUsageError } from '../../errors.ts';
import { CALLBACK_FIELDS } from '../../facts/callback.ts';
import { LIMITS } from '../../facts/limits.ts';
import { parseBoundedJson } from '../../rules/bounded-json.ts';
import { isRecord, type LooseRecord } from '../../rules/loose-record.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import type { ReadFile } from '../secrets.ts';
import { suggestNearest } from '../suggest-nearest.ts';
import { fillFields, listUnknownFields } from './fill-fields.ts';

/** What the endpoint was told to answer, as the flags have it. */
export interface AnswerFlags {
  readonly message?: string | undefined;
  readonly file?: string | undefined;
  readonly body?: string | undefined;
  readonly oversize: boolean;
  readonly drip: boolean;
}

/** Makes the body of an answer from what was asked. */
export type ServeAnswer = (fields: LooseRecord) => Uint8Array;

const DEFAULT_MESSAGE = 'This text was written by "crier callbacks serve".';

/**
 * What the endpoint answers with.
 *
 * @throws CrierError of kind usage when two ways to answer are given, a file holds no JSON object, or a message names a
 *   field that no callback has
 */
export async function createServeAnswer(flags: AnswerFlags, readFile: ReadFile): Promise<ServeAnswer> {
  if (flags.drip) refuseDripConflicts(flags);
  const make = await createTextMaker(flags, readFile);
  const encoder = new TextEncoder();
  if (!flags.oversize) return (fields) => encoder.encode(make(fields));
  // blanks behind it: JSON still, and as good as before but for its size
  return (fields) => encoder.encode(make(fields).padEnd(LIMITS.callbackAnswerBytes + 1));
}

/** What drips is never read to its end, so that what it would be does not count. */
function refuseDripConflicts({ oversize, body }: AnswerFlags): void {
  const [other] = [...(oversize ? ['--oversize'] : []), ...(body === undefined ? [] : ['--body'])];
  if (other === undefined) return;
  throw createUsageError(
    `--drip and ${other} cannot both be`,
    'nobody waits for the end of what drips: leave one out',
  );
}

async function createTextMaker(
  { message, file, body }: AnswerFlags,
  readFile: ReadFile,
): Promise<(fields: LooseRecord) => string> {
  const given = Object.entries({ message, file, body }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (given.length > 1) throw createUsageError(`${given.join(' and ')} cannot both be`, 'give one of them');
  if (body !== undefined) return () => body;
  if (file !== undefined) return createFileAnswer(file, await readFile(file));
  if (message !== undefined) refuseUnknown(message);
  return (fields) => JSON.stringify({ message: fillFields(message ?? DEFAULT_MESSAGE, fields) });
}

function createFileAnswer(name: string, text: string): (fields: LooseRecord) => string {
  const answer = tryParseJson(text);
  if (!isRecord(answer)) {
    throw createUsageError(
      `${name} holds no JSON object`,
      'an answer is one, such as {"message": "Here it is."}; --body answers with anything',
    );
  }
  const { message } = answer;
  if (typeof message !== 'string') return () => JSON.stringify(answer);
  return (fields) => JSON.stringify({ ...answer, message: fillFields(message, fields) });
}

/** @returns undefined for what is no JSON */
function tryParseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

function refuseUnknown(message: string): void {
  const [name] = listUnknownFields(message);
  if (name === undefined) return;
  const fields = Object.keys(CALLBACK_FIELDS);
  throw createUsageError(
    `a callback has no field "${maskLikelySecret(name)}", which --message names`,
    `${suggestNearest(name, fields)}there are ${fields.join(', ')}; a text with other braces can come from --file`,
  );
}
