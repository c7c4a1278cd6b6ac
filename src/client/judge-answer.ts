import { findNestedFailures, hasWritten } from '../domain/comments/read-written-comment.ts';
import { getField } from '../domain/json/loose-record.ts';
import {
  classifyError,
  detectPrivateReplyReason,
  readCode,
  readNetworkErrors,
  unwrapPost,
} from '../domain/requests/read-answer.ts';
import { CrierError, type ErrorFacts } from '../errors.ts';
import { SECOND_MS } from '../service/durations.ts';
import { ERRORS } from '../service/errors.ts';
import { redactJson } from './mask.ts';
import {
  createLongListReader,
  LONG_ERROR_BYTES,
  LONG_LIST_BYTES,
  parseJson,
  parseLongError,
  type ReadMember,
} from './parse-json.ts';
import { UnreadableError } from './read-body.ts';
import { findRetryAfterSeconds, getAdvice, readRetryAfter } from './retry-advice.ts';
import type { AnswerHead, ClientAnswer } from './transport.ts';

/** What the service says about a failed call, with its different shapes normalized. */
interface ErrorEnvelope extends ErrorFacts {
  code: number | null;
  message: string | null;
}

/** How a response is parsed. */
export interface ReadOptions {
  /** Long lists of a response with HTTP 200 are returned as `JsonList`, except those that describe errors. */
  readonly longLists: boolean;
  /** The response contains a secret: if it cannot be parsed, nothing of it is shown. */
  readonly answersSecret: boolean;
  /** Which lists of a long response with HTTP 200 are read in parts as they arrive (default: none). */
  readonly isSplit?: ((name: string | null) => boolean) | null;
}

/** What the error for a failure is made with. */
interface ErrorOptions {
  /** Masked in everything an error shows. */
  secrets: readonly string[];
  /** Current time in milliseconds since 1970-01-01T00:00:00Z. */
  now: number;
}

export interface JudgeOptions extends ErrorOptions, Pick<ReadOptions, 'longLists'> {
  /** Creates the error for an unreadable element of a long list, as for an unreadable response. */
  lateFault(fault: UnreadableError): Error;
}

/**
 * Judges a response by its HTTP status and the `status` of its body.
 *
 * @returns the response, when it is a success or partial, or when its code means an empty result
 * @throws {UnreadableError} when it is not a response of the service
 * @throws {CrierError} when the service says that the call failed
 * @see docs/service/general.md#HTTP-04, #HTTP-05, #HTTP-10
 * @see docs/service/comments.md#COM-15
 * @see docs/service/errors.md#ERR-02
 */
export function judgeAnswer(
  { http, headers, bytes }: Omit<ClientAnswer<unknown>, 'body'>,
  { secrets, now, ...reading }: JudgeOptions,
): ClientAnswer<object> {
  if (http > 200 && http < 300)
    throw new UnreadableError('has a status that is neither 200 nor an error', bytes);
  if (bytes.length > 0 && !isJsonType(headers['content-type']))
    throw new UnreadableError('is not sent as JSON', bytes);
  if (http === 200) {
    const body = parseObject(bytes, createListReader(bytes, reading));
    if (!('status' in body && body.status === 'error') || isPost(body)) return { http, headers, bytes, body };
  }
  const error = bytes.length < LONG_ERROR_BYTES ? parseObject(bytes) : parseLongError(bytes);
  if (hasPublished(error) || hasWritten(error)) return { http, headers, bytes, body: error };
  const failure = findFailure(error, { http, headers }, { secrets, now });
  if (failure === null) return { http, headers, bytes, body: parseObject(bytes) };
  throw failure;
}

/**
 * Judges a response with HTTP 200 whose long lists were read in parts, by its other members.
 *
 * @throws {CrierError} when the service says that the call failed
 */
export function judgeRest(body: object, answer: AnswerHead, options: ErrorOptions): void {
  if (!('status' in body && body.status === 'error') || isPost(body)) return;
  if (hasPublished(body) || hasWritten(body)) return;
  const failure = findFailure(body, answer, options);
  if (failure !== null) throw failure;
}

/** @returns null for a warning or an empty result in the shape of an error */
function findFailure(
  error: object,
  { http, headers }: AnswerHead,
  { secrets, now }: ErrorOptions,
): CrierError | null {
  const envelope = readEnvelope(redactJson(error, secrets));
  if (http < 500 && hasOnlyOkCodes(envelope)) return null;
  return toFailure(envelope, http, readRetryAfter(headers['retry-after'], now));
}

