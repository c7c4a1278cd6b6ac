import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSignatureHeaders } from '../../../../../src/domain/webhooks/delivery.ts';
import { openSqliteInbox } from '../../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { SECOND_MS } from '../../../../../src/service/durations.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { DELIVERY, startFakeListener } from '../../../../support/network/fake-listener.ts';
import { arrived } from '../../../../support/receiver/arrived.ts';

const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
/** Of the clock of a run. */
const NOW = 1_790_000_000_000;
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

const PLAIN: readonly (readonly string[])[] = ['table', 'json', 'csv', 'tsv', 'md', 'ndjson'].map(
  (format) => ['-o', format],
);

/** All ways to print a document of deliveries. */
const FORMATS: typeof PLAIN = [
  ...PLAIN,
  ['--jq', '.'],
  ['--template', '{{ document }}'],
  ['--json', '--fields', 'hookId,type'],
];

/** For commands that print the same records as one that is tried in every format. */
const PLAINEST: typeof PLAIN = [
  ['-o', 'table'],
  ['-o', 'ndjson'],
];

/** What jq is not given: it says so. */
const isDeep = (what: string, format: string | undefined) =>
  what === 'nested 250 deep' && format?.startsWith('--jq') === true;

async function showIn(words: readonly string[], formats: typeof FORMATS, where: Around) {
  const runs = formats.map((format) => crier([...words, ...format], where));
  const shown = await Promise.all(runs);
  return shown.map(({ exitCode, stderr }, at) => ({ format: formats[at]?.join(' '), exitCode, stderr }));
}

/** A service that lists one delivery in its history, and has no automations. */
function servedHistory(state: string, entry: string): Around {
  const { env } = around(state);
  return {
    folder,
    env: { ...env, CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-TESTS-0001' },
    network: async ({ url }) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: once(String(url).includes('history') ? `{"feed":[${entry}]}` : '{"automations":[]}'),
    }),
  };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
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
      const formats = words[0] === 'show' ? FORMATS : words.includes('-o') ? [[]] : PLAINEST;
      const shown = await showIn(['hooks', 'inbox', ...words], formats, around(`${what} ndjson`));
      for (const { format, exitCode, stderr } of shown) {
        if (words[0] === 'forward') expect([exitCode, stderr]).not.toContain('internal');
        else
          expect([format, exitCode, stderr]).toEqual([
            format,
            isDeep(what, format) ? 9 : 0,
            expect.anything(),
          ]);
      }
    },
  );

  test('is verified, and its signature is right', async () => {
    const signed = body.replace('{', `{"timeStamp":${NOW / SECOND_MS},`);
    const secret = 'A-SECRET-OF-THE-TESTS';
    const headers = buildSignatureHeaders(
      Buffer.from(signed),
      { kind: 'secret', secret, next: null },
      NOW / SECOND_MS,
    );
    await inFolder({ body: signed, headers: JSON.stringify(headers) }, async (place) => {
      const words = ['hooks', 'verify', 'body', '--headers', 'headers'];
      const shown = await showIn(words, PLAIN, { folder: place, env: { CRIER_WEBHOOK_SECRET: secret } });
      expect(shown.map(({ exitCode }) => exitCode)).toEqual(PLAIN.map(() => 0));
    });
  });

  test.each([['history'], ['history', '--attempts'], ['reconcile', '--all', '--since', '30d']])(
    'in the history of a service is shown, or refused as an answer, by hooks %s %s',
    async (...words) => {
      const listed = body.replace(
        '{',
        '{"created":"2026-09-21T12:00:00Z","delivery":{"state":"failed","log":[{"attempt":0}]},',
      );
      const formats = words.length === 1 ? FORMATS : PLAINEST;
      const seen = await showIn(['hooks', ...words], formats, servedHistory(`history of ${what}`, listed));
      const endings = seen.map(({ exitCode }) => exitCode);
      const [first = 1] = endings;
      expect([0, 10, 11]).toContain(first);
      expect(endings).toEqual(seen.map(({ format }) => (isDeep(what, format) ? 9 : first)));
    },
  );

  test('and is taken in from there', async () => {
    const state = `taken in ${what}`;
    const listed = body.replace('{', '{"created":"2026-09-21T12:00:00Z",');
    const words = ['hooks', 'listen', '--from-history', '--once', '--unsigned', '--path', '/hooks'];
    const seen = await crier([...words, '-o', 'ndjson'], {
      ...servedHistory(state, listed),
      outbound: answering(() => ({ status: 204 })),
    });
    expect([seen.exitCode, seen.error]).toEqual([
      what.startsWith('other types') ? 10 : 0,
      what.startsWith('other types') ? expect.anything() : null,
    ]);
  });
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

test('--jq runs on the records beside one that is nested too deep for it, and says so', async () => {
  const file = join(folder, 'jq.db');
  const inbox = openSqliteInbox(file);
  const body = new TextEncoder().encode(`{"hookId":"deep","d":${nest(100)}}`);
  await inbox.takeIn([{ ...arrived({ hookId: 'deep' }), body }, arrived({ hookId: 'after' })]);
  await inbox.close();
  const words = ['hooks', 'inbox', 'export', '--store', file, '-o', 'ndjson', '--jq', '.hookId'];
  const { exitCode, stdout, stderr } = await crier(words);
  expect([exitCode, stdout]).toEqual([9, 'after\n']);
  expect(stderr).toContain('nested more than 32 deep');
});

describe('--unsigned beside a secret', { tags: ['L1'] }, () => {
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
