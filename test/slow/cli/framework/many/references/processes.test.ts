import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { BIN, SHARED_CACHE } from '../../../../../support/processes/installed-program.ts';

const home = mkdtempSync(join(tmpdir(), 'crier-references-'));
afterAll(() => rmSync(home, { recursive: true }));

const run = async (line: string) => {
  const env = { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE };
  return promisify(execFile)(process.execPath, [BIN, ...line.split(' ')], { cwd: home, env });
};

const LINES = [
  'posts list',
  'posts list --platform instagram',
  'posts list --platform tiktok',
  'comments get Sp7kQm2XvLr9TzBd4HnW',
  'comments get Gv3rPq7YsKa5MdHt8ZwE',
  'comments inbox -n 40',
];

interface Stored {
  readonly references: readonly { readonly number: number; readonly target: { readonly id: string } }[];
}

test('processes that number rows at the same time give no number to two ids, and forget none', async () => {
  await run('user --sandbox');
  const printed = await Promise.all(LINES.map((line) => run(`${line} --sandbox -o table --wide`)));
  const [stored] = JSON.parse(
    readFileSync(join(home, '.local', 'state', 'crier', 'references.json'), 'utf8'),
  ) as readonly Stored[];
  const ids = new Map((stored?.references ?? []).map(({ number, target }) => [number, target.id]));
  expect(ids.size).toBe(stored?.references.length);
  let rows = 0;
  for (const { stdout } of printed) {
    for (const [, number, id] of stdout.matchAll(
      /^(?:#|ref +#)(\d+)\b[\s\S]*?(?:\bid +)?([\w:/.()-]{17,})/gm,
    )) {
      rows += 1;
      expect([number, ids.get(Number(number))]).toEqual([number, id]);
    }
  }
  expect(rows).toBeGreaterThan(60);
});
