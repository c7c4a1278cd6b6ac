import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LONG_LIST_BYTES } from '../../src/client/parse-json.ts';
import { createSeededNumbers } from '../../src/sandbox/demo/crowd.ts';
import { exitStatus } from '../support/processes/exit-status.ts';
import { BIN, SHARED_CACHE } from '../support/processes/installed-program.ts';
import { scaled } from '../support/scale.ts';
import { testSeed } from '../support/test-seed.ts';

/** More than fit into a pipe: the program is in the middle of a batch when it is stopped. */
const AT_FIRST = 1_500;
/** So long that the answer is read element by element. */
const LONG = 'text '.repeat(200);
const ROUNDS = scaled(5, 50);

let home: string;
let server: Server;
let truth: Map<string, string>;
/** The size of the longest answer so far. */
let longest: number;
/** Called when a request came, before it is answered. */
let onRequest: () => void;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-watched-'));
  truth = new Map();
  onRequest = () => {};
  longest = 0;
  server = createServer((_request, response) => {
    onRequest();
    const threads = [...truth].map(([commentId, comment]) => ({
      commentId,
      comment,
      created: '2026-09-21T10:00:00Z',
    }));
    response.setHeader('content-type', 'application/json');
    const body = JSON.stringify({ status: 'success', id: 'x', threads });
    longest = Math.max(longest, Buffer.byteLength(body));
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

interface WatchExit {
  readonly status: number | null;
  readonly events: readonly Event[];
  /** What follows the last line feed. */
  readonly rest: string;
  readonly stderr: string;
}

/** When a program is stopped: during its request, at its first output, or never. */
type When = 'asking' | 'printing' | 'never';

interface WatchProcess {
  readonly once: boolean;
  readonly when: When;
  readonly format?: 'ndjson' | 'json';
  readonly signal?: NodeJS.Signals;
  readonly ids?: readonly string[];
  /** How many files the system lets the program open. */
  readonly files?: number;
}

function watch(watching: WatchProcess): Promise<WatchExit> {
  const { once, when, format = 'ndjson', signal = 'SIGINT', ids = ['x'], files } = watching;
  const words = [...(once ? ['--once'] : []), '-o', format];
  const limited = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath];
  const [program, before] = files === undefined ? [process.execPath, []] : ['sh', limited];
  const { port } = server.address() as AddressInfo;
  const child = spawn(program, [...before, BIN, 'comments', 'watch', ...ids, ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ...SHARED_CACHE,
      CRIER_BASE_URL: `http://127.0.0.1:${port}`,
      CRIER_API_KEY: 'KEY-OF-A-WATCH-0001',
    },
  });
  const enqueue = () => void child.kill(signal);
  onRequest = when === 'asking' ? enqueue : () => {};
  let stdout = '';
  let stderr = '';
  child.stdout.once('data', () => {
    if (when === 'printing') enqueue();
  });
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      const status = exitStatus(code, signal);
      const lines = stdout.split('\n');
      const rest = lines.pop() ?? '';
      resolve({ status, events: eventsIn(lines, format), rest, stderr });
    }),
  );
}

function eventsIn(lines: readonly string[], format: 'ndjson' | 'json'): readonly Event[] {
  if (format === 'ndjson') return lines.map((line) => JSON.parse(line) as Event);
  // one that is stopped before it prints prints nothing
  return lines.length === 0 ? [] : (JSON.parse(lines.join('\n')) as { events: Event[] }).events;
}

interface Event {
  readonly event: 'added' | 'changed' | 'gone';
  readonly comment: { readonly id: string; readonly text: string | null };
}

/** What a reader of all events knows. @param mayRepeat a batch may come twice */
function reader({ mayRepeat }: { readonly mayRepeat: boolean }) {
  const recorded = new Map<string, string | null>();
  return {
    recorded,
    read(events: readonly Event[]) {
      for (const { event, comment } of events) {
        const isNews = event === 'added' ? !recorded.has(comment.id) : recorded.has(comment.id);
        if (!mayRepeat) expect({ event, id: comment.id, isNews }).toMatchObject({ isNews: true });
        if (event === 'gone') recorded.delete(comment.id);
        else recorded.set(comment.id, comment.text);
      }
    },
  };
}

function shake(next: (below: number) => number, round: number): void {
  for (const id of [...truth.keys()]) {
    const chance = next(100);
    if (chance < 10) truth.delete(id);
    else if (chance < 30) truth.set(id, `changed in round ${round} ${LONG}`);
  }
  for (let index = 0; index < 100; index += 1)
    truth.set(`${round}-${index}`, `written in round ${round} ${LONG}`);
}

const seed = testSeed();

test(`Ctrl-C at any moment: every line is whole, nothing comes twice, nothing is missed (seed ${seed})`, async () => {
  const next = createSeededNumbers(seed);
  const { recorded, read } = reader({ mayRepeat: false });
  for (let index = 0; index < AT_FIRST; index += 1) truth.set(`0-${index}`, `${LONG}${index}`);
  const first = await watch({ once: false, when: 'printing' });
  expect({ status: first.status, rest: first.rest, events: first.events.length }).toEqual({
    status: 130,
    rest: '',
    events: AT_FIRST,
  });
  expect(longest).toBeGreaterThan(LONG_LIST_BYTES);
  read(first.events);
  for (let round = 1; round <= ROUNDS; round += 1) {
    shake(next, round);
    const when = (['asking', 'printing', 'never'] as const)[next(3)] ?? 'never';
    // both formats in any series: every other round
    const format = round % 2 === 0 ? 'json' : 'ndjson';
    const { status, events, rest } = await watch({ once: true, when, format });
    expect({ round, when, rest, isEnd: [0, 130].includes(status ?? -1) }).toEqual({
      round,
      when,
      rest: '',
      isEnd: true,
    });
    read(events);
  }
  read((await watch({ once: true, when: 'never' })).events);
  expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(truth));
});

test(`killed at any moment: nothing is missed (seed ${seed})`, async () => {
  const next = createSeededNumbers(seed);
  const { recorded, read } = reader({ mayRepeat: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    shake(next, round);
    const when = (['asking', 'printing', 'never'] as const)[next(3)] ?? 'never';
    read((await watch({ once: true, when, signal: 'SIGKILL' })).events);
  }
  const last = await watch({ once: true, when: 'never' });
  expect({ status: last.status, stderr: last.stderr }).toEqual({ status: 0, stderr: '' });
  read(last.events);
  expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(truth));
});

test.each([
  ['the most ids, and what most systems allow', 600, 1_024, 0, ''],
  ['more ids than the system has files for', 300, 200, 2, 'this process cannot open any more files'],
])(
  '%s',
  async (_what, count, files, expected, sentence) => {
    const ids = Array.from({ length: count }, (_, index) => `id${index}`);
    const { status, stderr } = await watch({ once: true, when: 'never', ids, files });
    expect({ status, stderr: stderr.replaceAll(/\s+/g, ' ') }).toEqual({
      status: expected,
      stderr: expect.stringContaining(sentence),
    });
  },
  60_000,
);
