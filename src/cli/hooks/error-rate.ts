import type { HookAttempt } from '../../facts/webhook-history.ts';
import { type HistoryRecord, listAttemptRecords } from './history-record.ts';

/** So many are looked at. */
const MOST = 1_000;

/**
 * Ours: the answers that count as errors, 400 to 599. "400 to 500" is what the document says; taken by the letter, a 503
 * would be none, though it is tried again like a 500 and is the most frequent of them.
 */
const ERRORS = { least: 400, below: 600 };

/**
 * How many of the latest attempts were answered with an error, in words; null when none is known.
 *
 * @see docs/service/webhooks.md#dashboard, #HOOK-20
 */
export function describeErrorRate(records: readonly HistoryRecord[]): string | null {
  const latest = listAttemptRecords(records)
    .flatMap(({ attempt }) => (attempt !== undefined && isOver(attempt) ? [attempt] : []))
    .slice(0, MOST);
  if (latest.length === 0) return null;
  const errors = latest.filter(({ status }) => isError(status)).length;
  const unanswered = latest.filter(({ status }) => typeof status !== 'number').length;
  const share = Math.round((100 * errors) / latest.length);
  const of = latest.length === 1 ? '1 attempt' : `the latest ${latest.length} attempts`;
  const none = unanswered === 0 ? '' : `; ${unanswered} had no answer`;
  return `error rate: ${share} %, ${errors} of ${of} with an answer of ${ERRORS.least} to ${ERRORS.below - 1}${none}`;
}

function isOver({ ms, status, error }: HookAttempt): boolean {
  return typeof ms === 'number' || typeof status === 'number' || typeof error === 'string';
}

function isError(status: HookAttempt['status']): boolean {
  return typeof status === 'number' && status >= ERRORS.least && status < ERRORS.below;
}
