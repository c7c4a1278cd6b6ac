// How long whole commands take, as ratios against bare node in the same run: A B A B, medians.
// Run by `npm run bench`; `--json` for tools. Figures and budgets: the speed budgets P1 to P4.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const WARM_UPS = 3;

interface Bench {
  readonly id: string;
  readonly what: string;
  readonly budget: number;
  readonly goal: number;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
for (const part of ['bin', 'dist', 'package.json'])
  cpSync(join(ROOT, part), join(folder, part), { recursive: true });
const crier = join(folder, 'bin', 'crier.js');
const environment = { PATH: process.env.PATH ?? '', HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };

function timed(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      env: { ...environment, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let trouble = '';
    child.stderr.on('data', (chunk) => {
      trouble += String(chunk);
    });
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${words.join(' ')} ended with ${code}: ${trouble}`));
    });
  });
}

async function measure({ id, what, budget, goal, ours, theirs, env }: Bench) {
  const own: number[] = [];
  const other: number[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const [a, b] = [await timed(ours, env), await timed(theirs, env)];
    if (round < 0) continue;
    own.push(a);
    other.push(b);
  }
  const ratio = median(own.map((time, index) => time / (other[index] ?? Number.NaN)));
  return {
    id,
    what,
    ratio: Number(ratio.toFixed(2)),
    budget,
    goal,
    ms: Math.round(median(own)),
    against: Math.round(median(other)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const comments = Array.from({ length: 10 }, (_, index) => ({
  comment: `A comment of usual length, number ${index}, with a word or two more`,
  commentId: String(17_900_000_000_000 + index),
  created: '2026-09-21T14:13:20Z',
  platform: 'instagram',
  likeCount: index,
  userName: `person${index}`,
}));
const answer = JSON.stringify({ status: 'success', id: 'x', instagram: comments });
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(answer);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const bare = join(folder, 'bare.cjs');
writeFileSync(
  bare,
  `require('node:http').get(${JSON.stringify(`${address}/comments/x`)}, (answer) => {
     let text = ''; answer.on('data', (chunk) => { text += chunk; }).on('end', () => console.log(JSON.parse(text).id));
   });`,
);

const EMPTY = ['-e', '0'];
const BENCHES: readonly Bench[] = [
  { id: 'P1', what: '--version', budget: 1.1, goal: 1.05, ours: [crier, '--version'], theirs: EMPTY },
  { id: 'P2', what: '--help', budget: 1.3, goal: 1.1, ours: [crier, '--help'], theirs: EMPTY },
  {
    id: 'P2',
    what: 'comments --help',
    budget: 1.3,
    goal: 1.1,
    ours: [crier, 'comments', '--help'],
    theirs: EMPTY,
  },
  {
    id: 'P3',
    what: 'comments get, HTTP server',
    budget: 1.6,
    goal: 1.2,
    ours: [crier, 'comments', 'get', 'x', '--json'],
    theirs: [bare],
    env: { CRIER_BASE_URL: address, CRIER_API_KEY: 'KEY-FOR-THE-BENCH-0001' },
  },
  {
    id: 'P4',
    what: 'comments get, sandbox',
    budget: 5,
    goal: 3,
    ours: [crier, 'comments', 'get', 'Mn5cTy8LrWb2QzHp6KsD', '--sandbox', '--json'],
    theirs: EMPTY,
  },
];

const results = [];
for (const bench of BENCHES) results.push(await measure(bench));
server.close();
rmSync(folder, { recursive: true });

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
else {
  const rows = results.map(({ id, what, ratio, budget, goal, ms, against }) =>
    [
      id,
      what.padEnd(26),
      `${ratio.toFixed(2)} x`,
      `budget ${budget.toFixed(2)}`,
      `goal ${goal.toFixed(2)}`,
      `${ms} ms against ${against} ms`,
    ].join('  '),
  );
  process.stdout.write(`${rows.join('\n')}\n`);
}
