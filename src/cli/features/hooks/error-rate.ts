import * as z from 'zod';
import type { HookAttempt } from '../../../service/endpoints/webhooks.ts';
import { createFirstItems } from '../../framework/output/first-items.ts';
import { type HistoryRecord, listAttemptRecords, sortAttempts } from './history-record.ts';

const MOST = 1_000;

/**
 * Our choice: responses of 400 to 599 are errors. The document says "400 to 500"; read literally, that excludes 503,
 * which is retried like 500 and is the most frequent.
 */
const ERRORS = { least: 400, below: 600 };

/** Attempts of the latest deliveries that are over, and how many of them ended with an error. */
export const ErrorRate = z.strictObject({
  attempts: z.int().describe(`the latest attempts that are over, at most ${MOST.toLocaleString('en-US')}`),
  errors: z.int().describe(`of these, with a response of ${ERRORS.least} to ${ERRORS.below - 1}`),
  unanswered: z.int().describe('of these, without a response'),
});
export type ErrorRate = z.infer<typeof ErrorRate>;

/**
 * Counts the errors among the latest attempts, and keeps no more of them; null if none is known.
 *
 * @see docs/service/webhooks.md#dashboard, #HOOK-20
 */
export function countErrors() {
  const latest = createFirstItems(MOST, sortAttempts);
  return {
    add(record: HistoryRecord): void {
      for (const each of listAttemptRecords({ action: record.action, delivery: record.delivery }))
        if (each.attempt !== undefined && isOver(each.attempt)) latest.add(each);
    },
    result(): ErrorRate | null {
      const attempts = sortAttempts(latest.list()).slice(0, MOST);
      if (attempts.length === 0) return null;
      return {
        attempts: attempts.length,
        errors: attempts.filter(({ attempt }) => isError(attempt?.status)).length,
        unanswered: attempts.filter(({ attempt }) => typeof attempt?.status !== 'number').length,
      };
    },
  };
}

export function describeErrorRate({ attempts, errors, unanswered }: ErrorRate): string {
  const share = Math.round((100 * errors) / attempts);
  const of = attempts === 1 ? '1 attempt' : `the latest ${attempts} attempts`;
  const none = unanswered === 0 ? '' : `; ${unanswered} without a response`;
  return `error rate: ${share}%, ${errors} of ${of} with a response of ${ERRORS.least} to ${ERRORS.below - 1}${none}`;
}

function isOver({ ms, status, error }: HookAttempt): boolean {
  return typeof ms === 'number' || typeof status === 'number' || typeof error === 'string';
}

function isError(status: HookAttempt['status']): boolean {
  return typeof status === 'number' && status >= ERRORS.least && status < ERRORS.below;
}