function createListReader(
  bytes: Uint8Array,
  { longLists: areLate, lateFault }: Pick<JudgeOptions, 'longLists' | 'lateFault'>,
): ReadMember | null {
  if (!areLate || bytes.length < LONG_LIST_BYTES) return null;
  return createLongListReader({ fromBytes: LONG_LIST_BYTES, eager: EAGER_LISTS, lateFault });
}

/** They describe the outcome of the call, and are parsed before anything is shown. */
export const EAGER_LISTS: readonly string[] = ['errors', 'warnings', 'details'];

function parseObject(bytes: Uint8Array, readMember: ReadMember | null = null): object {
  const body = parseJson(bytes, readMember);
  if (typeof body === 'object' && body !== null) return body;
  throw new UnreadableError(`is ${body === null ? 'null' : `a ${typeof body}`}, not an object`, bytes);
}

/**
 * A post that failed on some networks has a `status` of `error` itself: reading it succeeded.
 *
 * @see docs/service/posts.md#response, #record
 */
function isPost(body: object): boolean {
  const post = unwrapPost(body);
  return Array.isArray(post['postIds']) && post['code'] === undefined;
}

/**
 * A post that is published on some networks is not a failure, whatever its status says: repeating it would publish it
 * twice.
 *
 * @see docs/service/general.md#HTTP-11
 */
function hasPublished(body: object): boolean {
  const { postIds } = unwrapPost(body);
  return Array.isArray(postIds) && postIds.length > 0;
}

/** A missing content type is accepted; a different one is not. */
export function isJsonType(type: string | undefined): boolean {
  return type === undefined || /^\s*(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
}

/**
 * Warnings and empty lists can have the shape of an error.
 *
 * @see docs/command-line.md#exit-codes
 */
function hasOnlyOkCodes({ code, errors = [] }: ErrorEnvelope): boolean {
  const codes = [code, ...errors.map((leg) => readCode(getField(leg, 'code')))];
  return codes.every((each) => each !== null && ERRORS[each]?.class === 'ok');
}

/**
 * Error 221 is under `history`, errors of a new post can be wrapped, every other one is at the top level.
 *
 * @see docs/service/posts.md#record
 */
function readEnvelope(answer: unknown): ErrorEnvelope {
  const nested = getField(answer, 'history');
  const body = readCode(getField(nested, 'code')) === null ? unwrapPost(answer) : nested;
  const code = readCode(getField(body, 'code'));
  const listed = readNetworkErrors(getField(body, 'errors'));
  const errors = code === null && listed.length === 0 ? findNestedFailures(body) : listed;
  const first: unknown = errors[0];
  const details = getField(body, 'details');
  return {
    code: code ?? readCode(getField(first, 'code')),
    message: readText(body, 'message') ?? readText(first, 'message'),
    ...(details === undefined ? {} : { details }),
    retryAvailable: readFlag(body, 'retryAvailable') ?? readFlag(first, 'retryAvailable'),
    relink: readFlag(body, 'relink') ?? readFlag(first, 'relink'),
    errors,
    ...readKeptPost(body),
  };
}

/**
 * A post that no network accepted is stored and can be retried by its id.
 *
 * @see docs/service/posts.md#response, #update
 */
function readKeptPost(body: unknown): Pick<ErrorFacts, 'postId'> {
  const id = readText(body, 'id');
  return id !== null && Array.isArray(getField(body, 'postIds')) ? { postId: id } : {};
}

function toFailure(
  { message, ...facts }: ErrorEnvelope,
  http: number,
  retryAfterMs: number | null,
): CrierError {
  const { code, details, retryAvailable = null } = facts;
  const waitMs = readWait(details) ?? retryAfterMs;
  return new CrierError(
    classifyError({ code, http, retryAvailable }),
    message ??
      `the service answered HTTP ${http}${code === null ? ', without a code' : ` with code ${code}`}`,
    {
      ...facts,
      http,
      meaning: getMeaning(code, details),
      advice: getAdvice({ code, http, waitMs }),
      ...(waitMs !== null && { retryAfterMs: waitMs }),
    },
  );
}

function getMeaning(code: number | null, details: unknown): string | null {
  if (code === null) return null;
  const reason =
    code === PRIVATE_REPLY && typeof details === 'string' ? detectPrivateReplyReason(details) : null;
  return reason ?? ERRORS[code]?.meaning ?? 'an unknown error code';
}

/** One code with several reasons. @see docs/service/errors.md#ERR-03 */
const PRIVATE_REPLY = 491;

function readWait(details: unknown): number | null {
  const seconds = findRetryAfterSeconds(details);
  return seconds === null ? null : seconds * SECOND_MS;
}

function readText(value: unknown, name: string): string | null {
  const found = getField(value, name);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
}

function readFlag(value: unknown, name: string): boolean | null {
  const found = getField(value, name);
  return typeof found === 'boolean' ? found : null;
}
