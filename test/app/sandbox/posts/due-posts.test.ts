import { afterAll, describe, expect, test } from 'vitest';
import { CrierError } from '../../../../src/errors.ts';
import { createEngine, type Engine } from '../../../../src/sandbox/engine/engine.ts';
import { isWorkDue, type PublishedDuePost } from '../../../../src/sandbox/engine/ports.ts';
import { summarizeOpenDispatches } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { countOpenPosts } from '../../../../src/sandbox/store/posts.ts';
import { listCopies } from '../../../../src/sandbox/store/social-posts.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import type { Platform } from '../../../../src/service/platforms.ts';
import { MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { dm } from '../../../support/automations/engagements.ts';
import {
  createEngineFixtures,
  createFixtureClock,
  type EngineFixture,
} from '../../../support/engine/engine-fixture.ts';
import { ingest, runNextDispatch } from '../../../support/engine/engine-work.ts';
import {
  copiesOf,
  idOfPost as idOf,
  listenToPosts,
  listRecorded,
  openWithPosts,
  schedulePost,
  TEXTS,
} from '../../../support/engine/scheduled-posts.ts';
import { eventually } from '../../../support/eventually.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const withPosts = (...seconds: readonly number[]) => openWithPosts(fixtures, seconds);

/** A follower whose DM is answered by mail, at a time within a minute. @returns when */
function engage(fixture: EngineFixture, name: string): number {
  const engagement = {
    ...dm('price'),
    eventId: `mid.${name}`,
    from: { id: name, username: name },
    at: fixture.time.now,
  };
  ingest(fixture.engine, { accountId: fixture.account.id, engagement });
  return summarizeOpenDispatches(fixture.engine.store).next ?? Number.NaN;
}

/** The same engine, and what it says: what was done, at which moment. */
function listened(fixture: EngineFixture) {
  const said: string[] = [];
  const at = () => (fixture.time.now - NOW) / SECOND_MS;
  const engine: Engine = createEngine({
    ...fixture.engine,
    onEnded: (id) => void said.push(`${at()} answered ${id.split(':')[2]}`),
    onPublished: ({ id }) => void said.push(`${at()} published ${id}`),
  });
  return { engine, said };
}

describe('a post that is due', () => {
  test('is published at its moment, not a millisecond before', async () => {
    const fixture = withPosts(10);
    fixture.time.now = NOW + 10 * SECOND_MS - 1;
    await (await fixture.engine.dueRunner()).run();
    expect([copiesOf(fixture, idOf(0)), isWorkDue(fixture.engine)]).toEqual([[], false]);
    fixture.time.now += 1;
    expect(isWorkDue(fixture.engine)).toBe(true);
    await (await fixture.engine.dueRunner()).run();
    expect(copiesOf(fixture, idOf(0))).toEqual(['facebook']);
    expect(isWorkDue(fixture.engine)).toBe(false);
    fixture.close();
  });

  test('is reported with its networks', async () => {
    const fixture = withPosts(10);
    const said: PublishedDuePost[] = [];
    const engine = createEngine({ ...fixture.engine, onPublished: (post) => void said.push(post) });
    await engine.advance({ clock: createFixtureClock(fixture), by: MINUTE_MS });
    expect(said).toEqual([{ id: idOf(0), at: NOW + 10 * SECOND_MS, networks: ['facebook'], errors: [] }]);
    fixture.close();
  });

  test('is settled before a command', async () => {
    const fixture = withPosts(10, 20);
    fixture.time.now = NOW + 15 * SECOND_MS;
    await fixture.engine.runOverdue();
    expect([copiesOf(fixture, idOf(0)), copiesOf(fixture, idOf(1))]).toEqual([['facebook'], []]);
    fixture.close();
  });

  test('a clock that is moved on stops at each of them', async () => {
    const fixture = withPosts(3_000, 10, 7);
    const { engine, said } = listened(fixture);
    const { posted } = await engine.advance({ clock: createFixtureClock(fixture), by: HOUR_MS });
    expect(posted).toEqual({ posts: 3, confirmations: 0 });
    expect(said).toEqual([`7 published ${idOf(2)}`, `10 published ${idOf(1)}`, `3000 published ${idOf(0)}`]);
    expect(fixture.time.now).toBe(NOW + HOUR_MS);
    const again = await engine.advance({ clock: createFixtureClock(fixture), by: HOUR_MS });
    expect(again.posted).toEqual({ posts: 0, confirmations: 0 });
    expect(listCopies(fixture.engine.store, idOf(0)).map(({ created }) => created)).toEqual([
      NOW + 3_000 * SECOND_MS,
    ]);
    fixture.close();
  });

  test('does not run what falls due past the end', async () => {
    const fixture = withPosts(10, 11);
    const { posted } = await fixture.engine.advance({
      clock: createFixtureClock(fixture),
      by: 10 * SECOND_MS,
    });
    expect(posted.posts).toBe(1);
    expect(countOpenPosts(fixture.engine.store).posts).toBe(1);
    fixture.close();
  });

  test('of a clock that went back, waits until its moment comes again', async () => {
    const fixture = withPosts(10);
    fixture.time.now = NOW - HOUR_MS;
    await (await fixture.engine.dueRunner()).run();
    expect(copiesOf(fixture, idOf(0))).toEqual([]);
    const { posted } = await fixture.engine.advance({
      clock: createFixtureClock(fixture),
      by: HOUR_MS + 10 * SECOND_MS,
    });
    expect(posted.posts).toBe(1);
    fixture.close();
  });

  test('wakes an engine that runs by itself', async () => {
    const fixture = withPosts(10);
    const { engine, said } = listened(fixture);
    const running = await engine.keepRunning();
    fixture.time.now = NOW + 10 * SECOND_MS;
    running.wake();
    await eventually(() => expect(said).toEqual([`10 published ${idOf(0)}`]));
    await running.stop();
    fixture.close();
  });
});

describe('among dispatches', () => {
  const automated = (...seconds: readonly number[]) => {
    const fixture = withPosts(...seconds);
    fixture.automate('auto_1', [{ type: 'dm_keyword', keywords: ['price'] }], [MAIL]);
    return fixture;
  };

  test('posts and answers come in order of time, when the clock is moved on', async () => {
    const fixture = automated(1, 70, 3_600);
    const due = engage(fixture, 'mara');
    const { engine, said } = listened(fixture);
    await engine.advance({ clock: createFixtureClock(fixture), by: 2 * HOUR_MS });
    expect(said).toEqual([
      `1 published ${idOf(0)}`,
      `${(due - NOW) / SECOND_MS} answered mid.mara`,
      `70 published ${idOf(1)}`,
      `3600 published ${idOf(2)}`,
    ]);
    fixture.close();
  });

  test('the same of what had waited, all at once', async () => {
    const fixture = automated(1, 62, 63, 200);
    engage(fixture, 'mara');
    engage(fixture, 'noor');
    fixture.time.now = NOW + 100 * SECOND_MS;
    engage(fixture, 'ida');
    fixture.time.now = NOW + HOUR_MS;
    const { engine, said } = listened(fixture);
    await (await engine.dueRunner()).run();
    const order = said.map((each) => each.split(' ')[2]);
    expect(order.slice(1, 3).toSorted()).toEqual(['mid.mara', 'mid.noor']);
    expect([order[0], ...order.slice(3)]).toEqual([idOf(0), idOf(1), idOf(2), 'mid.ida', idOf(3)]);
    fixture.close();
  });

  test('at the same moment, the post is first', async () => {
    const fixture = automated();
    const due = engage(fixture, 'mara');
    schedulePost(fixture, { id: idOf(0), dueAt: due, text: TEXTS[0], platforms: ['facebook'] });
    fixture.time.now = due;
    expect(runNextDispatch(fixture.engine)).toBe('nothing is due');
    const { engine, said } = listened(fixture);
    await (await engine.dueRunner()).run();
    expect(said.map((each) => each.split(' ')[1])).toEqual(['published', 'answered']);
    fixture.close();
  });

  test('a post stays before an answer of its moment, also behind an earlier answer', async () => {
    const fixture = automated();
    engage(fixture, 'mara');
    fixture.time.now += MINUTE_MS;
    engage(fixture, 'noor');
    const due = NOW + 5 * MINUTE_MS;
    fixture.database.run("update dispatches set due_at = :due where id like '%noor'", { due });
    schedulePost(fixture, { id: idOf(0), dueAt: due, text: TEXTS[0], platforms: ['facebook'] });
    fixture.time.now = NOW + HOUR_MS;
    const { engine, said } = listened(fixture);
    await (await engine.dueRunner()).run();
    expect(said.map((each) => each.split(' ')[2])).toEqual(['mid.mara', idOf(0), 'mid.noor']);
    fixture.close();
  });

  test('posts and ids that tiktok gives come in order of time, at the same moment the id first', async () => {
    const fixture = withPosts();
    const schedule = (place: number, dueAt: number, platforms: readonly Platform[] = ['facebook']) =>
      schedulePost(fixture, { id: idOf(place), dueAt, text: TEXTS[place] ?? '', platforms });
    schedule(0, NOW, ['tiktok']);
    const { engine, said } = listened(fixture);
    const runner = await engine.dueRunner();
    await runner.run();
    const resolvesAt = listCopies(fixture.engine.store, idOf(0))[0]?.resolvesAt ?? 0;
    expect(resolvesAt).toBeGreaterThan(NOW);
    for (const [place, after] of [-1, 0, 1].entries()) schedule(place + 1, resolvesAt + after);
    fixture.time.now = NOW + HOUR_MS;
    await runner.run();
    expect(runner.countPosts()).toEqual({ posts: 4, confirmations: 1 });
    expect(listRecorded(fixture).map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
      ...[0, 1].map((place) => `scheduled ${idOf(place)}`),
      `tikTokPublished ${idOf(0)}`,
      ...[2, 3].map((place) => `scheduled ${idOf(place)}`),
    ]);
    expect(said).toHaveLength(4); // what tiktok gives is not a post
    const { posted } = await engine.advance({ clock: createFixtureClock(fixture), by: HOUR_MS });
    expect(posted).toEqual({ posts: 0, confirmations: 0 });
    fixture.close();
  });

  test('many of both are all done, a short time at once', async () => {
    const seconds = Array.from({ length: 30 }, (_, place) => place);
    const fixture = automated(...seconds);
    for (let person = 0; person < 30; person++) engage(fixture, `p${person}`);
    fixture.time.now = NOW + 2 * MINUTE_MS;
    const { engine, said } = listened(fixture);
    while (isWorkDue(engine)) await (await engine.dueRunner()).run({ withinMs: 5 });
    expect(said).toHaveLength(60);
    expect(new Set(said).size).toBe(60);
    fixture.close();
  });
});

