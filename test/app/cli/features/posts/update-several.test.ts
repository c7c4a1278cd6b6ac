import { describe, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const [SCHEDULED, OTHER] = ['Su3gHk9WqZr5TcYb7MvN', 'Tk6xBn4VgSj8QcLp2RyF'] as const;
const [PARTLY_PUBLISHED, PUBLISHED] = ['Bx6hPf2QyLs8TnCv5RkG', 'Sp7kQm2XvLr9TzBd4HnW'] as const;
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

const { run } = createSandboxRunner();
const here = (words: readonly string[], stdin = '') => run(words, { stdin });
const resultsOf = ({ json }: { readonly json: unknown }) =>
  (json as { results: readonly { id: string; status: string; error: { code: number } | null }[] }).results;

describe('posts update of several posts', () => {
  test('each gets the change, and a failed id does not stop the others', async () => {
    const ran = await here(['posts', 'update', SCHEDULED, 'nobody', OTHER, '--notes', 'ask Noor', '--json']);
    expect(ran.exitCode).toBe(3);
    expect(resultsOf(ran).map(({ id, status, error }) => [id, status, error?.code ?? null])).toEqual([
      [SCHEDULED, 'updated', null],
      ['nobody', 'error', 186],
      [OTHER, 'updated', null],
    ]);
    const { json } = await here(['posts', 'get', SCHEDULED, OTHER, '--json', '--fields', 'notes']);
    expect(json).toMatchObject({ posts: [{ notes: 'ask Noor' }, { notes: 'ask Noor' }] });
  });

  test('one time for several posts needs --same-time', async () => {
    const words = ['posts', 'update', '--ids-from', '-', '--schedule', 'in 2h', '--yes'];
    const refused = await here(words, `${SCHEDULED}\n${PARTLY_PUBLISHED}\n`);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('add --same-time')]);
    const answered = (answer: string) =>
      run(['posts', 'update', SCHEDULED, OTHER, '--schedule', 'in 2h'], {
        typed: [answer],
        isTerminal: true,
      });
    const no = await answered('no');
    expect([no.exitCode, no.screen.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringMatching(
        /Publish 2 posts at the same time, .* in 2 hours\? \[y\/N\].*nothing was changed/,
      ),
    ]);
    expect((await answered('y')).exitCode).toBe(3); // the second one is published already
    const { exitCode } = await here([...words, '--same-time', '--dry-run'], `${SCHEDULED}\n${PUBLISHED}\n`);
    expect(exitCode).toBe(0);
  });

  test('a new time of a published post is refused, and never said to be set', async () => {
    const ran = await here(['posts', 'update', PUBLISHED, '--schedule', 'in 2h']);
    expect([ran.exitCode, ran.stdout, ran.stderr]).toEqual([
      2,
      '',
      expect.stringContaining(`${PUBLISHED} is published already`),
    ]);
    expect(ran.stderr).not.toMatch(/^scheduled for/m);
  });

  test('--quiet keeps warnings, and drops other notes', async () => {
    const words = ['posts', 'create', '--platform', 'bluesky', '--text', 'Hi {{name}}', '--skip-check', '-q'];
    const ran = await here([...words, '--schedule', 'tomorrow 9:00', '--validate-only']);
    expect([ran.exitCode, ran.stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: [^\n]*(?:\n {2}[^\n]*)*\n$/),
    ]);
  });

  test('--ids-from has the document of several, also for one id', async () => {
    const words = ['posts', 'update', '--notes', 'x', '--json'];
    expect(resultsOf(await here([...words, '--ids-from', '-'], `id\n${SCHEDULED}\n`))).toHaveLength(1);
    expect((await here([...words, SCHEDULED])).json).toMatchObject({ id: SCHEDULED });
  });

  test.each([
    ['without a change', ['posts', 'update', SCHEDULED, OTHER], 'nothing to change'],
    [
      'with a text that was not quoted',
      ['posts', 'update', SCHEDULED, '--notes', 'ask', 'Noor'],
      'quote a text',
    ],
    [
      'with a time that was not quoted',
      ['posts', 'update', SCHEDULED, '--schedule', 'tomorrow', '9:00'],
      'quote a',
    ],
    ['without an id', ['posts', 'update', '--approve'], '<id> is missing'],
    ['with text in place of an id', ['posts', 'update', SCHEDULED, '{}', '--approve'], 'not an id'],
  ])('%s it exits 2, and nothing is written', async (_why, words, message) => {
    const network = recordingNetwork({});
    const ran = await crier(words, { env: SERVICE, network: network.transport });
    const writes = network.requests.filter(({ method }) => method !== 'GET');
    expect({ exitCode: ran.exitCode, writes }).toEqual({ exitCode: 2, writes: [] });
    expect(ran.stderr).toContain(message);
  });

  test.each(['refId', 'id,status'])('--fields %s is of one post or of several', async (fields) => {
    const ran = await here(['posts', 'update', SCHEDULED, '--notes', 'x', '--fields', fields]);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stdout.split('\n')[0]).toBe(fields.replace(',', '\t'));
  });
});

describe('posts retry of several posts', () => {
  test('what is published somewhere is refused for itself, and sent again nowhere', async () => {
    const ran = await here(['posts', 'retry', PARTLY_PUBLISHED, PUBLISHED, '--json']);
    expect(ran.exitCode).toBe(2);
    expect(resultsOf(ran).map(({ status, error }) => [status, error?.code])).toEqual([
      ['error', 101],
      ['error', 101],
    ]);
  });

  test('what failed everywhere is retried beside it', async () => {
    const failed = { status: 'error', id: 'FAILED', post: 'x', platforms: ['facebook'], postIds: [] };
    const whole = { ...failed, id: 'WHOLE', postIds: [{ platform: 'facebook', id: '1', status: 'success' }] };
    const sent: string[] = [];
    const ran = await crier(['posts', 'retry', 'FAILED', 'WHOLE', '--json'], {
      env: SERVICE,
      network: (request) => {
        const isRead = request.method === 'GET';
        if (!isRead) sent.push(request.url.pathname);
        const answer = isRead && request.url.pathname.endsWith('WHOLE') ? whole : failed;
        return recordingNetwork(isRead ? answer : { status: 'success', id: 'FAILED' }).transport(request);
      },
    });
    expect(ran.exitCode).toBe(3);
    expect(resultsOf(ran).map(({ id, status }) => [id, status])).toEqual([
      ['FAILED', 'retried'],
      ['WHOLE', 'error'],
    ]);
    expect(sent).toHaveLength(1);
  });
});
