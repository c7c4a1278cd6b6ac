import { ACTIVITY_STATES } from '../../../src/service/endpoints/activity.ts';
import type { HistoryFault } from './check-history.ts';
import type { History, SeenRow } from './history.ts';
import { repeated } from './repeated.ts';

/**
 * Rows are there for every event that was accepted, once, and end once.
 *
 * @see docs/service/engine.md#ENG-11, #A-10
 * @see docs/service/readings.md#U-12
 */
export function checkRows(history: History): readonly HistoryFault[] {
  return [...lostEvents(history), ...strayEvents(history), ...twice(history), ...changed(history)];
}

/** An answer was given, and what it promised is not there. */
function lostEvents({ accepted, rows }: History): HistoryFault[] {
  const ids = new Set(rows.map(({ id }) => id));
  return accepted.flatMap(({ dispatches }) =>
    dispatches.filter((id) => !ids.has(id)).map((of) => ({ kind: 'event lost' as const, of })),
  );
}

/** An event without an answer may be there or not; one that was not offered may not. */
function strayEvents({ offered, accepted, rows }: History): HistoryFault[] {
  const events = new Set([...accepted, ...rows].map(({ eventId }) => eventId));
  if (events.size <= offered) return [];
  return [{ kind: 'more than offered', of: `${events.size} events of ${offered}` }];
}

function twice({ rows }: History): HistoryFault[] {
  const keys = rows.map(({ automationId, eventId }) => `${automationId} ${eventId}`);
  return repeated(keys).map((of) => ({ kind: 'row twice', of }));
}

/** What had ended is as it was at every later look, and is there at the end. */
function changed({ looks, rows }: History): HistoryFault[] {
  const endings = new Map<string, string>();
  const faults: HistoryFault[] = [];
  const last: readonly Pick<SeenRow, 'id' | 'status'>[] = rows;
  for (const seen of [...looks.map((each): typeof last => each.rows), last]) {
    for (const { id, status } of seen) {
      const before = endings.get(id);
      if (before !== undefined && before !== status) {
        faults.push({ kind: 'ending changed', of: `${id}: ${before}, then ${status}` });
      }
      if (ACTIVITY_STATES[status].isTerminal) endings.set(id, status);
    }
  }
  const kept = new Set(rows.map(({ id }) => id));
  const forgotten = [...endings.keys()].filter((id) => !kept.has(id));
  return [...faults, ...forgotten.map((of) => ({ kind: 'row forgotten' as const, of }))];
}
