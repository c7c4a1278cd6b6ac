import { afterAll, describe, expect, test } from 'vitest';
import { listDeliveryHistory } from '../../../../src/sandbox/store/outbound/deliveries.ts';
import { getPrimaryProfile, listUserProfiles } from '../../../../src/sandbox/store/profiles.ts';
import { DAY_MS } from '../../../../src/service/durations.ts';
import { createDeliveryEngine, type DeliveryEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { recordStatements } from '../../../support/engine/recorded-statements.ts';
import { listDeliveries } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

function recorder(): DeliveryEngine & {
  readonly primary: number;
  readonly acme: number;
  readonly other: number;
} {
  const one = createDeliveryEngine(
    fixtures.open(),
    createFakeOutbound(() => ({ status: 503, ms: 7 })),
  );
  const [acme, other] = listUserProfiles(one.fixture.engine.store).map(({ id }) => id);
  return {
    ...one,
    primary: getPrimaryProfile(one.fixture.engine.store).id,
    acme: acme ?? 0,
    other: other ?? 0,
  };
}

type DeliveryQuery = Parameters<typeof listDeliveryHistory>[1];

const history = (
  { fixture }: DeliveryEngine,
  asked: Partial<DeliveryQuery> & Pick<DeliveryQuery, 'profile'>,
) => listDeliveryHistory(fixture.engine.store, { since: 0, maxRows: 1_000, maxBytes: 1_000_000, ...asked });

const idsOf = (those: readonly { readonly hookId: string }[]) => those.map(({ hookId }) => hookId);

describe('the deliveries of a profile', { tags: ['HOOK-20'] }, () => {
  test('with every attempt, its time, its answer and its reason', async () => {
    const one = recorder();
    const hookId = one.enqueue();
    await one.advance(5_000);
    expect(history(one, { profile: one.primary })).toMatchObject([
      {
        hookId,
        state: 'waiting',
        attemptsStarted: 2,
        attemptsCompleted: 2,
        dueAt: NOW + 20_000,
        attempts: [
          { attempt: 0, at: NOW, ms: 7, status: 503, error: 'status 503', byAllowance: false },
          { attempt: 1, at: NOW + 5_000, ms: 7, status: 503, error: 'status 503', byAllowance: false },
        ],
      },
    ]);
    one.fixture.close();
  });

  test('is what is about it, and what its webhooks received about others, each once, newest first', () => {
    const one = recorder();
    const { primary, acme, other } = one;
    const about = (profile: number, owner: number) => one.enqueue({ profile, owner });
    const own = about(primary, primary);
    const inherited = about(acme, primary);
    const theirs = about(acme, acme);
    const others = about(other, other);
    expect(idsOf(history(one, { profile: primary }))).toEqual([inherited, own]);
    expect(idsOf(history(one, { profile: acme }))).toEqual([theirs, inherited]);
    expect(idsOf(history(one, { profile: other }))).toEqual([others]);
    one.fixture.close();
  });

  test('of one action, or of all, at most the limit of each', () => {
    const one = recorder();
    const { primary: profile } = one;
    const hooks = one.enqueueMany(5);
    const messages = one.enqueueMany(3, { action: 'messages' });
    const newest = (ids: readonly string[], count: number) => ids.toReversed().slice(0, count);
    expect(idsOf(history(one, { profile, action: 'automations' }))).toEqual(newest(hooks, 5));
    expect(idsOf(history(one, { profile, action: 'messages', maxRows: 2 }))).toEqual(newest(messages, 2));
    expect(idsOf(history(one, { profile, maxRows: 2 }))).toEqual([
      ...newest(messages, 2),
      ...newest(hooks, 2),
    ]);
    expect(history(one, { profile, action: 'social' })).toEqual([]);
    one.fixture.close();
  });

  test('goes back so far, and no further', () => {
    const one = recorder();
    const { primary: profile } = one;
    one.enqueue({ created: NOW - DAY_MS - 1 });
    const kept = one.enqueue({ created: NOW - DAY_MS });
    expect(idsOf(history(one, { profile, since: NOW - DAY_MS }))).toEqual([kept]);
    one.fixture.close();
  });

  test('shows one that is in flight without an end', async () => {
    const fixture = fixtures.open();
    const seen: unknown[] = [];
    const one = createDeliveryEngine(
      fixture,
      createFakeOutbound(() => {
        seen.push(...listDeliveries(fixture.engine.store).flatMap(({ attempts }) => attempts));
        return { status: 200 };
      }),
    );
    one.enqueue();
    await one.advance(0);
    expect(seen).toMatchObject([{ attempt: 0, at: NOW, ms: null, status: null, error: null }]);
    fixture.close();
  });

  test('is looked up by profile: the deliveries of others are not scanned', { tags: ['T13'] }, () => {
    const one = recorder();
    one.enqueue();
    const { database, plans } = recordStatements(one.fixture.database);
    expect(
      listDeliveryHistory(database, { profile: one.primary, since: 0, maxRows: 10, maxBytes: 1_000 }),
    ).toHaveLength(1);
    const reads = plans().filter((detail) => /\b(?:deliveries|attempts)\b/.test(detail));
    const OF_WHOM = /^SEARCH deliveries USING (?:COVERING )?INDEX \w+ \((?:profile|owner)=\? AND action=\?/;
    const OF_A_ROW =
      /^SEARCH (?:deliveries USING INTEGER PRIMARY KEY|attempts USING .*) \((?:rowid|delivery)=\?/;
    expect(reads.filter((detail) => !OF_WHOM.test(detail) && !OF_A_ROW.test(detail))).toEqual([]);
    expect(reads.filter((detail) => OF_WHOM.test(detail)).length).toBeGreaterThanOrEqual(2);
    one.fixture.close();
  });
});
