import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { acquireLock } from '../../../../../src/storage/exclusive-lock.ts';
import type { OutputStream } from '../../../../../src/world.ts';
import { crier, openTestSandbox, type Ran } from '../../../../support/crier.ts';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  const opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
  afterAll(() => opened.close());
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-resume-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const IDS = ['Sp7kQm2XvLr9TzBd4HnW', 'Gv3rPq7YsKa5MdHt8ZwE', 'Mn5cTy8LrWb2QzHp6KsD'];
const UNKNOWN = 'Nosuchid0123456789ab';

/** A file that output is appended to, as by `>>` of a shell. */
function openOutputFile(file: string, onWrite: (text: string) => void): OutputStream {
  return {
    isTerminal: false,
    isEmptyFile: false,
    columns: undefined,
    file: {
      identity: file,
      size: () => statSync(file).size,
      cut: (size) => writeFileSync(file, readFileSync(file).subarray(0, size)),
    },
    async write(chunk) {
      appendFileSync(file, chunk);
      onWrite(String(chunk));
    },
  };
}

interface ResumeOptions {
  readonly ids?: readonly string[];
  readonly words?: string;
  readonly signal?: AbortSignal;
  onWrite?(text: string): void;
}

/** Appends the posts of these ids to a file. */
async function resume({
  ids = IDS,
  words = '-o ndjson',
  signal,
  onWrite = () => {},
}: ResumeOptions = {}): Promise<Ran> {
  const output = join(folder, 'out');
  appendFileSync(output, '');
  return crier(`posts get --ids-from - --resume done --sandbox --concurrency 1 ${words}`, {
    sandbox,
    folder,
    stdin: ids.join('\n'),
    stdout: openOutputFile(output, onWrite),
    ...(signal && { signal }),
  });
}

const readOutput = () => readFileSync(join(folder, 'out'), 'utf8');
const readRecordedIds = () =>
  readFileSync(join(folder, 'done'), 'utf8')
    .split('\n')
    .flatMap((line) => /"id":"(\w+)"/.exec(line)?.[1] ?? []);
const listPrintedIds = () =>
  readOutput()
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { requestedId: string }).requestedId);

