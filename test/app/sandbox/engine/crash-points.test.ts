import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import {
  CALLBACK_CRASH_POINTS,
  CONTROL_CRASH_POINTS,
  CRASH_POINTS,
  type CrashPoint,
  DELIVERY_CRASH_POINTS,
  FEED_CRASH_POINTS,
  POST_CRASH_POINTS,
} from '../../../../src/sandbox/engine/ports.ts';
import { readActivityPage } from '../../../../src/sandbox/store/automations/activity.ts';
import { getNextDispatchDue } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { listDmsByDay } from '../../../../src/sandbox/store/messages.ts';
import type { Action } from '../../../../src/service/actions.ts';
import type { Engagement, EngagementKind } from '../../../../src/service/engagement.ts';
import { automationsOf } from '../../../support/automations/ask-automations.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { ingest } from '../../../support/engine/engine-work.ts';
import {
  crashAt,
  ENGAGED,
  KINDS,
  SimulatedCrash,
  TRIGGERS,
  writeComment,
} from '../../../support/engine/simulated-crash.ts';
import { listDeliveries, listEmails, listSentMessages } from '../../../support/engine/stored-rows.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { askSandbox, NOW, type TestRequest } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const ACTIONS = {
  send_dm: { type: 'send_dm', message: 'Here it is.' },
  fire_webhook: { type: 'fire_webhook', sendCompletedEvent: true },
  send_email: { type: 'send_email', to: 'desk@shop.example', message: 'One more.' },
} as const satisfies Record<string, Action>;
const { send_dm, fire_webhook, send_email } = ACTIONS;

/** Each action by itself, and all of them with the DM in other places than the first. */
const ORDERS: readonly (readonly Action[])[] = [
  [send_dm],
  [fire_webhook],
  [send_email],
  [fire_webhook, send_dm, send_email],
  [fire_webhook, send_email, send_dm],
];

const AUTOMATION = 'auto_crash';

/** Reports the engagement until it is ingested, and runs everything; the injected death ends the process. */
function lead(fixture: EngineFixture, engagement: Engagement): EngineFixture {
  let alive = fixture;
  let isTaken = false;
  for (let deaths = 0; deaths < 2; deaths++) {
    try {
      // A client without an answer reports again.
      if (!isTaken) ingest(alive.engine, { accountId: alive.account.id, engagement });
      isTaken = true;
      runAll(alive);
      return alive;
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      alive = alive.afterDeath();
    }
  }
  throw new Error('it died more than once');
}

function runAll({ engine, time }: EngineFixture): void {
  for (;;) {
    const next = getNextDispatchDue(engine.store);
    if (next === null) return;
    time.now = Math.max(time.now, next);
    runDispatches(engine, { mayContinue: () => true, onOutcome() {} });
  }
}

/** Each action was done once, wherever the process died: its effects are committed with what is known of them. */
function judge(fixture: EngineFixture, actions: readonly Action[]): void {
  const { store } = fixture.engine;
  const has = (type: Action['type']) => actions.some((action) => action.type === type);
  const rows = readActivityPage(store, { automation: AUTOMATION, since: 0, after: null, max: 10 });
  expect(rows).toHaveLength(1);
  const ended = new Map(rows[0]?.actions.map(({ type, status }) => [type, status]));
  expect(rows[0]?.completedAt).not.toBeNull();
  expect(listEmails(store)).toHaveLength(has('send_email') ? 1 : 0);
  const types = listDeliveries(store).map(({ event }) => event['type']);
  expect(types.toSorted()).toEqual(
    has('fire_webhook') ? ['automation.completed', 'automation.triggered'] : [],
  );
  if (has('send_email')) expect(ended.get('send_email')).toBe('sent');
  if (has('fire_webhook')) expect(ended.get('fire_webhook')).toBe('sent');
  if (!has('send_dm')) return;
  expect(ended.get('send_dm')).toBe('sent');
  expect(listSentMessages(store)).toHaveLength(1);
  expect(listDmsByDay(store, Math.floor(NOW / 86_400_000)).map(({ sent }) => sent)).toEqual([1]);
}

