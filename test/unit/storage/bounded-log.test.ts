import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendToLog } from '../../../src/storage/bounded-log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-log-'));
  file = join(folder, 'server.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('only the owner can read a log, even if others could before', { tags: ['D9', 'T20'] }, () => {
  expect(appendToLog(file, 'one')).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  appendToLog(file, 'two');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
});

test('a link is not written through', { tags: ['C5', 'T20'] }, () => {
  const target = join(folder, 'target');
  writeFileSync(target, '');
  symlinkSync(target, file);
  expect(appendToLog(file, 'one')).toBe(false);
  expect(readFileSync(target, 'utf8')).toBe('');
});

test('where its folder is gone, nothing is made', { tags: ['T20'] }, () => {
  const gone = join(folder, 'gone');
  expect(appendToLog(join(gone, 'server.log'), 'one')).toBe(false);
  expect(existsSync(gone)).toBe(false);
});
