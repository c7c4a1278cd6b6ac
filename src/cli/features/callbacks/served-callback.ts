import * as z from 'zod';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { PLACEHOLDER } from '../../../service/actions.ts';
import { SAMPLE_IDS } from '../../../service/ids.ts';
import { LIMITS } from '../../../service/limits.ts';
import { CALLBACK_FIELDS, WEBHOOK_HEADERS } from '../../../service/webhooks.ts';
import { checkDecoded } from '../../framework/input/files/decode-text.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import { getFileLabel } from '../../framework/input/files/read-files.ts';
import { CLOCK_TIME_COLUMN } from '../../framework/output/cell.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import { type Column, listDataColumns, pickMember } from '../../framework/output/view.ts';

const describeField = (name: keyof typeof CALLBACK_FIELDS) =>
  z.string().nullable().describe(CALLBACK_FIELDS[name]);

export const ServedCallback = z.strictObject({
  at: z.string().describe('time of the request, in UTC'),
  method: z.string(),
  path: z.string().describe('as received'),
  verdict: z
    .enum(['answered', 'refused', 'gone'])
    .describe('gone: the client disconnected before the end of the response'),
  signature: z
    .enum(['valid', 'invalid', 'unsigned', 'not checked'])
    .describe(`of ${WEBHOOK_HEADERS.signature}; only checked if the endpoint has a secret`),
  automationId: describeField('automationId'),
  activityId: describeField('activityId'),
  trigger: describeField('trigger'),
  recipientId: describeField('recipientId'),
  recipientUsername: describeField('recipientUsername'),
  keyword: describeField('keyword'),
  commentText: describeField('commentText'),
  status: z.int().nullable().describe('HTTP status of the response; null without one'),
  message: z.string().nullable().describe('text of the response, if the service would use it'),
  messageSource: z
    .enum(['callback', 'fallback'])
    .nullable()
    .describe('what the service would record; null if it is not a callback'),
  reason: z.string().nullable().describe('why it was refused, or why the fallback is used'),
  ms: z.int().describe('milliseconds from the request to the end of the response'),
});
export type ServedCallback = z.infer<typeof ServedCallback>;

const CALLBACK_NAMES = [
  'automationId',
  'activityId',
  'trigger',
  'recipientId',
  'recipientUsername',
  'keyword',
  'commentText',
] as const;
type CallbackFields = Record<(typeof CALLBACK_NAMES)[number], string | null>;

/** @param body the body of the request; any value, because it may not be authentic */
export function readCallbackFields(body: unknown): CallbackFields {
  const fields = CALLBACK_NAMES.map((name) => {
    const value = getField(body, name);
    return [name, typeof value === 'string' ? value : null];
  });
  return Object.fromEntries(fields) as CallbackFields; // of the names above
}

/** Widths of the longest values that later rows may have. */
const LEAST = { verdict: 'answered'.length, who: SAMPLE_IDS.person.length };

export const SERVED_COLUMNS: readonly Column<ServedCallback>[] = [
  { ...CLOCK_TIME_COLUMN, drop: 2 },
  { ...pickMember('verdict', 'verdict'), role: 'status', drop: 0, least: LEAST.verdict },
  {
    ...pickMember('recipientUsername', 'who'),
    placeholder: ({ recipientId }) => recipientId ?? '',
    role: 'name',
    drop: 1,
    least: LEAST.who,
  },
  ...listDataColumns<ServedCallback>({
    recipientId: 'recipient',
    trigger: 'trigger',
    keyword: 'keyword',
    commentText: 'text',
    signature: 'signature',
    method: 'method',
    path: 'path',
    status: 'status',
    messageSource: 'source',
  }),
  { ...pickMember('message', 'what'), show: describeServed, flexible: true, wraps: true },
  ...listDataColumns<ServedCallback>({
    reason: 'reason',
    ms: 'ms',
    automationId: 'automation',
    activityId: 'activity',
  }),
];

/** The request, and below it the response. */
function describeServed(served: ServedCallback): string {
  const { verdict, method, path, status, reason, trigger, keyword, signature } = served;
  if (verdict === 'refused') return `${status} to ${method} ${path}: ${reason}`;
  const marks = signature === 'valid' ? '(signed)' : '';
  const title = [trigger, keyword, marks].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
  return [...(title === '' ? [] : [title]), describeAnswer(served)].join('\n');
}

function describeAnswer({ verdict, status, message, reason }: ServedCallback): string {
  if (verdict === 'gone') return reason ?? '';
  return message ?? `${status}; fallback: ${reason}`;
}

interface AnswerFlags {
  message?: string | undefined;
  file?: string | undefined;
  body?: string | undefined;
  oversize: boolean;
  drip: boolean;
}

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
  if (file !== undefined)
    return createFileAnswer(file, checkDecoded(await readFile(file), getFileLabel(file)));
  if (message !== undefined) refuseUnknown(message);
  return (fields) => JSON.stringify({ message: fillFields(message ?? DEFAULT_MESSAGE, fields) });
}

function createFileAnswer(name: string, text: string): (fields: LooseRecord) => string {
  const answer = tryParseBoundedJson(text);
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
