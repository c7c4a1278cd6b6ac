import { SECOND_MS } from '../../../src/service/durations.ts';
import { ACTIVITY_STATES } from '../../../src/service/endpoints/activity.ts';
import type { HistoryFault } from './check-history.ts';
import type { History } from './history.ts';

/** So long after a restart, all that was due has ended. @see docs/safety.md#T1 */
const RECOVERED_MS = 10 * SECOND_MS;

/** After every kill the file is whole, and what was due ends in time. */
export function checkRuns({ kills, integrity, looks, rows }: History): readonly HistoryFault[] {
  const late = looks.filter(({ sinceRestartMs }) => sinceRestartMs >= RECOVERED_MS);
  const left = late.flatMap((look) =>
    look.rows.filter(({ status, dueForMs }) => isTransient(status) && dueForMs >= RECOVERED_MS),
  );
  const atTheEnd = rows.filter(({ status }) => isTransient(status));
  const damaged = integrity.filter((answer) => answer !== 'ok');
  return [
    ...[...left, ...atTheEnd].map(({ id }) => ({ kind: 'row left over' as const, of: id })),
    ...damaged.map((of) => ({ kind: 'file damaged' as const, of })),
    // A check that was not made is not one that was passed.
    ...(integrity.length < kills ? [{ kind: 'not looked at' as const, of: 'the file, after a kill' }] : []),
    ...(late.length === 0 ? [{ kind: 'not looked at' as const, of: 'the rows, ten seconds after' }] : []),
  ];
}

const isTransient = (status: keyof typeof ACTIVITY_STATES): boolean => !ACTIVITY_STATES[status].isTerminal;
