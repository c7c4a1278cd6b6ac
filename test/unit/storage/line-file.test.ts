import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLineFile } from '../../../src/storage/line-file.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-lines-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(base, 'each-')), 'lines');
});

/** Lines are whole if they end with a full stop. */
const open = () => {
  const seen: string[] = [];
  const lines = openLineFile(file, `${file}.lock`, {
    take: (line, number) => void seen.push(`${number} ${line}`),
    judgeLast: (text) => (text.endsWith('.') ? 'whole' : 'cut'),
    forget: () => void seen.splice(0),
  });
  return { ...lines, seen };
};
const content = () => readFileSync(file, 'utf8');

test('reads what others appended before it appends', () => {
  const [one, other] = [open(), open()];
  one.append(() => ['a.', 'b.']);
  other.append(() => ['c.']);
  one.append(() => {
    expect(one.seen).toEqual(['3 c.']);
    return ['d.'];
  });
  expect(other.seen).toEqual(['1 a.', '2 b.']);
  expect(content()).toBe('a.\nb.\nc.\nd.\n');
});

test('removes what another process had written of a line, also in the middle of a run', () => {
  const lines = open();
  lines.append(() => ['a.']);
  appendFileSync(file, 'cut');
  lines.append(() => ['b.']);
  expect(content()).toBe('a.\nb.\n');
  expect(lines.cutLines()).toBe(1);
});

test('passes over what a power failure tore, and removes it only at the end', { tags: ['T3'] }, () => {
  writeFileSync(file, 'a.\nb\0\0\0\nc.\nd\0');
  const lines = open();
  lines.append(() => ['e.']);
  expect({ content: content(), cut: lines.cutLines() }).toEqual({ content: 'a.\nb\0\0\0\nc.\ne.\n', cut: 2 });
  expect(lines.seen).toEqual(['1 a.', '3 c.']);
  writeFileSync(file, '\0\0\0');
  open().append(() => ['f.']);
  expect(content()).toBe('f.\n');
});

test('completes a whole last line', () => {
  writeFileSync(file, 'a.');
  const lines = open();
  lines.append(() => ['b.']);
  expect({ content: content(), seen: lines.seen, cut: lines.cutLines() }).toEqual({
    content: 'a.\nb.\n',
    seen: ['1 a.'],
    cut: 0,
  });
});

test('reading changes nothing, and counts what an append would remove', () => {
  writeFileSync(file, 'a.\ncut');
  const lines = open();
  lines.read();
  expect({ content: content(), seen: lines.seen, cut: lines.cutLines() }).toEqual({
    content: 'a.\ncut',
    seen: ['1 a.'],
    cut: 1,
  });
});

test('a file that was replaced, or made shorter, is read from its start', () => {
  const lines = open();
  lines.append(() => ['a.', 'b.']);
  writeFileSync(`${file}.new`, 'x.\ny.\nz.\n');
  renameSync(`${file}.new`, file);
  lines.append(() => []);
  expect(lines.seen).toEqual(['1 x.', '2 y.', '3 z.']);
  writeFileSync(file, 'x.\n');
  lines.append(() => ['b.']);
  expect({ seen: lines.seen, content: content() }).toEqual({ seen: ['1 x.'], content: 'x.\nb.\n' });
});

test('lines longer than what is read at a time are whole', () => {
  const long = `${'ä'.repeat(1_500_000)}.`;
  open().append(() => ['a.', long, 'b.']);
  const lines = open();
  lines.read();
  expect(lines.seen.map((line) => line.length)).toEqual([4, long.length + 2, 4]);
});

test('a line that is too long for memory is refused', () => {
  writeFileSync(file, 'x'.repeat(17 * 1024 * 1024));
  expect(() => open().append(() => [])).toThrow('has a line of more than 16 MiB');
});

test('a failure of the reader leaves the file as it is, and others can append', () => {
  writeFileSync(file, 'a.\n');
  const fail = () => {
    throw new Error('not mine');
  };
  const lines = openLineFile(file, `${file}.lock`, { take: fail, judgeLast: fail, forget: fail });
  expect(() => lines.append(() => ['b.'])).toThrow('not mine');
  open().append(() => ['c.']);
  expect(content()).toBe('a.\nc.\n');
});

test('a disk that cannot be read is no file that cannot be written', () => {
  writeFileSync(file, 'a.\n');
  const fail = () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' });
  };
  const lines = openLineFile(file, `${file}.lock`, { take: fail, judgeLast: fail, forget: fail });
  expect(() => lines.read()).toThrow(`cannot read ${file}: the disk failed`);
  expect(() => lines.append(() => ['b.'])).toThrow(`cannot read ${file}: the disk failed`);
});