/** A death can only come where the engine comes along: without a DM it does not ask the network. */
function isOnTheWay(point: CrashPoint, actions: readonly Action[]): boolean {
  return !point.endsWith(' sendDm') || actions.includes(send_dm);
}

function dieAndRecover(point: CrashPoint, kind: EngagementKind, actions: readonly Action[]): void {
  const death = crashAt(point);
  const first = fixtures.open(death.hook);
  first.automate(AUTOMATION, TRIGGERS, actions);
  first.listen();
  const engagement = ENGAGED[kind]('1805');
  writeComment(first, engagement);
  const fixture = lead(first, engagement);
  try {
    expect(death.hasDied()).toBe(true);
    judge(fixture, actions);
    expectNothingTwice(fixture, kind);
    expect(fixture.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  } finally {
    fixture.close();
  }
}

/** The same person comes again inside the window: nothing is done a second time, known or not. */
function expectNothingTwice(fixture: EngineFixture, kind: EngagementKind): void {
  const { store } = fixture.engine;
  const before = [listSentMessages(store).length, listEmails(store).length];
  const again = ENGAGED[kind]('1806');
  writeComment(fixture, again);
  ingest(fixture.engine, { accountId: fixture.account.id, engagement: again });
  runAll(fixture);
  expect([listSentMessages(store).length, listEmails(store).length]).toEqual(before);
  const [newest] = readActivityPage(store, { automation: AUTOMATION, since: 0, after: null, max: 1 });
  expect(newest?.status).toBe('deduplicated');
}

/** Points, kinds and orders in turn: each kind and order comes at several points. */
const DEATHS = CRASH_POINTS.flatMap((point, place) => {
  const orders = ORDERS.filter((actions) => isOnTheWay(point, actions));
  const [kind = 'comment', other = 'comment'] = [0, 2].map((more) => KINDS[(place + more) % KINDS.length]);
  const all = [send_dm, fire_webhook, send_email];
  return [
    { point, kind, actions: all },
    { point, kind: other, actions: orders[place % orders.length] ?? all },
  ].map((death) => ({ ...death, does: death.actions.map(({ type }) => type).join(', ') }));
});

test.each(DEATHS)(
  'a process that dies $point loses nothing and does nothing twice: $kind, $does',
  {
    tags: ['T2'],
  },
  ({ point, kind, actions }) => {
    dieAndRecover(point, kind, actions);
  },
);

/** The text of every file of the sandbox, by its path. */
function sources(): ReadonlyMap<string, string> {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', 'src', 'sandbox');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

test('every crash point of the source is in a list, and each in a list is in the source', {
  tags: ['T2'],
}, () => {
  const text = [...sources().values()].join('\n');
  const steps = [...text.matchAll(/\bsteps: \{([^}]*)\}/g)].map(([, names]) => names).join();
  const named = [...text.matchAll(/\b(?:commit|step)\(\s*\w+,\s*'(\w+)'/g), ...steps.matchAll(/'(\w+)'/g)];
  const commits = named.flatMap(([, name]) => [`before ${name}`, `after ${name}`]);
  const calls = [...text.matchAll(/crashPoint\?\.\('([^']+)'\)/g)].map(([, name]) => name);
  const listed = [
    ...CRASH_POINTS,
    ...DELIVERY_CRASH_POINTS,
    ...CALLBACK_CRASH_POINTS,
    ...FEED_CRASH_POINTS,
    ...POST_CRASH_POINTS,
    ...CONTROL_CRASH_POINTS,
  ];
  expect([...new Set([...commits, ...calls])].toSorted()).toEqual(listed.toSorted());
});

/** Transactions without a crash point, how many there are in a file, and why nothing has to be recovered from there. */
const WITHOUT_POINT: Readonly<Record<string, { count: number; why: string }>> = {
  'control/reviews.ts': { count: 2, why: 'a person writes or deletes a review; nothing follows from it' },
  'engine/ports.ts': { count: 1, why: 'it is that of `commit`' },
  'engine/scheduler/keep-running.ts': {
    count: 1,
    why: 'removes what is over; what a crash leaves is removed the next time',
  },
  'control/effects.ts': {
    count: 3,
    why: 'orders of a person: a setting and what waits for it, one row, one row',
  },
  'control/engage.ts': { count: 1, why: 'order of a person: one event, that messages were read' },
  'control/call-control.ts': {
    count: 1,
    why: 'removes what is old; what a crash leaves is removed the next time',
  },
  'control/networks.ts': {
    count: 4,
    why: 'orders of a person: one account, what one network has of a post, one post, one media file',
  },
  'control/deliveries.ts': {
    count: 3,
    why: 'orders of a person: a delivery falls due, an event, a secret: one row each',
  },
  'control/settings.ts': {
    count: 6,
    why: 'orders of a person: three settings, two faults, and the clock with what waits for its time',
  },
};

test('no transaction of the engine or its orders is without a crash point, but for those that are named', {
  tags: ['T2'],
}, () => {
  const counted = [...sources()].flatMap(([file, text]) => {
    const count = text.match(/\btransaction\(/g)?.length ?? 0;
    return /^(engine|control)\//.test(file) && count > 0 ? [[file, count] as const] : [];
  });
  const named = Object.entries(WITHOUT_POINT).map(([file, { count }]) => [file, count]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(named));
});

describe('orders to the sandbox', { tags: ['T2'] }, () => {
  const folder = quickFolder('orders');
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (file: string, crashPoint?: (here: CrashPoint) => void) =>
    openHeldSandbox({
      file,
      clock: stoppedClock(NOW),
      random: randomBytes,
      seed: async () => SLIGHT_SEED,
      crashPoint,
    });
  const template = join(folder, 'template.db');
  beforeAll(async () => (await open(template)).close());
  let opened = 0;

  /** A sandbox with an automation and a follower who waits for it; it dies at the point, once it is armed. */
  async function waiting(point: CrashPoint) {
    opened += 1;
    const file = join(folder, `${opened}.db`);
    copyFileSync(template, file);
    let isArmed = false;
    const first = await open(file, (here) => {
      if (isArmed && here === point) throw new SimulatedCrash('unavailable', `died ${point}`);
    });
    const ask = (path: string, sending?: TestRequest) => askSandbox(first, path, sending);
    const { body } = await automationsOf({ ask }).create({ triggers: TRIGGERS, actions: [send_email] });
    await control(first, 'setClock', { mode: 'set' });
    await control(first, 'engage', { kind: 'dm', text: 'price', from: { username: 'mara' } });
    isArmed = true;
    return {
      first,
      automation: String(body.id),
      async afterDeath() {
        first.close();
        return open(file);
      },
    };
  }

  test.each(CONTROL_CRASH_POINTS.filter((point) => point.endsWith('advance')))(
    'a process that dies %s: time continues from where it was, and everything is done once',
    async (point) => {
      const { first, afterDeath } = await waiting(point);
      expect((await control(first, 'advanceClock', { ms: 120_000 })).http).toBe(500);
      const sandbox = await afterDeath();
      const { body } = await control(sandbox, 'advanceClock', { ms: 120_000 });
      expect(body.processed['dispatches']).toBe(1);
      expect((await control(sandbox, 'listOutbox')).body.emails).toHaveLength(1);
      sandbox.close();
    },
  );

  test.each([
    ['before reset', 1],
    ['after reset', 0],
  ] as const)('a process that dies %s: the data is the old or the new, and whole', async (point, left) => {
    const { first, automation, afterDeath } = await waiting(point);
    expect((await control(first, 'reset')).http).toBe(500);
    const sandbox = await afterDeath();
    const { http } = await askSandbox(sandbox, `/automations/${automation}/activity`);
    expect(http).toBe(left === 1 ? 200 : 404);
    expect((await control(sandbox, 'status')).body.upcoming.dispatches).toBe(left);
    sandbox.close();
  });

  test('a process that dies before ingest: there is no comment, and no webhook to send', async () => {
    const { first, afterDeath } = await waiting('before ingest');
    const comment = { kind: 'comment', text: 'price', eventId: '1805', from: { username: 'noor' } } as const;
    expect((await control(first, 'engage', comment)).http).toBe(500);
    const sandbox = await afterDeath();
    // The same can be done again: there is no such comment.
    const { body } = await control(sandbox, 'engage', comment);
    expect(body.events).toMatchObject([{ eventId: '1805', duplicate: false, dispatches: [{}] }]);
    sandbox.close();
  });
});
