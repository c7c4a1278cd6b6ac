import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const MAKERS = 2;
const ROUNDS = 400;

test('makers of one folder that come at the same moment all succeed', { tags: ['D9'] }, async () => {
  const base = mkdtempSync(join(tmpdir(), 'crier-race-'));
  const folders = Array.from({ length: ROUNDS }, (_, round) => join(base, `${round}`, 'state', 'sandbox'));
  const arrivals = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * ROUNDS));
  const program = new URL('../../support/folder-maker.ts', import.meta.url);
  const makers = Array.from(
    { length: MAKERS },
    () => new Worker(program, { workerData: { arrivals, makers: MAKERS, folders } }),
  );
  try {
    // the first fault ends its maker, and must not leave the other one waiting for it
    await Promise.all(makers.map((maker) => once(maker, 'exit')));
    for (const folder of folders) expect(statSync(folder).mode & 0o777).toBe(0o700);
  } finally {
    await Promise.all(makers.map((maker) => maker.terminate()));
    rmSync(base, { recursive: true });
  }
});
