import { parseBoundedJson } from '../../domain/json/bounded-json.ts';
import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { createUsageError } from '../../errors.ts';
import { PLACEHOLDER } from '../../service/actions.ts';
import { LIMITS } from '../../service/limits.ts';
import { CALLBACK_FIELDS } from '../../service/webhooks.ts';
import type { ReadFile } from '../context/secrets.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';

/** How the endpoint responds, as set by flags. */
interface AnswerFlags {
  readonly message?: string | undefined;
  readonly file?: string | undefined;
  readonly body?: string | undefined;
  readonly oversize: boolean;
  readonly drip: boolean;
}

/** Builds the body of a response to a request. */
export type ServeAnswer = (fields: LooseRecord) => Uint8Array;

const DEFAULT_MESSAGE = 'This text was written by "crier callbacks serve".';

/**
 * Creates the responses.
 *
 * @throws CrierError of kind usage when a file does not contain a JSON object, or a message contains an unknown field
 */
export async function createServeAnswer(flags: AnswerFlags, readFile: ReadFile): Promise<ServeAnswer> {
  const make = await createTextMaker(flags, readFile);
  const encoder = new TextEncoder();
  if (!flags.oversize) return (fields) => encoder.encode(make(fields));
  // padded with spaces, it is still valid JSON
  return (fields) => encoder.encode(make(fields).padEnd(LIMITS.callbackAnswerBytes + 1));
}

async function createTextMaker(
  { message, file, body }: AnswerFlags,
  readFile: ReadFile,
): Promise<(fields: LooseRecord) => string> {
  if (body !== undefined) return () => body;
  if (file !== undefined) return createFileAnswer(file, await readFile(file));
  if (message !== undefined) refuseUnknown(message);
  return (fields) => JSON.stringify({ message: fillFields(message ?? DEFAULT_MESSAGE, fields) });
}

function createFileAnswer(name: string, text: string): (fields: LooseRecord) => string {
  const answer = tryParseJson(text);
  if (!isRecord(answer)) {
    throw createUsageError(
      `${name} does not contain a JSON object`,
      'write an object such as {"message": "Here it is."}, or use --body for any other response',
    );
  }
  const { message } = answer;
  if (typeof message !== 'string') return () => JSON.stringify(answer);
  return (fields) => JSON.stringify({ ...answer, message: fillFields(message, fields) });
}

/** @returns undefined if it is not JSON */
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
    `a callback has no field "${maskLikelySecret(name)}" (--message)`,
    `${suggestNearest(name, fields)}the fields are ${fields.join(', ')}; use --file for a text with other braces`,
  );
}

/**
 * Replaces each `{{field}}` by the field of a callback's body, in one pass: values are not expanded again. A missing or
 * null field becomes an empty string; unknown names stay as they are.
 *
 * @see docs/safety.md#S11
 * @see docs/service/engine.md#M-11: the service itself fills nothing into the text of a callback
 */
function fillFields(text: string, fields: LooseRecord): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    if (!Object.hasOwn(CALLBACK_FIELDS, name)) return whole;
    const value = getField(fields, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

/** Names in braces that are not fields of a callback, each once. */
function listUnknownFields(text: string): readonly string[] {
  const names = text.matchAll(PLACEHOLDER).map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(CALLBACK_FIELDS, name));
}
