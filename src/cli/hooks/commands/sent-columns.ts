import type { Column } from '../../render/view.ts';
import { UNITS_IN_MS } from '../../shell/flags/flags.ts';
import type { SentAttempt } from '../send-attempt.ts';

/** Columns of attempts, one per row. */
export function buildSentColumns(attempts: readonly SentAttempt[]): readonly Column<SentAttempt>[] {
  return [
    { name: 'attempt', title: 'attempt', value: ({ attempt }) => attempt, align: 'right', drop: 1 },
    {
      name: 'status',
      title: 'answer',
      value: ({ status }) => status,
      show: ({ status, error }) => error ?? String(status),
      drop: 0,
    },
    {
      name: 'error',
      title: 'why',
      value: ({ error }) => error,
      dataOnly: true,
    },
    {
      name: 'ms',
      title: 'took',
      value: ({ ms }) => ms,
      show: ({ ms }) => `${ms} ms`,
      align: 'right',
      drop: 3,
    },
    {
      name: 'outcome',
      title: 'the service',
      value: ({ outcome }) => outcome,
      show: formatOutcome,
      drop: 0,
    },
    {
      name: 'retryAfterMs',
      title: 'retry after',
      value: ({ retryAfterMs }) => retryAfterMs,
      dataOnly: true,
    },
    {
      name: 'expected',
      title: 'expected',
      value: ({ expected }) => expected,
      show: ({ expected }) => (expected ? 'yes' : 'no'),
      drop: 2,
    },
    {
      name: 'allowedPrivate',
      title: 'private',
      value: ({ allowedPrivate }) => allowedPrivate,
      show: ({ allowedPrivate }) => (allowedPrivate ? 'allowed' : ''),
      dataOnly: !attempts.some(({ allowedPrivate }) => allowedPrivate),
      drop: 0,
    },
    {
      name: 'answer',
      title: 'response',
      value: ({ answer }) => answer,
      role: 'text',
      flexible: true,
      drop: 4,
    },
    { name: 'deliveryId', title: 'delivery id', value: ({ deliveryId }) => deliveryId, dataOnly: true },
  ];
}

/** Describes what the service would do after an attempt. */
function formatOutcome({ outcome, retryAfterMs }: Pick<SentAttempt, 'outcome' | 'retryAfterMs'>): string {
  return outcome === 'again' ? `retry in ${formatShortTime(retryAfterMs ?? 0)}` : outcome;
}

/** In the largest unit that divides it, as in flags: `45s`, `2h`. */
function formatShortTime(ms: number): string {
  const units = Object.entries(UNITS_IN_MS).filter(([, size]) => ms >= size && ms % size === 0);
  const [unit = 'ms', size = 1] = units.at(-1) ?? [];
  return `${ms / size}${unit}`;
}
