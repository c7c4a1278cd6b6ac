import { ERRORS } from '../../facts/errors.ts';
import { PLATFORMS, Platform } from '../../facts/platforms.ts';
import { isRecord } from '../../rules/loose-record.ts';

/** Stands for a network that a failure does not name. */
export const UNNAMED = 'unnamed network';

/** A network that failed, as a sentence names it; one that is not known by what it is called, not yet safe. */
export function getLegName(platform: string | null): string {
  const known = Platform.safeParse(platform).data;
  return known === undefined ? platform || UNNAMED : PLATFORMS[known].name;
}

/** One entry of `errors[]`, as people are told of it; not yet safe. */
export interface FailedEntry {
  /** As the entry has it: a platform value most often; empty when it has none. */
  readonly platform: string;
  /** The id that it is about, where it is about one of several; empty otherwise. */
  readonly requestedId: string;
  readonly code: string;
  /** The entry's own words, or what its code means, and what it says of mending it. */
  readonly words: string;
}

/**
 * Reads one failure among several, whatever form it has.
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
    failure['retryAvailable'] === true ? 'trying again can help' : '',
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
