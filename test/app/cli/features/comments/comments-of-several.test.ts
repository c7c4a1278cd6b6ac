import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommentsOfSeveral } from '../../../../../src/cli/features/comments/comment.ts';
import type { Transport } from '../../../../../src/client/transport.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { eventually } from '../../../../support/eventually.ts';

const [WHOLE, PARTIAL, QUIET, UNKNOWN] = [
  'Mn5cTy8LrWb2QzHp6KsD',
  'Lt5nWc8RjYq3GvKs6PxA',
  'Qe8uJx5MhAn3FvYb6TwS',
  'Nobody5cTy8LrWb2QzHp',
] as const;
const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await openTestSandbox();
  folder = mkdtempSync(join(tmpdir(), 'crier-ids-'));
});
afterAll(() => {
  sandbox.close();
  rmSync(folder, { recursive: true });
});

const get = (words: string, around: Around = {}) =>
  crier(`comments get ${words} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, ...around });
const documentOf = (ran: { json: unknown }) => ran.json as CommentsOfSeveral;
// held against its schema by `crier`

/** A service that answers each id as `answers` says, and what it was asked. */
function service(answers: (id: string, asked: number) => { readonly status: number; readonly body: object }) {
  const asked: string[] = [];
  const network: Transport = async ({ url }) => {
    const id = url.pathname.split('/').at(-1) ?? '';
    asked.push(id);
    const { status, body } = answers(id, asked.length);
    return { status, headers: { 'content-type': 'application/json' }, body: once(JSON.stringify(body)) };
  };
  return { asked, network };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const refused = (code: number) => ({
  status: 'error',
  action: 'comments',
  code,
  message: `refused with ${code}`,
});

describe('how it ends', () => {
  test.each([
    ['all were read', `${WHOLE} ${QUIET}`, 0, ''],
    ['one of two is not there', `${WHOLE} ${UNKNOWN}`, 3, '1 of 2 could not be read'],
    ['one lacks a network', `${WHOLE} ${PARTIAL}`, 3, '1 of 2 incomplete'],
    ['both', `${PARTIAL} ${UNKNOWN} ${WHOLE}`, 3, '1 of 3 could not be read, 1 of 3 incomplete'],
    ['either is forgiven on request', `${PARTIAL} ${UNKNOWN} ${WHOLE} --allow-partial`, 0, ''],
    ['none was read: as the first of them', `${UNKNOWN} ${UNKNOWN}x`, 5, '2 of 2 could not be read'],
    ['none was read, and nothing is forgiven', `${UNKNOWN} ${UNKNOWN}x --allow-partial`, 5, '2 of 2'],
  ])('%s', { tags: ['COM-16'] }, async (_why, words, exitCode, message) => {
    const ran = await get(`${words} --json`);
    expect(ran.exitCode).toBe(exitCode);
    expect(String(ran.error?.['message'] ?? '')).toContain(message);
  });

  test('the failure of one id does not end the others, and each says how it went', async () => {
    const document = documentOf(await get(`${UNKNOWN} ${WHOLE} ${PARTIAL} ${QUIET} --json`));
    expect(document.results.map(({ id, status, error }) => [id, status, error?.code ?? null])).toEqual([
      [UNKNOWN, 'error', 186],
      [WHOLE, 'success', null],
      [PARTIAL, 'partial', null],
      [QUIET, 'success', null],
    ]);
    expect(new Set(document.comments.map(({ requestedId }) => requestedId))).toEqual(
      new Set([WHOLE, PARTIAL]),
    );
  });

  test('stderr names each id that failed, and each network', async () => {
    const { stderr } = await get(`${UNKNOWN} ${PARTIAL} ${WHOLE}`);
    expect(stderr).toMatch(new RegExp(`${UNKNOWN} +186  The post id was not found`));
    expect(stderr).toMatch(new RegExp(`${PARTIAL} TikTok +288`));
  });

  test('text output names the first ones and their number, JSON each of them', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `id${at}`);
    const { network } = service(() => ({ status: 404, body: refused(186) }));
    const { stderr, error } = await crier(['comments', 'get', ...ids, '-o', 'ndjson'], {
      env: SERVICE,
      network,
    });
    expect(stderr).toContain('and 10 more: --json shows them all');
    expect(stderr.match(/^ {2}id/gm)).toHaveLength(20);
    expect(error).toMatchObject({ details: { errors: { length: 30 } } });
  });

  // which failures these are: test/unit/cli/framework/many/run-each.test.ts
  test('what would fail for each of them ends the rest', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `id${at}`);
    const { asked, network } = service(() => ({ status: 403, body: refused(102) }));
    const ran = await crier(['comments', 'get', ...ids, '--json'], { env: SERVICE, network });
    expect(asked.length).toBeLessThan(8);
    expect(ran.exitCode).not.toBe(0);
    expect(ran.stderr).toContain('not requested: refused with');
  });

  test("what is about one of them, such as a network's own limit, does not", async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `id${at}`);
    const { asked, network } = service(() => ({ status: 429, body: refused(364) }));
    await crier(['comments', 'get', ...ids], { env: SERVICE, network });
    expect(asked).toHaveLength(12);
  });
});

describe('where ids come from', () => {
  test.each([
    ['one a line, with blanks and empty lines', `${WHOLE}\n\n  ${QUIET} \r\n`, [WHOLE, QUIET]],
    ['with a byte order mark, and no last line feed', `\uFEFF${WHOLE}\n${QUIET}`, [WHOLE, QUIET]],
    ['what -o tsv prints', `id\tpost\n${WHOLE}\tSoup\n${QUIET}\tTea\n`, [WHOLE, QUIET]],
    ['twice the same', `${WHOLE}\n${WHOLE}\n`, [WHOLE]],
  ])('%s', async (_why, stdin, expected) => {
    const ran = await get('--ids-from - --json', { stdin });
    expect(documentOf(ran).results.map(({ id }) => id)).toEqual(expected);
  });

  test('a file and the command line, together', async () => {
    const file = join(folder, 'ids');
    writeFileSync(file, `${QUIET}\n`);
    const ran = await crier(['comments', 'get', WHOLE, '--ids-from', file, '--sandbox', '--json'], {
      sandbox: { ...sandbox, close: () => {} },
    });
    expect(documentOf(ran).results.map(({ id }) => id)).toEqual([WHOLE, QUIET]);
  });

  test('a list from elsewhere has the same document, however long it is', async () => {
    expect(Object.keys(documentOf(await get('--ids-from - --json', { stdin: `${WHOLE}\n` })))).toEqual([
      'results',
      'comments',
      'meta',
    ]);
  });

  test.each([
    ['no id', '', '', '<id> is missing'],
    ['an empty file', '--ids-from -', '\n\n', 'no ids in standard input'],
    ['only a head', '--ids-from -', 'id\tpost\n', 'no ids in standard input'],
    ['a file that is not there', '--ids-from /nonexistent/ids', '', 'there is no such file'],
    ['an illegal pair', `${WHOLE} ${QUIET} --platform reddit`, '', 'Reddit cannot be read'],
    ['a body of several answers', `${WHOLE} ${QUIET} -o raw`, '', '-o raw prints the body of one response'],
  ])('%s exits 2', async (_why, words, stdin, message) => {
    const ran = await get(words, { stdin });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  test('a tiktok post that has no id yet is one failure among several', { tags: ['COM-19'] }, async () => {
    const ran = await crier(['comments', 'get', 'pending', '17000', '--platform', 'tiktok', '--json'], {
      env: SERVICE,
      network: service(() => ({ status: 200, body: { status: 'success', id: '17000' } })).network,
    });
    expect(documentOf(ran).results.map(({ error }) => error?.code ?? null)).toEqual([288, null]);
  });
});

describe('how it is shown', () => {
  test('csv and tsv say which id a comment belongs to', async () => {
    const { stdout } = await get(`${WHOLE} ${PARTIAL} -o tsv --fields requestedId,platform --allow-partial`);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toBe('requestedId\tplatform');
    expect(new Set(rows.map((row) => row.split('\t')[0]))).toEqual(new Set([WHOLE, PARTIAL]));
    expect(stdout.match(/requestedId/g)).toHaveLength(1);
  });

  test('ndjson is a comment a line, each with the id that it was asked for', async () => {
    const { stdout } = await get(`${QUIET} ${WHOLE} -o ndjson`);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { requestedId: string });
    expect(records.length).toBeGreaterThan(3);
    expect(records.every(({ requestedId }) => requestedId === WHOLE)).toBe(true);
  });

  test.each([40, 80])(
    'a table of %i columns has one head, and each id above its comments',
    async (columns) => {
      const { stdout } = await get(`${WHOLE} ${UNKNOWN} ${QUIET} --color never`, {
        isTerminal: true,
        columns,
      });
      const lines = stdout.split('\n');
      expect(lines.filter((line) => line.includes('AUTHOR'))).toHaveLength(1);
      expect(lines.filter((line) => line === WHOLE || line === UNKNOWN || line === QUIET)).toEqual([
        WHOLE,
        UNKNOWN,
        QUIET,
      ]);
      expect(stdout).toContain('no comments yet');
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('not read: The post id was not found.');
    },
  );

  test('comments are shown as they come, not when all have come', async () => {
    const seen: string[] = [];
    const { network } = service((id) => {
      seen.push(`asked ${id}`);
      return { status: 200, body: { status: 'success', id, instagram: [{ comment: 'x', commentId: id }] } };
    });
    const ids = Array.from({ length: 9 }, (_, at) => `id${at}`);
    const stdout = {
      isTerminal: false,
      isEmptyFile: false,
      columns: undefined,
      write: async () => void seen.push('printed'),
    };
    await crier(['comments', 'get', ...ids, '-o', 'ndjson'], { env: SERVICE, network, stdout });
    expect(seen.indexOf('printed')).toBeLessThan(seen.indexOf('asked id8'));
  });

  test('on a terminal, how far it is, once it takes more than a second', async () => {
    const clock = stoppedClock(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    const { asked, network } = service((id) => ({ status: 200, body: { status: 'success', id } }));
    const slow: Transport = async (request) => {
      const answer = await network(request);
      if (request.url.pathname.endsWith('b')) await promise;
      return answer;
    };
    const shown: string[] = [];
    const stdout = {
      isTerminal: true,
      isEmptyFile: false,
      columns: 80,
      write: async (chunk: unknown) => void shown.push(String(chunk)),
    };
    const running = crier('comments get a b', {
      env: SERVICE,
      network: slow,
      clock,
      stdout,
      isTerminal: true,
    });
    await eventually(() => expect([asked.length, shown.length]).toEqual([2, 1]));
    clock.advance(1_000);
    await new Promise((turn) => setImmediate(turn));
    resolve();
    const { stderr } = await running;
    expect(stderr).toContain('1 of 2 read, 1s');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });
});
