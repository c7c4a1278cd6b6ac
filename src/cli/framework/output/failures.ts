import { isRecord } from '../../../domain/json/loose-record.ts';
import { type CrierError, type ErrorFacts, EXIT } from '../../../errors.ts';
import { ERRORS } from '../../../service/errors.ts';
import { PLATFORMS, Platform } from '../../../service/platforms.ts';
import type { ErrorDocument } from './error-document.ts';

/** Converts a failure to its JSON document. */
export function toErrorDocument({ kind, message, facts }: CrierError): ErrorDocument {
  return {
    kind,
    exitCode: EXIT[kind].code,
    code: facts.code ?? null,
    http: facts.http ?? null,
    message,
    meaning: getMeaning(facts),
    advice: facts.advice ?? null,
    details: collectDetails(facts),
    retryAvailable: facts.retryAvailable ?? null,
    relink: facts.relink ?? null,
  };
}

/** What the code of a failure means; null where it is one of several codes, which have their own reasons. */
export function getMeaning({ code, meaning }: ErrorFacts): string | null {
  if (meaning !== undefined) return meaning;
  return typeof code === 'number' ? (ERRORS[code]?.meaning ?? null) : null;
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

/** Shown for a failure without a network. */
export const UNNAMED = 'unnamed network';

/** The name of a network that failed; an unknown value is unchanged and not sanitized. */
export function getLegName(platform: string | null): string {
  const known = Platform.safeParse(platform).data;
  return known === undefined ? platform || UNNAMED : PLATFORMS[known].name;
}

/**
 * Reads one failure among several, whatever its shape, to be shown to people.
 *
 * @returns texts that are not sanitized, and empty for what it does not have: `requestedId` is the id that it belongs to
 * @see docs/service/comments.md#COM-16
 * @see docs/service/general.md#HTTP-07
 */
export function readFailedLeg(error: unknown) {
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

/** Facts of an error code for a refusal by crier itself: nothing was sent, so there is neither an HTTP status nor details. */
export function describeErrorCode(code: number): ErrorFacts {
  const fact = ERRORS[code];
  const advice = fact?.advice.replace(READING, '') ?? '';
  return { code, http: null, meaning: fact?.meaning ?? null, advice: advice === '' ? null : advice };
}

const READING = /^read details(?: to find the parameter, then correct the request$|[;,]?(?: and)? )/;
