import { SECOND_MS } from '../../../src/service/durations.ts';
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

/**
 * Each post that was taken in is there, and went to each of its networks once.
 *
 * @see docs/service/posts.md#POST-12
 * @see docs/safety.md#T1
 */
export function checkPosts({ planned, posts }: History): readonly HistoryFault[] {
  const ids = new Set(posts.map(({ id }) => id));
  return [
    ...planned.filter((id) => !ids.has(id)).map((of) => ({ kind: 'post lost' as const, of })),
    ...posts.filter(({ isOpen }) => isOpen).map(({ id }) => ({ kind: 'post left over' as const, of: id })),
    ...posts.flatMap(({ id, platforms, copies, refused }) => {
      const went = [...copies, ...refused];
      const missing = platforms.filter((platform) => !went.includes(platform));
      return [
        ...repeated(went).map((of) => ({ kind: 'post twice' as const, of: `${id} ${of}` })),
        ...missing.map((of) => ({ kind: 'post not sent' as const, of: `${id} ${of}` })),
      ];
    }),
  ];
}
