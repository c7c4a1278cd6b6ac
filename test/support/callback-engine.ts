import type { Outbound } from '../../src/outbound/outbound.ts';
import type { CrashPoint } from '../../src/sandbox/engine/crash-points.ts';
import type { Action } from '../../src/service/actions.ts';
import { MINUTE_MS } from '../../src/service/durations.ts';
import type { Engagement } from '../../src/service/engagement.ts';
import { type AskingEngine, askingEngine } from './asking-engine.ts';
import { dm } from './engagements.ts';
import { type EngineRoom, engineRooms } from './engine-room.ts';
import { ingest, runNextDispatch } from './engine-work.ts';

/** The one automation of such rooms. */
export const AUTOMATION = 'auto_1';

/** A DM that asks for its text. */
export const CALLED = {
  type: 'send_dm',
  message: 'Here it is.',
  messageUrl: 'https://texts.example.com/secret-path',
} as const satisfies Action;

/** An engine whose automation answers each `price`. */
export interface CallbackEngine extends EngineRoom {
  /** A follower writes. @returns the id of the event */
  engage(from?: string): string;
  /** Newest first. */
  rows(): ReturnType<EngineRoom['engine']['store']['activity']['page']>;
  /** Of the newest row. */
  actions(): ReturnType<CallbackEngine['rows']>[number]['actions'];
  /** Why what was done was not done otherwise, in no order, each once. */
  reasons(): readonly (string | null)[];
  dms(): readonly string[];
  /** An engine that may ask others. */
  asking(outbound: Outbound, hook?: (point: CrashPoint) => void): AskingEngine;
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
  const rooms = engineRooms();
  const opened = new Set<EngineRoom>();
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
  const asking = (room: EngineRoom): CallbackEngine => {
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
      asking: (outbound, hook) => askingEngine(room, outbound, hook),
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
