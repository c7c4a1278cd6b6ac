import type { HookAttempt } from '../../../service/endpoints/webhook-history.ts';
import { type HistoryRecord, listAttemptRecords } from '../history-record.ts';

/** Maximum number of attempts in the rate. */
const MOST = 1_000;

/**
 * Our choice: responses of 400 to 599 are errors. The document says "400 to 500"; read literally, that excludes 503,
 * which is retried like 500 and is the most frequent.
 */
const ERRORS = { least: 400, below: 600 };

/**
 * Describes the share of errors among the latest attempts; null if none is known.
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
  const none = unanswered === 0 ? '' : `; ${unanswered} without a response`;
  return `error rate: ${share}%, ${errors} of ${of} with a response of ${ERRORS.least} to ${ERRORS.below - 1}${none}`;
}

function isOver({ ms, status, error }: HookAttempt): boolean {
  return typeof ms === 'number' || typeof status === 'number' || typeof error === 'string';
}

function isError(status: HookAttempt['status']): boolean {
  return typeof status === 'number' && status >= ERRORS.least && status < ERRORS.below;
}
