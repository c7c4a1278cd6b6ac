import type { NetworkError } from '../../service/endpoints/comments.ts';
import type { FailureClass } from '../../service/errors/error-fact.ts';
import { ERRORS } from '../../service/errors.ts';
import { getField, isRecord, type LooseRecord } from '../json/loose-record.ts';

/**
 * Reads `errors` of an answer in any form: a list of entries, one entry, entries by network, or plain text. Entries
 * keep their other fields.
 *
 * @see docs/service/errors.md#envelope
 * @see docs/service/comments.md#COM-15, #COM-27
 * @see docs/service/general.md#HTTP-10
 */
export function readNetworkErrors(errors: unknown): readonly NetworkError[] {
  if (errors === undefined || errors === null) return [];
  if (Array.isArray(errors)) return errors.map((entry) => readEntry(entry));
  if (!isRecord(errors) || OWN_NAMES.some((name) => Object.hasOwn(errors, name))) return [readEntry(errors)];
  return Object.entries(errors).map(([platform, entry]) => readEntry(entry, platform));
}

/** Reads an integer code, also from a string; null for anything else. */
export function readCode(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{1,6}$/.test(value)) return Number(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

const OWN_NAMES = ['platform', 'status', 'code', 'message', 'id'] as const;

function readEntry(entry: unknown, under: string | null = null): NetworkError {
  const fields = isRecord(entry) ? entry : { message: entry };
  const { platform, status, code, message, id } = fields;
  return {
    ...fields,
    platform: toText(platform) ?? under,
    status: toText(status),
    code: readCode(code),
    message: toText(message) ?? (readCode(code) === null ? toText(code) : null),
    id: toText(id),
  };
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The parts of an answer that decide how the run ends. */
interface FailedAnswer {
  code?: number | null | undefined;
  /** HTTP status; null without an answer. */
  http: number | null;
  retryAvailable?: boolean | null | undefined;
}

/**
 * Classifies a failed call: by the code in the catalogue first, then by the HTTP status. Statuses that the service
 * does not use are treated like similar ones: 408, 425 and a redirect as unavailable, other 4xx as rejected.
 *
 * @see docs/command-line.md#exit-codes
 * @see docs/service/general.md#HTTP-05, #HTTP-06
 */
export function classifyError({ code, http, retryAvailable }: FailedAnswer): FailureClass {
  const known = code === null || code === undefined ? undefined : ERRORS[code]?.class;
  const lifted = retryAvailable === true;
  if (known === undefined) return lifted ? 'unavailable' : classifyHttpStatus(http);
  // The class of a warning or empty list sent as a failure is taken from the HTTP status.
  const kind = known === 'ok' ? classifyHttpStatus(http) : known;
  return kind === 'rejected' && lifted ? 'unavailable' : kind;
}

const CLASS_BY_STATUS: Readonly<Record<number, FailureClass>> = {
  401: 'auth',
  402: 'not-allowed',
  403: 'not-allowed',
  404: 'not-found',
  408: 'unavailable',
  425: 'unavailable',
  429: 'limited',
};

function classifyHttpStatus(http: number | null): FailureClass {
  if (http === null || http >= 500) return 'unavailable';
  if (http >= 300 && http < 400) return 'unavailable';
  return CLASS_BY_STATUS[http] ?? 'rejected';
}

const REASONS: readonly { meaning: string; pattern: RegExp }[] = [
  {
    meaning: 'the comment is older than 7 days',
    pattern: /\b(?:7|seven)[ -]?days?\b|\btoo old\b|\bolder than\b/i,
  },
  {
    meaning: 'the comment was already replied to: one private reply per comment',
    pattern: /\balready\b.*\brepl|\brepl\w*\b.*\balready\b|\bone (?:private )?reply\b/i,
  },
  {
    meaning: 'the comment was deleted',
    pattern: /\bdeleted?\b|\bremoved\b|\bno longer (?:exists|available)\b/i,
  },
  { meaning: 'the commenter blocks message requests', pattern: /\bblock\w*\b|\bmessage requests?\b/i },
];

/** A reason is one sentence; longer texts are not searched further. */
const MAX_REASON_LENGTH = 500;

/**
 * Detects which reason behind code 491 a text describes.
 *
 * @param text `errorDetails` of an activity row, or `details` of an envelope
 * @returns the reason, or null if none or several match
 * @see docs/service/errors.md#private-reply-errors, #ERR-03
 */
export function detectPrivateReplyReason(text: string): string | null {
  const beginning = text.slice(0, MAX_REASON_LENGTH);
  const fitting = REASONS.filter(({ pattern }) => pattern.test(beginning));
  return fitting.length === 1 ? (fitting[0]?.meaning ?? null) : null;
}

/**
 * Unwraps the answer to a new post: with a `Profile-Key` it is the only entry of `posts`. Several entries are not
 * documented; then the first describes the post, and all of them the networks.
 *
 * @see docs/service/posts.md#response
 */
export function unwrapPost(answer: unknown): LooseRecord {
  if (!isRecord(answer)) return {};
  const { posts, ...outer } = answer;
  const inner = Array.isArray(posts) ? posts.filter(isRecord) : isRecord(posts) ? [posts] : [];
  const [first, ...others] = inner;
  if (first === undefined) return answer;
  const whole = { ...outer, ...first };
  if (others.length === 0) return whole;
  const listed = (name: string) => inner.flatMap((post) => getField(post, name) ?? []);
  return { ...whole, postIds: listed('postIds'), errors: listed('errors') };
}

/** Some servers send a raw deflate stream where HTTP specifies the zlib format. */
export function hasZlibHeader(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}
