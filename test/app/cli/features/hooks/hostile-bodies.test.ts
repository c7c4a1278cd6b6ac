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
/** How the runs ended that received the bodies: into one inbox, in which their numbers are those of the rows from 1 on. */
const received: { readonly exitCode: number; readonly stdout: string }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-bodies-'));
  for (const [, body] of STORED) received.push(await listen(body, { state: 'inbox', format: 'ndjson' }));
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

describe.each(STORED.map(([what, body], at) => ({ what, body, at })))(
  'a delivery with $what',
  ({ what, body, at }) => {
    test('is received and printed as a record, and as a row of a table', async () => {
      expect(received[at]).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('new') });
      const { exitCode, stdout } = await listen(body, { state: `table ${what}`, format: 'table' });
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('new')]);
    });

    test('is shown with its body', async () => {
      const { exitCode, stdout } = await crier(`hooks inbox show ${at + 1} -o table`, around('inbox'));
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('body')]);
    });

    test('is verified, and its signature is right', async () => {
      const signed = body.replace('{', `{"timeStamp":${NOW / SECOND_MS},`);
      const secret = 'A-SECRET-OF-THE-TESTS';
      const headers = buildSignatureHeaders(
        Buffer.from(signed),
        { kind: 'secret', secret, next: null },
        NOW / SECOND_MS,
      );
      await inFolder({ body: signed, headers: JSON.stringify(headers) }, async (place) => {
        for (const format of ['table', 'json']) {
          const { exitCode } = await crier(`hooks verify body --headers headers -o ${format}`, {
            folder: place,
            env: { CRIER_WEBHOOK_SECRET: secret },
          });
          expect(exitCode).toBe(0);
        }
      });
    });

    test('in the history of a service is shown, or refused as an answer', async () => {
      const listed = body.replace(
        '{',
        '{"created":"2026-09-21T12:00:00Z","delivery":{"state":"failed","log":[{"attempt":0}]},',
      );
      const where = servedHistory(`history of ${what}`, listed);
      const { exitCode } = await crier('hooks history -o table', where);
      expect([0, 10]).toContain(exitCode);
      for (const words of ['history -o ndjson', 'history --attempts -o table'])
        expect([words, (await crier(`hooks ${words}`, where)).exitCode]).toEqual([words, exitCode]);
      const reconciled = await crier('hooks reconcile --all --since 30d -o table', where);
      expect([0, 10, 11]).toContain(reconciled.exitCode);
    });

    test('is taken in from there', async () => {
      const listed = body.replace('{', '{"created":"2026-09-21T12:00:00Z",');
      const words = ['hooks', 'listen', '--from-history', '--once', '--unsigned', '--path', '/hooks'];
      const seen = await crier([...words, '-o', 'ndjson'], {
        ...servedHistory(`taken in ${what}`, listed),
        outbound: answering(() => ({ status: 204 })),
      });
      expect([seen.exitCode, seen.error]).toEqual([
        what.startsWith('other types') ? 10 : 0,
        what.startsWith('other types') ? expect.anything() : null,
      ]);
    });
  },
);

const ALL = STORED.map((_each, at) => String(at + 1));
/** For formats that evaluate something: the first one is nested too deep for jq, and the large one takes them long. */
const EVALUATED = ALL.filter((_each, at) => at > 0 && !STORED[at]?.[1].includes(LARGE));

test.each([
  ['show', [...ALL, '-o', 'table'], 0],
  ['show', [...ALL, '-o', 'json'], 0],
  ['show', [...ALL, '-o', 'csv'], 0],
  ['show', [...ALL, '-o', 'tsv'], 0],
  ['show', [...ALL, '-o', 'md'], 0],
  ['show', [...ALL, '-o', 'ndjson'], 0],
  ['show', [...EVALUATED, '--template', '{{ document }}'], 0],
  ['show', [...ALL, '--json', '--fields', 'hookId,type'], 0],
  ['show', [...EVALUATED, '--jq', '.'], 0],
  ['list', ['-o', 'table'], 0],
  ['stats', ['-o', 'table'], 0],
  ['export', ['-o', 'ndjson'], 0],
  ['forward', ['1', '--dry-run'], 2],
] as const)('all of them: inbox %s %j ends with %i', async (verb, words, ending) => {
  const { exitCode, stderr } = await crier(['hooks', 'inbox', verb, ...words], around('inbox'));
  expect([exitCode, stderr]).toEqual([ending, expect.not.stringContaining('internal')]);
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
