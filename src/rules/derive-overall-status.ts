import type { TerminalStatus } from '../facts/activity.ts';

interface StatusCondition {
  readonly holds: (endings: readonly TerminalStatus[]) => boolean;
  readonly status: TerminalStatus;
}

/** The first one that holds tells the whole. */
const STATUS_CONDITIONS: readonly StatusCondition[] = [
  // Of no actions everything would be true: a dispatch without any is skipped.
  { holds: (endings) => endings.length === 0, status: 'skipped' },
  { holds: (endings) => endings.includes('auth_error'), status: 'auth_error' },
  { holds: (endings) => endings.includes('sent'), status: 'sent' },
  { holds: (endings) => endings.every((ending) => ending === 'deduplicated'), status: 'deduplicated' },
  {
    holds: (endings) => endings.every((ending) => ending === 'skipped' || ending === 'deduplicated'),
    status: 'skipped',
  },
];

/**
 * How a dispatch ended, told from how each of its actions did.
 *
 * @see docs/service/engine.md#derivation, #ENG-10, #A-01 to #A-04
 */
export function deriveOverallStatus(endings: readonly TerminalStatus[]): TerminalStatus {
  return STATUS_CONDITIONS.find(({ holds }) => holds(endings))?.status ?? 'failed';
}
