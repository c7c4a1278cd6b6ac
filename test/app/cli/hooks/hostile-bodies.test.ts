import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteInbox } from '../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { crier } from '../../../support/crier.ts';
import { answering } from '../../../support/engine/fake-outbound.ts';
import { DELIVERY, startFakeListener } from '../../../support/network/fake-listener.ts';
import { arrived } from '../../../support/receiver/arrived.ts';

const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const LARGE = 'x'.repeat(1024 * 1024);

/** Bodies that are valid JSON objects and hard to store or show. */
const STORED: readonly (readonly [string, string])[] = [
  ['nested 250 deep', `{"hookId":"deep","d":${nest(250)}}`],
  ['a key of 100,000 characters', `{"hookId":"key","${'k'.repeat(100_000)}":1}`],
  ['lone surrogates', String.raw`{"hookId":"\ud800","type":"\udfff","text":"a\ud83d"}`],
  ['keys of prototypes', '{"hookId":"proto","__proto__":{"a":1},"constructor":1,"toString":2}'],
  ['a number beyond all', '{"hookId":"number","n":1e400,"m":-1e400,"big":123456789012345678901234567890}'],
  ['the same key twice', '{"hookId":"first","hookId":"second"}'],
  [
    'U+0000 and control characters',
    String.raw`{"hookId":"a\u0000b","type":"\u001b]0;x\u0007","person":"\u202e"}`,
  ],
  ['a text of 1 MB', `{"hookId":"large","text":"${LARGE}"}`],
  [
    '10,000 members',
    `{"hookId":"wide",${Array.from({ length: 10_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  ],
  ['other types than documented', '{"hookId":{},"action":[],"type":7,"recipientId":true,"postId":null}'],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ['nested 5,000 deep', `{"hookId":"x","d":${nest(5_000)}}`],
  ['nested 200,000 deep', `{"hookId":"x","d":${nest(200_000)}}`],
  ['a list', '[1,2]'],
  ['no JSON', '{"hookId":'],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-bodies-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const around = (state: string) => ({ folder, env: { XDG_STATE_HOME: join(folder, state) } });

/** Receives one delivery, and shows it. */
function listen(body: string, { state, format }: { readonly state: string; readonly format: string }) {
  const words = ['hooks', 'listen', '--unsigned', '--path', '/hooks', '--requests', '1', '--no-catch-up'];
  return crier([...words, '-o', format], {
    ...around(state),
    outbound: answering(() => ({ status: 204 })),
    listen: (options) =>
      startFakeListener(options, { ...DELIVERY, readBody: async () => new TextEncoder().encode(body) }),
  });
}

describe.each(STORED)('a delivery with %s', (what, body) => {
  test.each(['table', 'ndjson', 'csv', 'tsv'])('is received and shown as %s', async (format) => {
    const { exitCode, stdout } = await listen(body, { state: `${what} ${format}`, format });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('new');
  });

  test.each([['show', '1'], ['list'], ['stats'], ['export', '-o', 'ndjson'], ['forward', '1', '--dry-run']])(
    'and by inbox %s %s',
    async (...words) => {
      const shown = await Promise.all(
        ['table', 'json', 'csv', 'tsv', 'md', 'ndjson'].map((format) => {
          const chosen = words.includes('-o') ? words : [...words, '-o', format];
          return crier(['hooks', 'inbox', ...chosen], around(`${what} ndjson`));
        }),
      );
      for (const { exitCode, error } of shown) expect([exitCode, error?.['kind']]).not.toContain('internal');
    },
  );
});

test.each(REFUSED)(
  'a delivery that is %s is refused, and the next run takes deliveries',
  async (what, body) => {
    const refused = await listen(body, { state: what, format: 'ndjson' });
    expect(refused).toMatchObject({ exitCode: 0, json: { verdict: 'refused', status: 400 } });
    const { stdout, exitCode } = await listen('{"hookId":"next"}', { state: what, format: 'ndjson' });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { verdict: 'new', hookId: 'next' }]);
  },
);

test('an inbox in which an earlier version stored a body nested 5,000 deep is shown, without its event', async () => {
  const file = join(folder, 'older.db');
  const inbox = openSqliteInbox(file);
  const body = new TextEncoder().encode(`{"hookId":"x","d":${nest(5_000)}}`);
  await inbox.takeIn([{ ...arrived({ hookId: 'x' }), body }, arrived({ hookId: 'after' })]);
  await inbox.close();
  for (const line of [
    'show 1',
    'list',
    'stats',
    'export',
    'export -o ndjson',
    'forward 1 --exec true --dry-run',
  ]) {
    const { exitCode } = await crier(['hooks', 'inbox', ...line.split(' '), '--store', file]);
    expect([line, exitCode]).toEqual([line, 0]);
  }
});

describe('L1 --unsigned beside a secret', () => {
  test.each([
    [
      'CRIER_WEBHOOK_SECRET',
      [],
      { CRIER_WEBHOOK_SECRET: 'a-secret-of-the-tests' },
      'unset CRIER_WEBHOOK_SECRET',
    ],
    ['--secret-file', ['--secret-file', '-'], {}, 'omit --secret-file'],
  ])('is refused: %s', async (from, words, env, way) => {
    const { exitCode, error } = await crier(['hooks', 'listen', '--unsigned', '-o', 'ndjson', ...words], {
      folder,
      env: { ...around('secrets').env, ...env },
      stdin: 'a-secret-of-the-tests',
    });
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({
      message: expect.stringContaining(from),
      advice: expect.stringContaining(way),
    });
  });
});
