import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerNote } from '../../../src/sandbox/server-note.ts';
import {
  type CallCounts,
  chooseFault,
  type DiskFault,
  judgeEnd,
  judgeRounds,
  startOnFailingDisk,
  TEST_LIMIT_MS,
} from '../../support/disk-faults/failing-disk.ts';
import { eventually } from '../../support/eventually.ts';
import { readColumn } from '../../support/power-loss/images.ts';
import { createNotedClient } from '../../support/power-loss/noted-client.ts';
import { canTrace, runInImage } from '../../support/power-loss/traced-process.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { chooser } from '../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../support/test-seed.ts';

const ROUNDS = scaled(2, 40);
const CONNECTIONS = 3;
const REQUESTS = 12;

/** Calls that a server makes on its store, from its start and under this load. */
const CALLS: CallCounts = new Map([
  ['pwrite64', 200],
  ['fdatasync', 40],
  ['fsync', 40],
  ['pread64', 60],
  ['openat', 4],
  ['ftruncate', 2],
]);

/** A server whose disk fails. */
interface FailingServer {
  readonly words: readonly string[];
  readonly store: (home: string) => string;
  /** Where requests go to, once it is ready; undefined before. */
  readonly findAddress: (home: string, stderr: string) => RequestPlan | undefined;
  /** Whether what an answer with 200 was for is stored. */
  readonly listStored: (store: string) => ReadonlySet<string>;
  readonly check: readonly string[];
}

interface RequestPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (name: string) => object;
}

const SERVERS: Readonly<Record<string, FailingServer>> = {
  'the sandbox server': {
    words: ['sandbox', 'start', '--rate-limit', 'off', '--plan', 'enterprise'],
    store: (home) => join(home, 'state', 'sandbox', 'sandbox.db'),
    findAddress(home) {
      const note = join(home, 'state', 'sandbox', 'server.json');
      if (!existsSync(note)) return undefined;
      const { address, credentials } = ServerNote.parse(JSON.parse(readFileSync(note, 'utf8')));
      const headers = { authorization: `Bearer ${credentials.apiKey}`, 'content-type': 'application/json' };
      return { url: `${address}/profiles`, headers, body: (title) => ({ title }) };
    },
    listStored: (store) => new Set(readColumn(store, 'select title from profiles')),
    check: ['sandbox', 'status', '--json'],
  },
  'the receiver': {
    words: ['hooks', 'listen', '--unsigned', '--no-catch-up', '--port', '0'],
    store: (home) => join(home, 'state', 'receiver', 'inbox.db'),
    findAddress(_home, stderr) {
      const url = /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(stderr)?.[0];
      if (url === undefined || !stderr.includes('press Ctrl-C')) return undefined;
      return { url, headers: {}, body: (hookId) => ({ action: 'feed', hookId }) };
    },
    listStored: (store) => new Set(readColumn(store, 'select hook_id from deliveries')),
    check: ['hooks', 'store', 'status', '--json'],
  },
};

describe.skipIf(!canTrace)('a server on a disk that fails', { tags: ['T4', 'L4'] }, () => {
  const seed = testSeed();
  let base: string;
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'crier-failing-'));
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  /** Starts it, sends requests while it runs, ends it, and looks at its store on a good disk. */
  async function runOnce(
    server: FailingServer,
    home: string,
    fault: DiskFault,
  ): Promise<{ readonly faults: readonly string[]; readonly answered: number }> {
    const store = server.store(home);
    const files = ['', '-wal', '-shm', '-journal'].map((part) => store + part);
    const trace = join(base, 'trace');
    const { child, ended, getStderr } = startOnFailingDisk(server.words, fault, { home, trace, files });
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    try {
      const plan = await eventually(() => {
        const found = server.findAddress(home, getStderr());
        expect(found !== undefined || isOver()).toBe(true);
        return found;
      });
      const acknowledged: string[] = [];
      const unclear: string[] = [];
      if (plan !== undefined) {
        const client = createNotedClient<string>(plan.url, CONNECTIONS);
        await client.each(async (ask, lane) => {
          for (let count = 0; count < REQUESTS; count += 1) {
            const name = `name-${lane}-${count}`;
            const { url: path, headers } = plan;
            const answer = await ask({ path, headers, body: JSON.stringify(plan.body(name)) }, name).catch(
              () => null,
            );
            if (answer?.status === 200) acknowledged.push(name);
            else if (answer !== null && answer.status < 500) unclear.push(`${answer.status} ${answer.body}`);
          }
        });
        client.close();
      }
      child.kill('SIGINT');
      const end = await ended;
      const stored = acknowledged.length === 0 ? new Set() : server.listStored(store);
      const faults = [
        ...judgeEnd({ ...end, stderr: getStderr() }, fault),
        ...unclear.map((answer) => `a request was refused with ${answer}`),
        ...runInImage(home, server.check),
        ...acknowledged.flatMap((name) => (stored.has(name) ? [] : [`${name} was answered and is lost`])),
        ...readColumn(store, 'pragma integrity_check').filter((text) => text !== 'ok'),
      ];
      return { faults, answered: acknowledged.length };
    } finally {
      child.kill('SIGKILL');
    }
  }

  test.each(Object.entries(SERVERS))(
    '%s loses nothing that it answered, and works again on a good disk',
    { timeout: TEST_LIMIT_MS },
    async (name, server) => {
      const choose = chooser(`${seed} ${name}`);
      let total = 0;
      const chooseNext = () => chooseFault(CALLS, choose);
      const { found, rounds, seconds } = await judgeRounds(ROUNDS, chooseNext, async (fault, round) => {
        const home = join(base, `home-${round}`);
        const { faults, answered } = await runOnce(server, home, fault);
        total += answered;
        rmSync(home, { recursive: true, force: true });
        return faults;
      });
      report(
        `${name}: ${rounds} runs in ${seconds} s, ${total} requests were answered with 200 (seed ${seed})`,
      );
      expect({ seed, found, rounds }).toEqual({ seed, found: [], rounds: ROUNDS });
    },
  );
});
