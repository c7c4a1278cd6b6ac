import { afterAll, describe, expect, test } from 'vitest';
import type { OutboundRequest } from '../../../../src/outbound/outbound.ts';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import {
  CALLBACK_CRASH_POINTS,
  type CrashPoint,
  DELIVERY_CRASH_POINTS,
  isWorkDue,
} from '../../../../src/sandbox/engine/ports.ts';
import { readActivityPage } from '../../../../src/sandbox/store/automations/activity.ts';
import { listDeliveryHistory } from '../../../../src/sandbox/store/outbound/deliveries.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import type { Engagement, EngagementKind } from '../../../../src/service/engagement.ts';
import { createOutboundEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { ingest } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import {
  type CrashingProcess,
  crashAt,
  ENGAGED,
  KINDS,
  SimulatedCrash,
  TRIGGERS,
  writeComment,
} from '../../../support/engine/simulated-crash.ts';
import { listEmails, listSentMessages } from '../../../support/engine/stored-rows.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const AUTOMATION = 'auto_crash';
const TEMPLATE = 'Here it is.';
const TEXT = 'What the callback says.';

const asking: Action = { type: 'send_dm', message: TEMPLATE, messageUrl: 'https://texts.example/next' };
const plain: Action = { type: 'send_dm', message: TEMPLATE };
const hook: Action = { type: 'fire_webhook', sendCompletedEvent: true };
const mail: Action = { type: 'send_email', to: 'desk@shop.example', message: 'One more.' };

/** Each outbound action by itself, and all of them in every order. */
const ORDERS: readonly (readonly Action[])[] = [
  [asking],
  [hook],
  [asking, hook, mail],
  [hook, asking, mail],
  [hook, mail, asking],
  [plain, hook],
];

const sink = () =>
  createFakeOutbound(({ url }) =>
    url.includes('texts') ? withText(TEXT) : { status: 200, body: new Uint8Array() },
  );
type Sink = ReturnType<typeof sink>;

/** A follower engages; its process dies on the way to all that follows from it, and another one comes after it. */
async function dieAndRecover(point: CrashPoint, kind: EngagementKind, actions: readonly Action[]) {
  const death = crashAt(point);
  const first = fixtures.open();
  first.automate(AUTOMATION, TRIGGERS, actions);
  first.listen();
  engage(first, ENGAGED[kind]('1805'));
  const outbound = sink();
  first.time.now += MINUTE_MS;
  await runWhileAlive(first, outbound, death).catch((error: unknown) => {
    if (!(error instanceof SimulatedCrash)) throw error;
  });
  expect(death.hasDied()).toBe(true);
  const fixture = first.afterDeath();
  await runWhileAlive(fixture, outbound);
  try {
    judge({ point, actions, fixture, outbound });
    await expectNothingTwice({ fixture, outbound, again: ENGAGED[kind]('1806') });
    expect(fixture.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  } finally {
    fixture.close();
  }
}

/** Runs, asks and tells what is due, as long as the process lives. */
async function runWhileAlive(fixture: EngineFixture, outbound: Sink, death?: CrashingProcess): Promise<void> {
  const { engine } = createOutboundEngine(fixture, outbound, death?.hook);
  const jobs = await engine.outboundQueues();
  for (;;) {
    runDispatches(engine, { mayContinue: () => true, onOutcome() {} });
    for (const each of jobs) each.start();
    const busy = jobs.filter((each) => each.inFlight > 0);
    await Promise.all(busy.map((each) => each.waitForChange()));
    const isDue = jobs.some((each) => each.nextDue() !== null) || isWorkDue(engine);
    if (death?.hasDied() || (busy.length === 0 && !isDue)) return;
  }
}

function engage(fixture: EngineFixture, engagement: Engagement): void {
  writeComment(fixture, engagement);
  ingest(fixture.engine, { accountId: fixture.account.id, engagement });
}

interface Recovered {
  readonly point: CrashPoint;
  readonly actions: readonly Action[];
  readonly fixture: EngineFixture;
  readonly outbound: Sink;
}

function judge({ point, actions, fixture, outbound }: Recovered): void {
  const { store } = fixture.engine;
  const [row] = readActivityPage(store, { automation: AUTOMATION, since: 0, after: null, max: 10 });
  expect(row?.completedAt).not.toBeNull();
  expect(row?.actions.map(({ status }) => status)).toEqual(actions.map(() => 'sent'));
  expect(listEmails(store)).toHaveLength(actions.includes(mail) ? 1 : 0);
  const dms = listSentMessages(store).map(({ text }) => text);
  const asked = outbound.asked.filter(({ url }) => url.includes('texts'));
  if (actions.includes(asking)) judgeCallback({ point, actions, dms, asked });
  else expect([dms, asked]).toEqual([actions.includes(plain) ? [TEMPLATE] : [], []]);
  judgeDeliveries({ point, actions, fixture, outbound });
}

/** It is unknown whether it was sent: it was not, or it was. */
const NOT_ASKED: readonly CrashPoint[] = ['after claimCallbacks', 'before postCallback'];
const UNHEARD: readonly CrashPoint[] = [...NOT_ASKED, 'after postCallback', 'before recordCallbacks'];

interface AskedOnce extends Pick<Recovered, 'point' | 'actions'> {
  readonly dms: readonly string[];
  readonly asked: readonly OutboundRequest[];
}

/** A webhook that fires first is sent during the callback: a death at the one is one at the other. */
const areTogether = (actions: readonly Action[]): boolean =>
  actions.includes(hook) && actions.indexOf(hook) < actions.indexOf(asking);

/** It is asked once at most, and the DM goes out once. @see docs/service/callbacks.md#K-06 */
function judgeCallback({ point, actions, dms, asked }: AskedOnce): void {
  expect(dms).toHaveLength(1);
  expect(asked.length).toBeLessThanOrEqual(1);
  if (DELIVERY_CRASH_POINTS.includes(point) && areTogether(actions)) return;
  expect(dms).toEqual([UNHEARD.includes(point) ? TEMPLATE : TEXT]);
  expect(asked).toHaveLength(NOT_ASKED.includes(point) ? 0 : 1);
}

/** An attempt had begun, and its result is unknown. */
const CUT_SHORT: readonly CrashPoint[] = [
  'after claimDeliveries',
  'before postDelivery',
  'after postDelivery',
  'before recordDeliveries',
];

/**
 * Nothing is lost; what may have come comes again, as another attempt of the same delivery.
 *
 * @see docs/service/webhooks.md#W-01
 */
function judgeDeliveries({ point, actions, fixture, outbound }: Recovered): void {
  const { store } = fixture.engine;
  const recorded = listDeliveryHistory(store, {
    profile: fixture.account.profile,
    since: 0,
    maxRows: 10,
    maxBytes: 1_000_000,
  });
  const types = recorded.map(({ event }) => event['type']);
  expect(types.toSorted()).toEqual(
    actions.includes(hook) ? ['automation.completed', 'automation.triggered'] : [],
  );
  const cut = recorded.flatMap(({ attempts }) => attempts.filter(({ error }) => error === 'interrupted'));
  if (CUT_SHORT.includes(point)) expect(cut).not.toEqual([]);
  else if (!areTogether(actions)) expect(cut).toEqual([]);
  for (const { hookId, state, attempts } of recorded) {
    expect([state, attempts.at(-1)?.status]).toEqual(['delivered', 200]);
    const heard = outbound.asked.filter(({ body }) => hookIdIn(body) === hookId);
    const ids = heard.map(({ headers }) => headers['X-Service-Delivery-Id']);
    const known = attempts.map(({ deliveryId }) => deliveryId);
    // In their order; one that died before it could send anything reached no receiver.
    expect(known.filter((id) => ids.includes(id))).toEqual(ids);
    expect(ids.at(-1)).toBe(known.at(-1));
  }
}

const hookIdIn = (body: OutboundRequest['body']): unknown =>
  JSON.parse(new TextDecoder().decode(body)).hookId;

/** The same follower engages again inside the window: of all webhooks, only the end is sent. */
async function expectNothingTwice({
  fixture,
  outbound,
  again,
}: Pick<Recovered, 'fixture' | 'outbound'> & { readonly again: Engagement }): Promise<void> {
  const { store } = fixture.engine;
  const count = () => [listSentMessages(store).length, listEmails(store).length];
  const before = count();
  const asked = outbound.asked.length;
  engage(fixture, again);
  fixture.time.now += MINUTE_MS;
  await runWhileAlive(fixture, outbound);
  expect(count()).toEqual(before);
  const types = outbound.asked
    .slice(asked)
    .map(({ body }) => JSON.parse(new TextDecoder().decode(body)).type);
  expect(types.filter((type) => type !== 'automation.completed')).toEqual([]);
}

/** A death can only come where the engine comes along. */
function isOnTheWay(point: CrashPoint, actions: readonly Action[]): boolean {
  return CALLBACK_CRASH_POINTS.includes(point) ? actions.includes(asking) : actions.includes(hook);
}

describe.each([...CALLBACK_CRASH_POINTS, ...DELIVERY_CRASH_POINTS])(
  'a process that dies %s',
  { tags: ['T2'] },
  (point) => {
    test.each(KINDS)('loses nothing and asks nothing twice: %s', (kind) =>
      dieAndRecover(point, kind, [asking, hook, mail]),
    );

    const orders = ORDERS.filter((actions) => isOnTheWay(point, actions));
    test.each(orders.map((actions) => [actions.map(({ type }) => type).join(', '), actions] as const))(
      'loses nothing and asks nothing twice, whatever is done: %s',
      (_names, actions) => dieAndRecover(point, 'comment', actions),
    );
  },
);
