import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/sandbox/engine/engine.ts';
import { SECOND_MS } from '../../../../src/service/durations.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine-fixture.ts';
import { eventually } from '../../../support/eventually.ts';
import { copiesOf, listenToPosts, schedulePost, TEXTS } from '../../../support/scheduled-posts.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const rooms = createEngineFixtures();
afterAll(rooms.remove);

const idOf = (place: number) => `Post${String(place).padStart(16, '0')}`;

/** Posts on one network each, that number of seconds from now. */
function withPosts(...seconds: readonly number[]): EngineFixture {
  const room = rooms.open();
  listenToPosts(room);
  for (const [place, after] of seconds.entries()) {
    const text = TEXTS[place] ?? idOf(place);
    schedulePost(room, { id: idOf(place), dueAt: NOW + after * SECOND_MS, text, platforms: ['facebook'] });
  }
  return room;
}

describe('a post that is due', () => {
  /** @returns how long an engine that runs by itself took to publish a post that is due in 100 ms */
  async function timePublication(): Promise<number> {
    const room = withPosts(1);
    const startedAt = performance.now();
    const start = room.time.now + SECOND_MS - 100;
    const now = () => Math.floor(start + performance.now() - startedAt);
    const running = await createEngine({ ...room.engine, now }).keepRunning();
    await eventually(() => expect(copiesOf(room, idOf(0))).toEqual(['facebook']));
    const tookMs = performance.now() - startedAt;
    await running.stop();
    room.close();
    return tookMs;
  }

  test('an engine that runs by itself sleeps no longer than until then', async () => {
    const times: number[] = [];
    // on a busy machine a single one may take any time; without a wake-up each would take two seconds
    while (times.length < 20 && Math.min(...times) >= 1_500) times.push(await timePublication());
    expect(Math.min(...times)).toBeLessThan(1_500);
  });
});
