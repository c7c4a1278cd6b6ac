import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WriterStart } from '../../support/processes/shared-writer.ts';
import { scaled } from '../../support/scale.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'support', 'processes', 'shared-writer.ts');
const HEAD_START_MS = 50;
const WRITERS = scaled(4, 16);
const EACH = scaled(50, 200);

test(`${WRITERS} processes that append ${EACH} lines each at once lose none, and cut none`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-shared-'));
  const file = join(folder, 'done.ndjson');
  const children = Array.from({ length: WRITERS }, (_, index) =>
    fork(PROGRAM, [file, `writer${index}`, String(EACH)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const ends = children.map((child) => once(child, 'close'));
  const moment: WriterStart = Date.now() + HEAD_START_MS;
  for (const child of children) child.send(moment);
  expect(await Promise.all(ends)).toEqual(children.map(() => [0, null]));
  const expected = children.flatMap((_, writer) =>
    Array.from({ length: EACH }, (_line, index) => `"writer${writer}-${index}"`),
  );
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').toSorted()).toEqual(expected.toSorted());
  rmSync(folder, { recursive: true });
});
