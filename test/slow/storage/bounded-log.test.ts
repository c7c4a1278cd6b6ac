import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendToLog, getPreviousLogPath, LOG_BYTES } from '../../../src/storage/bounded-log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-log-'));
  file = join(folder, 'server.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a log and the part that was put aside are bounded, whatever is written', {
  tags: ['D8', 'T20'],
}, () => {
  const line = 'x'.repeat(100_000);
  for (let time = 0; time < 50; time += 1) appendToLog(file, `${time} ${line}`);
  appendToLog(file, 'y'.repeat(3 * LOG_BYTES));
  appendToLog(file, 'last');
  expect(statSync(file).size).toBeLessThanOrEqual(LOG_BYTES);
  expect(statSync(getPreviousLogPath(file)).size).toBeLessThanOrEqual(LOG_BYTES);
  expect(readFileSync(file, 'utf8')).toBe('last\n');
});
