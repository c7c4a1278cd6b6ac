import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { scaled } from '../../support/scale.ts';

/** In the demo data, with 1,243 comments. */
const READ = ['comments', 'get', 'Gv3rPq7YsKa5MdHt8ZwE', '--sandbox'];
const FORMATS = ['table', 'tsv', 'json', 'ndjson', 'csv', 'raw'];

let env: Readonly<Record<string, string>>;
beforeAll(() => {
  env = { PATH: process.env.PATH ?? '', HOME: mkdtempSync(join(tmpdir(), 'crier-pipes-')), ...SHARED_CACHE };
});
afterAll(() => rmSync(env['HOME'] ?? '', { recursive: true, force: true }));

interface PipeExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Runs the program, and closes its output after that number of bytes. */
function closedAfter(bytes: number, words: readonly string[]): Promise<PipeExit> {
  const child = spawn(process.execPath, [BIN, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let read = 0;
  let stderr = '';
  if (bytes === 0) child.stdout.destroy();
  child.stdout.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read >= bytes) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stderr })));
}

describe('a reader that goes away', () => {
  test.each(FORMATS)('at any moment ends it quietly: %s', async (format) => {
    const moments = [0, 4096, ...Array.from({ length: scaled(0, 30) }, (_, at) => 1 + at * 7_001)];
    for (const bytes of moments) {
      const ended = await closedAfter(bytes, [...READ, '-o', format]);
      expect(ended, `${format}, ${bytes} bytes`).toEqual({ code: 0, signal: null, stderr: '' });
    }
  });
});

/** Runs a line of the shell; `"$@"` is the program and its words. */
function shell(line: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', line, 'bash', process.execPath, BIN, ...words],
    {
      encoding: 'utf8',
      env,
      maxBuffer: 1e8,
    },
  );
  return { status, stdout, stderr };
}

describe('streams that are not there', () => {
  test.each([
    ['stdout closed at the start', '"$@" >&-', READ],
    ['stderr closed', '"$@" 2>&- >/dev/null', READ],
    ['stdin closed', '"$@" <&- >/dev/null', READ],
    ['all closed', '"$@" <&- >&- 2>&-', READ],
    ['all closed, help', '"$@" <&- >&- 2>&-', ['--help']],
    ['all closed, a failure', '"$@" <&- >&- 2>&-', ['comments', 'get', 'nothing-like-it', '--sandbox']],
  ])('%s', (_what, line, words) => {
    const { status, stderr } = shell(line, ...words);
    expect([0, 5, 9, 10]).toContain(status);
    expect(stderr).not.toMatch(/^\s+at |Error:|node:/m);
  });

  test.each(FORMATS)('a full disk is reported: %s', (format) => {
    const { status, stderr } = shell('"$@" >/dev/full', ...READ, '-o', format);
    expect({ status, first: stderr.split('\n')[0] }).toEqual({
      status: 10,
      first: 'crier: cannot write the output: the disk is full',
    });
  });

  test('a failure on a full disk is not printed, and its exit code stays', () => {
    expect(shell('"$@" 2>/dev/full', 'comments', 'gett')).toMatchObject({ status: 2, stdout: '' });
  });
});
