import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/sandbox/engine/engine.ts';
import { SECOND_MS } from '../../../../src/service/durations.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { copiesOf, idOfPost as idOf, openWithPosts } from '../../../support/engine/scheduled-posts.ts';
import { eventually } from '../../../support/eventually.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const withPosts = (...seconds: readonly number[]) => openWithPosts(fixtures, seconds);

describe('a post that is due', () => {
  /** @returns how long an engine that runs by itself took to publish a post that is due in 100 ms */
  async function timePublication(): Promise<number> {
    const fixture = withPosts(1);
    const startedAt = performance.now();
    const start = fixture.time.now + SECOND_MS - 100;
    const now = () => Math.floor(start + performance.now() - startedAt);
    const running = await createEngine({ ...fixture.engine, now }).keepRunning();
    await eventually(() => expect(copiesOf(fixture, idOf(0))).toEqual(['facebook']));
    const tookMs = performance.now() - startedAt;
    await running.stop();
    fixture.close();
    return tookMs;
  }

  test('an engine that runs by itself sleeps no longer than until then', async () => {
    const times: number[] = [];
    // on a busy machine a single one may take any time; without a wake-up each would take two seconds
    while (times.length < 20 && Math.min(...times) >= 1_500) times.push(await timePublication());
    expect(Math.min(...times)).toBeLessThan(1_500);
  });
});
