import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../../src/sandbox/open-sandbox.ts';
import { short } from '../../../../../support/automations/watched-service.ts';
import { control } from '../../../../../support/control.ts';
import { crier, openTestSandbox } from '../../../../../support/crier.ts';
import { createManualClock } from '../../../../../support/manual-clock.ts';

const POST = 'Sp7kQm2XvLr9TzBd4HnW';
const START = Date.UTC(2026, 8, 21, 14, 13, 20);
const MINUTE_MS = 60_000;
const TIMEOUT_MS = 30_000;

const base = mkdtempSync(join(tmpdir(), 'crier-watch-clock-'));
afterAll(() => rmSync(base, { recursive: true }));

interface Turn {
  /** Done before the watch looks at the clock for the nth time. */
  readonly [poll: number]: (sandbox: Sandbox) => Promise<unknown>;
}

/** Watches the sandbox until it is asked `reads` times, or the clock was looked at often enough for an hour. */
async function watchSandbox(reads: number, turns: Turn) {
  const clock = createManualClock({ start: START, holdsFromMs: TIMEOUT_MS });
  const sandbox = await openTestSandbox(clock);
  const end = new AbortController();
  const asked: { readonly polls: number; readonly at: string }[] = [];
  let polls = 0;
  const observed: Sandbox = {
    ...sandbox,
    close: () => {},
    async answer(request) {
      if (request.url.pathname === '/_sandbox/clock') {
        polls += 1;
        await turns[polls]?.(sandbox);
        if (polls > 1_000) end.abort('interrupted');
      }
      const answer = await sandbox.answer(request);
      if (!request.url.pathname.startsWith('/comments/')) return answer;
      asked.push({ polls, at: new Date(answer.headers['date'] ?? '').toISOString() });
      if (asked.length >= reads) end.abort('interrupted');
      return answer;
    },
  };
  const state = mkdtempSync(join(base, 'state-'));
  const ran = await crier(`comments watch ${POST} --sandbox -o ndjson`, {
    sandbox: observed,
    clock,
    signal: end.signal,
    env: { CRIER_STATE_DIR: state },
  });
  sandbox.close();
  return { ...ran, asked, polls };
}

test('a real clock: it looks again when ten minutes have passed', { tags: ['COM-14'] }, async () => {
  const { asked } = await watchSandbox(2, {});
  expect(asked.map(({ at }) => at)).toEqual(['2026-09-21T14:13:20.000Z', '2026-09-21T14:23:20.000Z']);
});

test('a set clock is frozen, and so is the watch', { tags: ['COM-14'] }, async () => {
  const { asked, polls, exitCode } = await watchSandbox(2, {
    5: (sandbox) => control(sandbox, 'setClock', { mode: 'set' }),
  });
  expect(polls).toBeGreaterThan(1_000);
  expect(asked).toHaveLength(1);
  expect(exitCode).toBe(130);
});

test('advancing the clock makes it look again', async () => {
  const { asked } = await watchSandbox(3, {
    10: (sandbox) => control(sandbox, 'advanceClock', { ms: 9 * MINUTE_MS }),
    20: (sandbox) => control(sandbox, 'advanceClock', { ms: MINUTE_MS }),
    40: (sandbox) => control(sandbox, 'advanceClock', { ms: 10 * MINUTE_MS }),
  });
  expect(asked.map(({ polls }) => polls >= 20)).toEqual([false, true, true]);
  expect(asked[1]?.polls).toBeLessThan(25);
  expect(asked[2]?.polls).toBeLessThan(45);
});

test('in the sandbox followers continue to comment: an advanced clock brings their comments', {
  tags: ['COM-13'],
}, async () => {
  const around = {
    sandbox: { ...(await openTestSandbox()), close: () => {} },
    env: { CRIER_STATE_DIR: mkdtempSync(join(base, 'state-')) },
  };
  const poll = async () => {
    const words = 'comments watch Lt5nWc8RjYq3GvKs6PxA --once --allow-partial --sandbox -o ndjson';
    return short(await crier(words, around));
  };
  const advance = (minutes: number) => control(around.sandbox, 'advanceClock', { ms: minutes * MINUTE_MS });
  expect(await poll()).toHaveLength(9);
  await advance(9);
  expect(await poll()).toEqual([]);
  await advance(6);
  expect(await poll()).toEqual(['added instagram 18022736190458827', 'added instagram 18094417730625518']);
  await advance(24 * 60);
  expect((await poll()).map((event) => event.split(' ').slice(0, 2).join(' '))).toEqual([
    'added facebook',
    'added youtube',
    'added facebook',
    'added instagram',
  ]);
});

test('a failure that was ordered for X leaves X out, and the others are followed', async () => {
  const sandbox = await openTestSandbox();
  await control(sandbox, 'addFault', { code: 364, network: 'twitter', count: 1 });
  const around = {
    sandbox: { ...sandbox, close: () => {} },
    env: { CRIER_STATE_DIR: mkdtempSync(join(base, 'state-')) },
  };
  const first = await crier(`comments watch ${POST} --once --sandbox -o ndjson`, around);
  expect(first.exitCode).toBe(3);
  expect(first.stdout).not.toContain('"platform":"twitter"');
  expect(first.stderr).toMatch(/X +364 /);
  const second = await crier(`comments watch ${POST} --once --sandbox -o ndjson`, around);
  const platforms = second.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).comment.platform);
  expect(second.exitCode).toBe(0);
  expect(new Set(platforms)).toEqual(new Set(['twitter']));
  sandbox.close();
});
