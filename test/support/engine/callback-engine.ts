import type { Outbound, OutboundAnswer } from '../../../src/outbound/outbound.ts';
import type { OutboundQueue } from '../../../src/sandbox/engine/outbound-queue/queue.ts';
import type { CrashPoint } from '../../../src/sandbox/engine/ports.ts';
import { readActivityPage } from '../../../src/sandbox/store/automations/activity.ts';
import type { Action } from '../../../src/service/actions.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/service/durations.ts';
import type { Engagement } from '../../../src/service/engagement.ts';
import { dm } from '../automations/engagements.ts';
import { NOW } from '../small-sandbox.ts';
import { createOutboundEngine, type OutboundEngine } from './delivery-engine.ts';
import { createEngineFixtures, type EngineFixture } from './engine-fixture.ts';
import { ingest, runNextDispatch } from './engine-work.ts';
import { createFakeOutbound } from './fake-outbound.ts';
import { listSentMessages } from './stored-rows.ts';

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
  rows(): ReturnType<typeof readActivityPage>;
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
  const fixtures = createEngineFixtures();
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
  const asking = (fixture: EngineFixture): CallbackEngine => {
    opened.add(fixture);
    const { engine, account } = fixture;
    const { store } = engine;
    const rows = () =>
      readActivityPage(store, { automation: AUTOMATION, since: 0, after: null, max: 10_000 });
    return {
      ...fixture,
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
      dms: () => listSentMessages(store).map(({ text }) => text),
      asking: (outbound, hook) => createOutboundEngine(fixture, outbound, hook),
      another: (hook) => asking(fixture.another(hook)),
      afterDeath() {
        opened.delete(fixture);
        return asking(fixture.afterDeath());
      },
    };
  };
  const open: CallbackEngines['open'] = (actions = [CALLED]) => {
    const fixture = fixtures.open();
    fixture.automate(AUTOMATION, [{ type: 'dm_keyword', keywords: ['price'] }], actions);
    return asking(fixture);
  };
  return {
    open,
    openWaiting(actions) {
      const fixture = open(actions);
      fixture.engage();
      fixture.time.now += MINUTE_MS;
      if (runNextDispatch(fixture.engine) !== 'waits') throw new Error('it waits for nobody');
      return fixture;
    },
    close() {
      for (const fixture of opened) fixture.close();
      opened.clear();
    },
    remove: fixtures.remove,
  };
}

/**
 * A follower wrote an hour ago, and the network reports it only now: it is answered at once.
 *
 * @see docs/service/readings.md#U-22
 */
export function writeAt({ engine, account }: CallbackEngine, automation: string, from: string): void {
  const engagement = { ...dm(WORDS[automation] ?? 'price'), at: NOW - HOUR_MS };
  const named = { ...engagement, eventId: `${automation}-${from}`, from: { id: from, username: from } };
  ingest(engine, { accountId: account.id, engagement: named });
}

const WORDS: Readonly<Record<string, string>> = { auto_1: 'price', auto_2: 'size' };

/** Two processes on one file, whose requests are answered when the test says. */
export async function openTwoProcesses(fixtures: CallbackEngines) {
  const fixture = fixtures.open();
  fixture.automate(
    'auto_2',
    [{ type: 'dm_keyword', keywords: ['size'] }],
    [{ ...CALLED, messageUrl: 'https://other.example.com/text' }],
  );
  const inFlight: { who: string; jobs: OutboundQueue; end(answer: Partial<OutboundAnswer>): void }[] = [];
  const process = async (own: CallbackEngine) => {
    const outbound = createFakeOutbound(
      ({ body }) =>
        new Promise((end) => {
          const { automationId, recipientId } = JSON.parse(new TextDecoder().decode(body));
          if (jobs !== undefined) inFlight.push({ who: `${automationId} ${recipientId}`, jobs, end });
        }),
    );
    const { engine } = own.asking(outbound);
    const [jobs] = await engine.outboundQueues();
    if (jobs === undefined) throw new Error('nothing may leave');
    return { engine, jobs };
  };
  return {
    fixture,
    inFlight,
    processes: [await process(fixture), await process(fixture.another())] as const,
  };
}