describe('two processes on one file', () => {
  test('each post is published by one of them, and has one webhook', { tags: ['T1'] }, async () => {
    const fixture = withPosts(...Array.from({ length: 20 }, (_, place) => place % 7));
    const other = fixture.another();
    const heard: string[] = [];
    const engines = [fixture, other].map((each) =>
      createEngine({ ...each.engine, onPublished: ({ id }) => void heard.push(id) }),
    );
    const clock = createFixtureClock(fixture);
    const ran = await Promise.all(engines.map((engine) => engine.advance({ clock, by: MINUTE_MS })));
    expect(ran.reduce((sum, { posted }) => sum + posted.posts, 0)).toBe(20);
    expect(new Set(heard).size).toBe(20);
    expect(heard).toHaveLength(20);
    expect(new Set(listRecorded(fixture)).size).toBe(20);
    other.close();
    fixture.close();
  });

  test.each(['publish', 'confirm', 'look at'] as const)(
    'who comes second finds nothing left to %s',
    { tags: ['T1'] },
    async (which) => {
      const fixture = fixtures.open();
      listenToPosts(fixture);
      schedulePost(fixture, { id: idOf(0), dueAt: NOW, text: TEXTS[0], platforms: ['facebook', 'tiktok'] });
      const other = fixture.another();
      if (which === 'confirm') {
        await (await fixture.engine.dueRunner()).run();
        fixture.time.now += MINUTE_MS;
      }
      let comings = 0;
      const others = await other.engine.dueRunner();
      const come = () => {
        comings += 1;
        void others.run();
      };
      const said: PublishedDuePost[] = [];
      const late = createEngine({
        ...fixture.engine,
        onPublished: (post) => void said.push(post),
        store: {
          ...fixture.engine.store,
          // the other one comes between its look and its transaction, or between two looks
          transaction(work) {
            if (which !== 'look at') come();
            return fixture.engine.store.transaction(work);
          },
          group(work) {
            if (which === 'look at') come();
            return work();
          },
        },
      });
      const runner = await late.dueRunner();
      await runner.run();
      expect(comings).toBe(1);
      expect([runner.countPosts(), said]).toEqual([{ posts: 0, confirmations: 0 }, []]);
      expect(copiesOf(fixture, idOf(0))).toEqual([
        'facebook',
        which === 'confirm' ? 'tiktok' : 'tiktok pending',
      ]);
      expect(new Set(listRecorded(fixture)).size).toBe(listRecorded(fixture).length);
      expect(fixture.faults).toEqual([]);
      other.close();
      fixture.close();
    },
  );

  test('what the disk does not take stays due', async () => {
    const fixture = withPosts(0);
    const full = createEngine({
      ...fixture.engine,
      store: {
        ...fixture.engine.store,
        transaction: () => {
          throw new CrierError('usage', 'the disk is full');
        },
      },
    });
    await expect((await full.dueRunner()).run()).rejects.toThrow('the disk is full');
    await (await fixture.engine.dueRunner()).run();
    expect(copiesOf(fixture, idOf(0))).toEqual(['facebook']);
    expect(fixture.faults).toEqual([]);
    fixture.close();
  });
});
