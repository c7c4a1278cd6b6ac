import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededNumbers } from '../src/sandbox/demo/seeded-numbers.ts';

const BIN = join(import.meta.dirname, '..', 'bin', 'crier.js');
/** So many that they do not fit into a pipe: the program is in the middle of a batch when it is told to end. */
const AT_FIRST = 1_500;
const ROUNDS = 10;

let home: string;
let server: Server;
let truth: Map<string, string>;
/** Called when a request came, before it is answered. */
let onRequest: () => void;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-watched-'));
  truth = new Map();
  onRequest = () => {};
  server = createServer((_request, response) => {
    onRequest();
    const threads = [...truth].map(([commentId, comment]) => ({
      commentId,
      comment,
      created: '2026-09-21T10:00:00Z',
    }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'success', id: 'x', threads }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly lines: readonly string[];
  /** What stands behind the last line feed. */
  readonly rest: string;
  readonly stderr: string;
}

/** When a program is told to end: as it asks, when its first words come, or never. */
type When = 'asking' | 'printing' | 'never';

function watch(words: readonly string[], when: When, signal: NodeJS.Signals = 'SIGINT'): Promise<Ended> {
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [BIN, 'comments', 'watch', 'x', '-o', 'ndjson', ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      CRIER_BASE_URL: `http://127.0.0.1:${port}`,
      CRIER_API_KEY: 'KEY-OF-A-WATCH-0001',
    },
  });
  const tell = () => void child.kill(signal);
  onRequest = when === 'asking' ? tell : () => {};
  let stdout = '';
  let stderr = '';
  child.stdout.once('data', () => {
    if (when === 'printing') tell();
  });
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) =>
    child.on('close', (status) => {
      const lines = stdout.split('\n');
      const rest = lines.pop() ?? '';
      resolve({ status, lines, rest, stderr });
    }),
  );
}

interface Event {
  readonly event: 'added' | 'changed' | 'gone';
  readonly comment: { readonly id: string; readonly text: string | null };
}

/** What a reader of all events knows. @param mayRepeat a batch may come twice */
function reader({ mayRepeat }: { readonly mayRepeat: boolean }) {
  const told = new Map<string, string | null>();
  return {
    told,
    read(lines: readonly string[]) {
      for (const line of lines) {
        const { event, comment } = JSON.parse(line) as Event;
        const isNews = event === 'added' ? !told.has(comment.id) : told.has(comment.id);
        if (!mayRepeat) expect({ event, id: comment.id, isNews }).toMatchObject({ isNews: true });
        if (event === 'gone') told.delete(comment.id);
        else told.set(comment.id, comment.text);
      }
    },
  };
}

function shake(next: (below: number) => number, round: number): void {
  for (const id of [...truth.keys()]) {
    const chance = next(100);
    if (chance < 10) truth.delete(id);
    else if (chance < 30) truth.set(id, `changed in round ${round}`);
  }
  for (let index = 0; index < 100; index += 1) truth.set(`${round}-${index}`, `written in round ${round}`);
}

const seed = Date.now() % 1_000_000;

test(`Ctrl-C at any moment: every line is whole, nothing comes twice, nothing is missed (seed ${seed})`, async () => {
  const next = seededNumbers(seed);
  const { told, read } = reader({ mayRepeat: false });
  for (let index = 0; index < AT_FIRST; index += 1) truth.set(`0-${index}`, `${'text '.repeat(40)}${index}`);
  const first = await watch([], 'printing');
  expect({ status: first.status, rest: first.rest, lines: first.lines.length }).toEqual({
    status: 130,
    rest: '',
    lines: AT_FIRST,
  });
  read(first.lines);
  for (let round = 1; round <= ROUNDS; round += 1) {
    shake(next, round);
    const when = (['asking', 'printing', 'never'] as const)[next(3)] ?? 'never';
    const { status, lines, rest } = await watch(['--once'], when);
    expect({ round, when, rest, isEnd: [0, 130].includes(status ?? -1) }).toEqual({
      round,
      when,
      rest: '',
      isEnd: true,
    });
    read(lines);
  }
  read((await watch(['--once'], 'never')).lines);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(truth));
}, 120_000);

test(`killed at any moment: nothing is missed (seed ${seed})`, async () => {
  const next = seededNumbers(seed);
  const { told, read } = reader({ mayRepeat: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    shake(next, round);
    const when = (['asking', 'printing', 'never'] as const)[next(3)] ?? 'never';
    read((await watch(['--once'], when, 'SIGKILL')).lines);
  }
  const last = await watch(['--once'], 'never');
  expect({ status: last.status, stderr: last.stderr }).toEqual({ status: 0, stderr: '' });
  read(last.lines);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(truth));
}, 120_000);
