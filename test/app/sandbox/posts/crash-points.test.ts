import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/sandbox/engine/engine.ts';
import {
  type CrashPoint,
  POST_CRASH_POINTS,
  type PublishedDuePost,
} from '../../../../src/sandbox/engine/ports.ts';
import { countOpenPosts, findPost } from '../../../../src/sandbox/store/posts.ts';
import { getPrimaryProfile } from '../../../../src/sandbox/store/profiles.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { createOutboundEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import {
  copiesOf,
  listenToPosts,
  listRecorded,
  schedulePost,
  TEXTS,
} from '../../../support/engine/scheduled-posts.ts';
import { SimulatedCrash } from '../../../support/engine/simulated-crash.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const IDS = ['FirstPostAAAAAAAAAA1', 'SecondPostAAAAAAAAA2', 'ThirdPostAAAAAAAAAA3'];
const outbound = () => createFakeOutbound(() => ({ status: 200 }));

/** Three posts, one after the other, each also on tiktok. */
function planned(): EngineFixture {
  const fixture = fixtures.open();
  listenToPosts(fixture);
  for (const [place, id] of IDS.entries()) {
    const dueAt = NOW + (place + 1) * SECOND_MS;
    const platforms = ['instagram', 'linkedin', 'tiktok'] as const;
    schedulePost(fixture, { id, dueAt, text: TEXTS[place] ?? id, platforms });
  }
  return fixture;
}

/** Lets all time pass; a process that dies on the way is followed by another one. */
async function passAll(fixture: EngineFixture, hook: (point: CrashPoint) => void): Promise<EngineFixture> {
  try {
    await createOutboundEngine(fixture, outbound(), hook).advance(5 * MINUTE_MS);
    return fixture;
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
    const next = fixture.afterDeath();
    await createOutboundEngine(next, outbound()).advance(5 * MINUTE_MS);
    return next;
  }
}

function dyingAfter(point: CrashPoint, times: number) {
  let left = times;
  return {
    hasDied: () => left <= 0,
    hook(here: CrashPoint) {
      if (here === point) left -= 1;
      if (left <= 0) throw new SimulatedCrash('unavailable', `died ${point}`);
    },
  };
}

const ALL_RECORDED = [
  ...IDS.map((id) => `scheduled ${id} success`),
  ...IDS.map((id) => `tikTokPublished ${id} success`),
];

describe.each(POST_CRASH_POINTS)(
  'a process that dies %s',
  { tags: ['T2', 'POST-02', 'HOOK-25'] },
  (point) => {
    test.each([1, 3])('of post %i: each is published once, and has one webhook', async (times) => {
      const death = dyingAfter(point, times);
      const fixture = await passAll(planned(), death.hook);
      expect(death.hasDied()).toBe(true);
      const { store } = fixture.engine;
      for (const id of IDS) expect(copiesOf(fixture, id)).toEqual(['instagram', 'linkedin', 'tiktok']);
      expect(listRecorded(fixture)).toEqual(ALL_RECORDED);
      expect(countOpenPosts(store)).toEqual({ posts: 0, confirmations: 0 });
      expect(fixture.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      fixture.close();
    });
  },
);

/** A fault of our own, wherever it is met. */
const failingAt = (point: CrashPoint, times = 1) => {
  let left = times;
  return (here: CrashPoint) => {
    if (here !== point) return;
    left -= 1;
    if (left >= 0) throw new Error('a fault of our own');
  };
};

const [FIRST = '', ...OTHERS] = IDS;

describe('a fault of our own', () => {
  test('ends a post as refused by the sandbox, is reported, and delays nothing', async () => {
    const fixture = planned();
    const said: PublishedDuePost[] = [];
    const engine = createEngine({ ...fixture.engine, onPublished: (post) => void said.push(post) });
    await passAll({ ...fixture, engine }, failingAt('before publishPost'));
    expect(fixture.faults).toHaveLength(1);
    expect(said.map(({ id, networks, errors }) => [id, networks.length, errors.length])).toEqual(
      IDS.map((id) => (id === FIRST ? [id, 0, 3] : [id, 3, 0])),
    );
    expect(copiesOf(fixture, FIRST)).toEqual([]);
    for (const id of OTHERS) expect(copiesOf(fixture, id)).toEqual(['instagram', 'linkedin', 'tiktok']);
    expect(listRecorded(fixture)[0]).toBe(`scheduled ${FIRST} error`);
    const { about, dueAt } =
      findPost(fixture.engine.store, getPrimaryProfile(fixture.engine.store).id, FIRST) ?? {};
    expect(dueAt).toBeNull();
    expect(about?.status).toBe('error');
    expect(about?.errors.map(({ platform, code }) => [platform, code])).toEqual([
      ['instagram', 1500],
      ['linkedin', 1500],
      ['tiktok', 1500],
    ]);
    fixture.close();
  });

  test('where it cannot even be reported, it ends all the same', async () => {
    const fixture = planned();
    const first = failingAt('before publishPost');
    const second = failingAt('before recover');
    await passAll(fixture, (here) => {
      first(here);
      second(here);
    });
    expect(fixture.faults).toHaveLength(2);
    expect(listRecorded(fixture)).toEqual(ALL_RECORDED.filter((each) => !each.includes(FIRST)));
    expect(countOpenPosts(fixture.engine.store)).toEqual({ posts: 0, confirmations: 0 });
    fixture.close();
  });

  test.each(['before recover', 'after recover'] as const)(
    'a process that dies %s of it: once again, or never',
    async (point) => {
      const fault = failingAt('before publishPost');
      const death = dyingAfter(point, 1);
      const fixture = await passAll(planned(), (here) => {
        fault(here);
        death.hook(here);
      });
      expect(death.hasDied()).toBe(true);
      // before its failure was written down, the next process finds it due, and nothing is wrong any more
      expect(copiesOf(fixture, FIRST)).toHaveLength(point === 'before recover' ? 3 : 0);
      expect(listRecorded(fixture).filter((each) => each.startsWith('scheduled'))).toHaveLength(3);
      fixture.close();
    },
  );

  test('lets a copy at tiktok fail, and no event reports it', { tags: ['POST-02'] }, async () => {
    const fixture = planned();
    await passAll(fixture, failingAt('before confirmCopy'));
    expect(copiesOf(fixture, FIRST)).toEqual(['instagram', 'linkedin', 'tiktok failed']);
    expect(listRecorded(fixture)).toEqual(
      ALL_RECORDED.filter((each) => each !== `tikTokPublished ${FIRST} success`),
    );
    fixture.close();
  });
});
