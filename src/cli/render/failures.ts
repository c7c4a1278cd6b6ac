import * as z from 'zod';
import { isRecord } from '../../domain/json/loose-record.ts';
import { type CrierError, type ErrorFacts, EXIT } from '../../errors.ts';
import { ERRORS } from '../../service/errors.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';

/** Converts a failure to its JSON document. */
export function toErrorDocument({ kind, message, facts }: CrierError): ErrorDocument {
  return {
    kind,
    exitCode: EXIT[kind].code,
    code: facts.code ?? null,
    http: facts.http ?? null,
    message,
    meaning: facts.meaning ?? null,
    advice: facts.advice ?? null,
    details: collectDetails(facts),
    retryAvailable: facts.retryAvailable ?? null,
    relink: facts.relink ?? null,
  };
}

/**
 * Details also hold what has no member of its own: the failures of networks, and the id of a post that was
 * kept.
 */
function collectDetails({ details = null, errors = [], postId }: ErrorFacts): unknown {
  const more = { ...(postId !== undefined && { id: postId }), ...(errors.length > 0 && { errors }) };
  if (Object.keys(more).length === 0) return details;
  if (details === null) return more;
  return isRecord(details) ? { ...more, ...details } : { details, ...more };
}

/**
 * A failure as JSON; unknown members are null.
 *
 * @see docs/command-line.md#output
 */
export const ErrorDocument = z.strictObject({
  kind: z.string().describe('as "crier help exit-codes" lists them'),
  exitCode: z.int().describe('exit code of the command'),
  code: z.number().nullable().describe('error code of the service, or of the same refusal by crier'),
  http: z.number().nullable().describe('null when nothing was sent, or no response came'),
  message: z.string().describe('what went wrong'),
  meaning: z.string().nullable().describe('what the code means'),
  advice: z.string().nullable().describe('what to do next'),
  details: z
    .unknown()
    .describe("the service's details, the failures of networks, and the id of a post that none accepted"),
  retryAvailable: z.boolean().nullable().describe('whether the service says that the request may be retried'),
  relink: z.boolean().nullable().describe('whether the account has to be linked again'),
});
export type ErrorDocument = z.infer<typeof ErrorDocument>;

/** Shown for a failure without a network. */
export const UNNAMED = 'unnamed network';

/** The name of a network that failed; an unknown value is unchanged and not sanitized. */
export function getLegName(platform: string | null): string {
  const known = Platform.safeParse(platform).data;
  return known === undefined ? platform || UNNAMED : PLATFORMS[known].name;
}

/** One entry of `errors[]`, to be shown to people; not sanitized. */
interface FailedEntry {
  /** The entry's platform, usually a known value; empty when it has none. */
  readonly platform: string;
  /** The id that it belongs to, when there are several; otherwise empty. */
  readonly requestedId: string;
  readonly code: string;
  /** The entry's message, or its code's meaning, and what can be done about it. */
  readonly words: string;
}

/**
 * Reads one failure among several, whatever its shape.
 *
 * @see docs/service/comments.md#COM-16
 * @see docs/service/general.md#HTTP-07
 */
export function readFailedLeg(error: unknown): FailedEntry {
  const failure = isRecord(error) ? error : { message: error };
  const code = readText(failure, 'code');
  const message = readText(failure, 'message');
  const advice = [
    failure['relink'] === true ? 'link the account again' : '',
    failure['retryAvailable'] === true ? 'a retry can help' : '',
  ].filter((words) => words !== '');
  const said = message === '' ? (ERRORS[Number(code || Number.NaN)]?.meaning ?? '') : message;
  const added = advice.length === 0 ? '' : `(${advice.join('; ')})`;
  return {
    platform: readText(failure, 'platform'),
    requestedId: readText(failure, 'requestedId'),
    code,
    words: [said, added].filter(Boolean).join(' '),
  };
}

function readText(failure: Readonly<Record<string, unknown>>, name: string): string {
  const value = failure[name] ?? '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.trim() === '' ? '' : text;
}
