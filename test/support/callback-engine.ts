import type { Outbound } from '../../src/outbound/outbound.ts';
import type { CrashPoint } from '../../src/sandbox/engine/ports.ts';
import type { Action } from '../../src/service/actions.ts';
import { MINUTE_MS } from '../../src/service/durations.ts';
import type { Engagement } from '../../src/service/engagement.ts';
import { dm } from './engagements.ts';
import { createEngineFixtures, type EngineFixture } from './engine-fixture.ts';
import { ingest, runNextDispatch } from './engine-work.ts';
import { createOutboundEngine, type OutboundEngine } from './outbound-engine.ts';

/** The one automation of such rooms. */
export const AUTOMATION = 'auto_1';

/** A DM that asks for its text. */
export const CALLED = {
  type: 'send_dm',
  message: 'Here it is.',
  messageUrl: 'https://texts.example.com/secret-path',
} as const satisfies Action;

/** An engine whose automation answers each `price`. */
export interface CallbackEngine extends EngineFixture {
  /** A follower writes. @returns the id of the event */
  engage(from?: string): string;
  /** Newest first. */
  rows(): ReturnType<EngineFixture['engine']['store']['activity']['page']>;
  /** Of the newest row. */
  actions(): ReturnType<CallbackEngine['rows']>[number]['actions'];
  /** Why what was done was not done otherwise, in no order, each once. */
  reasons(): readonly (string | null)[];
  dms(): readonly string[];
  /** An engine that may ask others. */
  asking(outbound: Outbound, hook?: (point: CrashPoint) => void): OutboundEngine;
  another(hook?: (point: CrashPoint) => void): CallbackEngine;
  afterDeath(): CallbackEngine;
}

export interface CallbackEngines {
  open(actions?: readonly Action[]): CallbackEngine;
  /** One with a dispatch that has come as far as it does where nothing may leave: its callback is to be asked. */
  openWaiting(actions?: readonly Action[]): CallbackEngine;
  close(): void;
  remove(): void;
}

export function createCallbackEngines(): CallbackEngines {
  const rooms = createEngineFixtures();
  const opened = new Set<EngineFixture>();
  let events = 0;
  const said = (from: string): Engagement => {
    events += 1;
    return {
      ...dm('price'),
      eventId: `1805${events}`,
      from: { id: `1784${from}`, username: from },
      at: null,
    };
  };
  const asking = (room: EngineFixture): CallbackEngine => {
    opened.add(room);
    const { engine, account } = room;
    const { store } = engine;
    const rows = () => store.activity.page({ automation: AUTOMATION, since: 0, after: null, max: 10_000 });
    return {
      ...room,
      engage(from = 'mara') {
        const engagement = said(from);
        const { eventId } = engagement;
        ingest(engine, {
          accountId: account.id,
          engagement: { ...engagement, ...(from === 'us' && { from: { id: account.id, username: from } }) },
        });
        return eventId;
      },
      rows,
      actions: () => rows()[0]?.actions ?? [],
      reasons: () => [
        ...new Set(rows().flatMap(({ actions }) => actions.map(({ errorDetails }) => errorDetails))),
      ],
      dms: () => store.messages.all().map(({ text }) => text),
      asking: (outbound, hook) => createOutboundEngine(room, outbound, hook),
      another: (hook) => asking(room.another(hook)),
      afterDeath() {
        opened.delete(room);
        return asking(room.afterDeath());
      },
    };
  };
  const open: CallbackEngines['open'] = (actions = [CALLED]) => {
    const room = rooms.open();
    room.automate(AUTOMATION, [{ type: 'dm_keyword', keywords: ['price'] }], actions);
    return asking(room);
  };
  return {
    open,
    openWaiting(actions) {
      const room = open(actions);
      room.engage();
      room.time.now += MINUTE_MS;
      if (runNextDispatch(room.engine) !== 'waits') throw new Error('it waits for nobody');
      return room;
    },
    close() {
      for (const room of opened) room.close();
      opened.clear();
    },
    remove: rooms.remove,
  };
}