describe('--resume', () => {
  test('records each id in a file that only its owner can read', async () => {
    expect((await resume()).exitCode).toBe(0);
    expect(readRecordedIds()).toEqual(IDS);
    expect(statSync(join(folder, 'done')).mode & 0o777).toBe(0o600);
  });

  test('a second run reads only the rest, and says so', async () => {
    await resume({ ids: IDS.slice(0, 2) });
    const { stderr, exitCode } = await resume();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: '--resume: 2 of 3 were read before, 1 is left\n',
    });
    expect(listPrintedIds()).toEqual(IDS);
  });

  test('what failed is tried again, and the exit code stays 3', async () => {
    const ids = [...IDS, UNKNOWN];
    expect((await resume({ ids })).exitCode).toBe(3);
    const { stderr, exitCode } = await resume({ ids });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('--resume: 3 of 4 were read before, 1 is left; 1 failed one is tried again');
    expect(stderr).toContain('1 of 4 could not be read');
    expect(listPrintedIds()).toEqual(IDS);
  });

  describe('of a service that fails', () => {
    const SERVICE = { CRIER_BASE_URL: 'https://api.example/api', CRIER_API_KEY: 'KEY-00000000000000001' };
    const limited = (platform: string) => ({ platform, status: 'error', code: 444, message: 'Too many.' });
    const comment = (commentId: string) => ({ commentId, comment: 'hello', created: '2026-09-21T08:00:00Z' });

    /** Appends what a command reads from a service that gives these answers, one after another. */
    async function read(command: string, answers: readonly object[]): Promise<Ran> {
      const left = [...answers];
      const output = join(folder, 'out');
      appendFileSync(output, '');
      return crier(`${command} --ids-from - --resume done -o ndjson --concurrency 1`, {
        env: SERVICE,
        folder,
        stdin: 'One00000000000000000\nTwo00000000000000000',
        stdout: openOutputFile(output, () => {}),
        network: async () => {
          const body = left.shift() ?? { status: 'error', code: 219, message: 'no answer is left' };
          return {
            status: (body as { code?: number }).code === undefined ? 200 : 400,
            headers: { 'content-type': 'application/json' },
            body: (async function* () {
              yield Buffer.from(JSON.stringify(body));
            })(),
          };
        },
      });
    }
    const listRead = (key: string) =>
      readOutput()
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Record<string, unknown>)[key]);

    const whole = { status: 'success', facebook: [comment('f2')], instagram: [comment('i2')] };
    const partial = {
      status: 'partial',
      instagram: [comment('i1')],
      errors: [limited('facebook'), limited('tiktok')],
    };

    test('only the networks that failed are read again, and the exit code says when all is there', async () => {
      expect((await read('comments get', [partial, whole])).exitCode).toBe(3);
      const again = await read('comments get', [
        {
          status: 'partial',
          instagram: [comment('i1')],
          facebook: [comment('f1')],
          errors: [limited('tiktok')],
        },
      ]);
      expect(again.exitCode).toBe(3);
      expect(again.stderr).toContain('1 of 2 were read before, 1 is left; 1 failed one is tried again');
      // an id that fails as a whole keeps the networks that are missing
      expect((await read('comments get', [{ status: 'error', code: 219, message: 'No.' }])).exitCode).toBe(3);
      const last = { status: 'success', instagram: [comment('i1')], tiktok: [comment('t1')] };
      expect((await read('comments get', [last])).exitCode).toBe(0);
      expect((await read('comments get', [])).exitCode).toBe(0);
      expect(listRead('id')).toEqual(['i1', 'f2', 'i2', 'f1', 't1']);
    });

    test('groups that count all networks are not doubled', async () => {
      expect((await read('comments stats --by day', [partial, whole])).exitCode).toBe(3);
      expect((await read('comments stats --by day', [])).exitCode).toBe(0);
      expect(listRead('requestedId')).toHaveLength(2);
    });

    test('pages of an id whose last page fails are not doubled', async () => {
      const page = (id: string, next: string | null) => ({
        activity: [{ id, status: 'sent', created: '2026-09-21T08:00:00Z', actionResults: [] }],
        meta: { pagination: { next, hasMore: next !== null } },
      });
      const failed = { status: 'error', code: 219, message: 'No.' };
      await read('automations activity --all', [page('one', 'n'), failed, page('three', null)]);
      await read('automations activity --all', [page('one', 'n'), page('two', null)]);
      expect(listRead('id')).toEqual(['three', 'one', 'two']);
    });
  });

  test('csv has its header once', async () => {
    await resume({ ids: IDS.slice(0, 1), words: '-o csv' });
    await resume({ words: '-o csv' });
    const all = readOutput();
    rmSync(join(folder, 'out'));
    rmSync(join(folder, 'done'));
    await resume({ words: '-o csv' });
    expect(all).toBe(readOutput());
  });

  test.each(IDS.map((_, at) => at))(
    'interrupted at any write (%i), the next run doubles nothing',
    async (at) => {
      const ending = new AbortController();
      let writes = 0;
      const { exitCode } = await resume({
        signal: ending.signal,
        onWrite() {
          if (writes === at) ending.abort('interrupted');
          writes += 1;
        },
      });
      expect(exitCode).toBe(130);
      expect((await resume()).exitCode).toBe(0);
      expect(listPrintedIds()).toEqual(IDS);
    },
  );

  test('killed after a write: what was not recorded is removed from the output, and read again', async () => {
    await resume({ ids: IDS.slice(0, 2) });
    const lines = readFileSync(join(folder, 'done'), 'utf8').trimEnd().split('\n');
    // the process was killed while it recorded the second id
    writeFileSync(join(folder, 'done'), `${lines.slice(0, -2).join('\n')}\n{"id":"Gv3r`);
    const { stderr } = await resume();
    expect(stderr).toMatch(/^\d+ bytes of an unfinished id removed from the end of the output$/m);
    expect(listPrintedIds()).toEqual(IDS);
  });

  test('what others appended after the end of a run stays', async () => {
    await resume({ ids: IDS.slice(0, 2) });
    appendFileSync(join(folder, 'out'), '{"requestedId":"note"}\n');
    await resume();
    expect(listPrintedIds()).toEqual([...IDS.slice(0, 2), 'note', IDS[2]]);
  });

  test.each([
    ['of another command', 'posts get', 'audio get', 'is of "crier posts get"'],
    ['of another profile', 'posts get', 'posts get --profile harbour', 'is of another service or profile'],
    ['of other flags', 'comments get', 'comments get --flat', 'was begun with other flags'],
  ])('refuses a file %s', async (_why, first, second, reason) => {
    const around = { sandbox, folder, stdin: IDS.join('\n') };
    const end = '--ids-from - --resume done --sandbox -o ndjson';
    await crier(`${first} ${end}`, around);
    const before = readFileSync(join(folder, 'done'), 'utf8');
    const { exitCode, stderr, stdout } = await crier(`${second} ${end}`, around);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(reason);
    expect(readFileSync(join(folder, 'done'), 'utf8')).toBe(before);
  });

  test.each(['my notes\n', 'my notes', '{"kind":"other"}\n'])(
    'refuses a file that is none of its own: %j',
    async (text) => {
      writeFileSync(join(folder, 'done'), text);
      const { exitCode, stderr } = await resume();
      expect(exitCode).toBe(2);
      expect(stderr).toContain('is not a file of --resume');
      expect(readFileSync(join(folder, 'done'), 'utf8')).toBe(text);
    },
  );

  test('takes a first line that was cut short as an empty file', async () => {
    writeFileSync(join(folder, 'done'), '{"kind":"crier res');
    expect((await resume()).exitCode).toBe(0);
    expect(readRecordedIds()).toEqual(IDS);
  });

  test('two runs at once on the same file are refused', async () => {
    const lock = acquireLock(join(folder, 'done.lock'), 0);
    const { exitCode, stderr } = await resume();
    lock?.release();
    expect(exitCode).toBe(2);
    expect(stderr).toContain('another run is using done');
    expect((await resume()).exitCode).toBe(0);
  });

  test.each(['--json', '-o md', '--jq .'])('refuses %s: a document cannot be continued', async (words) => {
    const { exitCode, stderr } = await resume({ words });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('use -o ndjson, csv or tsv');
  });
});
