import type { TerminalStatus } from '../../service/endpoints/activity.ts';

interface StatusCondition {
  readonly holds: (endings: readonly TerminalStatus[]) => boolean;
  readonly status: TerminalStatus;
}

/** The first condition that holds decides. */
const STATUS_CONDITIONS: readonly StatusCondition[] = [
  // `every` is true for an empty list: a dispatch without actions is skipped.
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
 * Derives the status of a dispatch from those of its actions.
 *
 * @see docs/service/engine.md#derivation, #ENG-10, #A-01 to #A-04
 */
export function deriveOverallStatus(endings: readonly TerminalStatus[]): TerminalStatus {
  return STATUS_CONDITIONS.find(({ holds }) => holds(endings))?.status ?? 'failed';
}
