import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BIN, SHARED_CACHE } from '../../../../support/processes/installed-program.ts';
import { readPeakMiB } from '../../../../support/receiver/started-receiver.ts';
import { report } from '../../../../support/report.ts';
import { loopbackService } from '../../../../support/sandbox/service-process.ts';
import { scaled } from '../../../../support/scale.ts';
import { chooser } from '../../../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../../../support/test-seed.ts';

const [FEW, MANY] = [1_000, scaled(3_000, 10_000)];
/** By `npm run chaos`, less than 10 KB that are kept of each id fail. */
const MOST_RATIO = 1.35;
const COMMENTS = 5;
const KILLS = scaled(6, 60);
const KILLED_IDS = 300;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-many-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Answers every post with a few comments, whose texts name it. */
function answerComments({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const id = url.split('/').at(-1);
  const comments = Array.from({ length: COMMENTS }, (_, number) => ({
    commentId: `${id}-${number}`,
    comment: `comment ${number} of ${id}`,
    created: '2026-09-01T10:00:00Z',
    platform: 'instagram',
    userName: 'mara',
  }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ status: 'success', id, instagram: comments }));
}

const listIds = (count: number) =>
  Array.from({ length: count }, (_, at) => `Post${String(at).padStart(16, '0')}`);

interface StartedRead {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** Reads the comments of many posts, and appends them to a file, as a shell does for `>>`. */
function startRead(env: Readonly<Record<string, string>>, words: readonly string[]): StartedRead {
  const child = spawn(
    process.execPath,
    [BIN, 'comments', 'get', '--ids-from', join(folder, 'ids'), ...words],
    {
      env: {
        ...env,
        PATH: process.env['PATH'],
        HOME: folder,
        ...SHARED_CACHE,
        CRIER_STATE_DIR: folder,
        CRIER_CONFIG_DIR: folder,
      },
      stdio: ['ignore', openSync(join(folder, 'out'), 'a'), 'pipe'],
    },
  );
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr }))) };
}

const listPrinted = () =>
  readFileSync(join(folder, 'out'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
const listExpected = (ids: readonly string[]) =>
  ids.flatMap((id) => Array.from({ length: COMMENTS }, (_, number) => `${id}-${number}`));

describe('memory', () => {
  /** The most memory of a run, in MiB. */
  async function measurePeak(count: number, words: readonly string[]): Promise<number> {
    for (const name of ['out', 'done']) rmSync(join(folder, name), { force: true });
    const ids = listIds(count);
    writeFileSync(join(folder, 'ids'), ids.join('\n'));
    let asked = 0;
    let peak = 0;
    let running: StartedRead | null = null;
    const service = await loopbackService((request, response) => {
      asked += 1;
      // the last of these looks is after nearly all ids
      if (asked % 50 === 0 && running !== null) peak = readPeakMiB(running.child);
      answerComments(request, response);
    });
    running = startRead(service.env, ['-o', 'ndjson', ...words]);
    const { code, stderr } = await running.ended;
    service.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(listPrinted()).toEqual(listExpected(ids));
    return peak;
  }

  // each run with --resume reads them in the same way
  const ways = [['with --resume', ['--resume', 'done']] as const, ['as they are read', []] as const];
  test.each(ways.slice(0, scaled(1, ways.length)))(
    `${MANY} ids take no more memory than ${FEW}: %s`,
    async (how, words) => {
      const all = words.map((word) => (word === 'done' ? join(folder, word) : word));
      const few = await measurePeak(FEW, all);
      const startedAt = performance.now();
      const many = await measurePeak(MANY, all);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      report(
        `${how}: ${MANY} ids in ${seconds} s, peak ${many.toFixed(0)} MiB; ${FEW}: ${few.toFixed(0)} MiB`,
      );
      expect(many / few).toBeLessThan(MOST_RATIO);
    },
  );
});

describe('--resume', () => {
  const seed = testSeed();
  test(`killed ${KILLS} times anywhere, the last run completes the output: nothing is doubled, lost or cut short (seed ${seed})`, async () => {
    const choose = chooser(String(seed));
    const ids = listIds(KILLED_IDS);
    writeFileSync(join(folder, 'ids'), ids.join('\n'));
    const resume = ['-o', 'ndjson', '--resume', join(folder, 'done')];
    let kill: (() => void) | null = null;
    let until = 0;
    const service = await loopbackService((request, response) => {
      until -= 1;
      if (until === 0) kill?.();
      answerComments(request, response);
    });
    for (let killed = 0; killed < KILLS; killed += 1) {
      until = 1 + choose(Math.floor(KILLED_IDS / KILLS));
      const { child, ended } = startRead(service.env, resume);
      const delayMs = choose(8);
      const signal = choose(10) < 7 ? 'SIGKILL' : 'SIGINT';
      kill = () => setTimeout(() => child.kill(signal), delayMs);
      await ended;
      kill = null;
    }
    const { code } = await startRead(service.env, resume).ended;
    service.close();
    expect(code).toBe(0);
    expect(listPrinted()).toEqual(listExpected(ids));
  });

  test('a second run at the same time is refused, and the first one is not disturbed', async () => {
    const ids = listIds(40);
    writeFileSync(join(folder, 'ids'), ids.join('\n'));
    const resume = ['-o', 'ndjson', '--resume', join(folder, 'done')];
    const begun = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    const service = await loopbackService((request, response) => {
      begun.resolve();
      void refused.promise.then(() => answerComments(request, response));
    });
    const first = startRead(service.env, resume);
    await begun.promise;
    const second = await startRead(service.env, resume).ended;
    refused.resolve();
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('another run is using');
    expect((await first.ended).code).toBe(0);
    service.close();
    expect(listPrinted()).toEqual(listExpected(ids));
  });
});
