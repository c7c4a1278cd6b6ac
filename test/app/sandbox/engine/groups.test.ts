import { afterAll, expect, test } from 'vitest';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import { CRASH_POINTS } from '../../../../src/sandbox/engine/ports.ts';
import { summarizeOpenDispatches } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import { DM, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { listActivity, openAnswering, say } from '../../../support/engine/engine-work.ts';
import { interceptStatements } from '../../../support/engine/recorded-statements.ts';
import { crashAt, SimulatedCrash } from '../../../support/engine/simulated-crash.ts';
import { listDeliveries, listEmails, listSentMessages } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const PEOPLE = ['ada', 'mara', 'noor', 'odo', 'pia'];

/** Followers whose dispatches are due, in this order. */
function withPeople(hook?: Parameters<typeof crashAt>[0], time?: number) {
  const death = hook && crashAt(hook, time);
  const fixture = openAnswering(fixtures, [HOOK, DM, MAIL], death?.hook);
  fixture.listen();
  for (const [place, who] of PEOPLE.entries())
    say(fixture, `mid.${who}`, { who, at: NOW + place * MINUTE_MS });
  fixture.time.now = NOW + HOUR_MS;
  return { fixture, death };
}

const runAll = ({ engine }: EngineFixture, store = engine.store) =>
  runDispatches({ ...engine, store }, { mayContinue: () => true, onOutcome() {} });

/** What follows from the dispatches: people of DMs, in order, and how many emails and deliveries there are. */
function listEffects({ engine: { store } }: EngineFixture) {
  const people = listSentMessages(store).map(({ recipientId }) => recipientId);
  return [people, listEmails(store).length, listDeliveries(store).length];
}

const ALL = [PEOPLE, PEOPLE.length, 2 * PEOPLE.length];
const IN_A_GROUP = CRASH_POINTS.filter((point) => !/ingest|recover/.test(point));

test.each(IN_A_GROUP)(
  'a process that dies %s inside a group loses nothing and repeats nothing',
  { tags: ['T2', 'U-15'] },
  (point) => {
    const isOfGroup = point.endsWith('runDispatches');
    const { fixture: dying, death } = withPeople(point, isOfGroup ? 1 : 3);
    const ended: string[] = [];
    const report = { ...dying, engine: { ...dying.engine, onEnded: (id: string) => void ended.push(id) } };
    expect(() => runAll(report)).toThrow(SimulatedCrash);
    expect([death?.hasDied(), ended]).toEqual([true, []]); // nothing is reported that may be undone
    const fixture = dying.afterDeath();
    expect(listEffects(fixture)).toEqual(point === 'after runDispatches' ? ALL : [[], 0, 0]);
    runAll(fixture);
    expect(listEffects(fixture)).toEqual(ALL);
    expect(listActivity(fixture).map(({ status }) => status)).toEqual(PEOPLE.map(() => 'sent'));
    expect(summarizeOpenDispatches(fixture.engine.store).count).toBe(0);
    fixture.close();
  },
);

test('a dispatch that fails in a group neither undoes nor stops the others, and is retried whole', {
  tags: ['U-21'],
}, () => {
  const { fixture } = withPeople();
  const { store } = fixture.engine;
  changeSettings(store, { dmsPerDay: PEOPLE.length });
  const broken = interceptStatements(store, /^insert into outbox/, (run, values) => {
    if (JSON.stringify(values).includes('mid.noor')) throw new Error('a fault of our own');
    return run();
  });
  const ended: string[] = [];
  runAll({ ...fixture, engine: { ...fixture.engine, onEnded: (id) => void ended.push(id) } }, broken);
  const others = PEOPLE.filter((who) => who !== 'noor');
  expect(listEffects(fixture)).toEqual([others, others.length, 2 * others.length]);
  expect(fixture.faults).toHaveLength(1);
  expect(ended).toHaveLength(others.length);
  expect(Object.fromEntries(listActivity(fixture).map(({ eventId, status }) => [eventId, status]))).toEqual({
    ...Object.fromEntries(others.map((who) => [`mid.${who}`, 'sent'])),
    'mid.noor': 'pending',
  });
  fixture.time.now += MINUTE_MS;
  runAll(fixture);
  // What it was charged was undone, too: the cap of the day has room for it.
  expect(listEffects(fixture)).toEqual([[...others, 'noor'], ...ALL.slice(1)]);
  fixture.close();
});
