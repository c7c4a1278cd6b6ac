import { sleep } from '../../clock.ts';
import { isRecord } from '../../domain/json/loose-record.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import { CallError } from '../client/call-error.ts';
import type { ControlCalls } from './control-calls.ts';
import type {
  Duration,
  EngagementResult,
  FaultControl,
  FollowerControl,
  RunningSandbox,
  SandboxClockControl,
} from './running-sandbox.ts';

type Control = RunningSandbox['control'];
type EngageKind = ControlCalls['engage']['input']['kind'];

/** @throws CallError of kind `usage` when it is no time */
export function readTime(time: Date | string): Date {
  const date = typeof time === 'string' || time instanceof Date ? new Date(time) : null;
  if (date !== null && !Number.isNaN(date.getTime())) return date;
  throw new CallError('usage', 'not a time', {
    advice: 'use a Date, or a text such as 2027-03-02T08:15:00Z',
  });
}

const UNITS_MS: Readonly<Record<keyof Duration, number>> = {
  days: DAY_MS,
  hours: HOUR_MS,
  minutes: MINUTE_MS,
  seconds: SECOND_MS,
  milliseconds: 1,
};

/** @throws CallError of kind `usage`: a misspelled unit must not become no time at all */
function toMilliseconds(duration: Duration): number {
  const parts = isRecord(duration) ? Object.entries(duration).filter(([, count]) => count !== undefined) : [];
  const known = new Map<string, number>(Object.entries(UNITS_MS));
  const wrong = parts.find(([unit, count]) => !known.has(unit) || !Number.isFinite(count));
  if (parts.length === 0 || wrong !== undefined)
    throw new CallError('usage', `not a length of time${wrong === undefined ? '' : `: ${wrong[0]}`}`, {
      advice: `use an object such as { hours: 1 }, with numbers of ${[...known.keys()].join(', ')}`,
    });
  return parts.reduce((sum, [unit, count]) => sum + Number(count) * (known.get(unit) ?? 0), 0);
}

export function createClockControl(control: Control): SandboxClockControl {
  const toDate = ({ now }: { now: string }) => new Date(now);
  return {
    now: async () => toDate(await control('getClock', {})),
    set: async (time) =>
      toDate(await control('setClock', { mode: 'set', now: readTime(time).toISOString() })),
    advance: async (by) => toDate(await control('advanceClock', { ms: toMilliseconds(by) })),
    run: async () => toDate(await control('setClock', { mode: 'real' })),
  };
}

export function createFaultControl(control: Control): FaultControl {
  return {
    add: async (fault) => (await control('addFault', fault)).fault,
    list: async () => (await control('listFaults', {})).faults,
    clear: async (id) => (await control('clearFaults', id === undefined ? {} : { id })).cleared,
  };
}

export function createFollowerControl(control: Control): FollowerControl {
  const createAct =
    (kind: EngageKind) =>
    async ({
      from,
      ...act
    }: Parameters<FollowerControl['react']>[0] &
      Pick<ControlCalls['engage']['input'], 'platform'>): Promise<EngagementResult> => {
      const { events } = await control('engage', { kind, ...act, from: { username: from } });
      const [event] = events;
      if (event === undefined) throw new CallError('internal', 'the engagement was not reported');
      return event;
    };
  return {
    comment: createAct('comment'),
    replyToStory: createAct('story_reply'),
    commentOnStory: createAct('story_comment'),
    sendDm: createAct('dm'),
    react: createAct('reaction'),
    inbox: async () => (await control('listInbox', {})).messages,
  };
}

const POLL_MS = 5;
/** Longer than any answer in the same process takes. */
const LIMIT_MS = 10 * SECOND_MS;

/** Waits until nothing is due any more, and no delivery is in flight. A frozen clock stays where it is. */
export async function settle(control: Control): Promise<void> {
  const { mode } = await control('getClock', {});
  if (mode === 'set') return void (await control('advanceClock', { ms: 0 }));
  for (let waited = 0; waited < LIMIT_MS; waited += POLL_MS) {
    const [{ deliveries }, { now }] = await Promise.all([
      control('listDeliveries', { order: 'newest' }),
      control('getClock', {}),
    ]);
    const isOpen = ({ state, nextAttempt, requirement }: (typeof deliveries)[number]) =>
      state === 'waiting' && requirement === null && (nextAttempt === null || nextAttempt <= now);
    if (!deliveries.some(isOpen)) return;
    await sleep(POLL_MS);
  }
}
