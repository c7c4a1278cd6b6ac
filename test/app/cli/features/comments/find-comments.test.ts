import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Transport } from '../../../../../src/client/transport.ts';
import { said, watch } from '../../../../support/automations/watched-service.ts';
import { type Around, crier } from '../../../../support/crier.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-find-'));
afterAll(() => rmSync(base, { recursive: true }));
let state: string;
beforeEach(() => {
  state = mkdtempSync(join(base, 'state-'));
});

const COMMENTS = {
  instagram: [
    said('1', 'Where is my REFUND?', { userName: '@Otto' }),
    said('2', 'Lovely cups', { replies: [said('3', 'And my refund, please', { parentId: '2' })] }),
  ],
  linkedin: [said('4', 'No refunds', { userName: undefined, from: { id: 'p4', name: 'Ada Byron' } })],
};
const LOST = [{ platform: 'tiktok', status: 'error', code: 288, message: 'not yet' }];

/** A service with a post that has these comments. */
const network =
  (answer: object): Transport =>
  async ({ url }) => {
    const body =
      url.pathname === '/history'
        ? {
            history: [
              {
                id: 'p1',
                status: 'success',
                post: 'Cups',
                platforms: ['instagram'],
                postIds: [{ platform: 'instagram', id: 'i1' }],
              },
            ],
          }
        : url.pathname === '/user'
          ? { displayNames: [{ platform: 'instagram', username: 'cups', id: '9' }] }
          : { status: 'success', id: 'p1', ...answer };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: once(JSON.stringify(body)) };
  };

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-A-SEARCH-0001' };
const run = (words: readonly string[], answer: object = COMMENTS, around: Around = {}) =>
  crier(words, {
    network: network(answer),
    ...around,
    env: { ...SERVICE, CRIER_STATE_DIR: state, ...around.env },
  });
const ids = (json: unknown, key = 'comments') =>
  (json as Record<string, readonly { id: string; replies: readonly unknown[] }[]>)[key]?.map(
    ({ id, replies }) => `${id}${replies.length > 0 ? ' with replies' : ''}`,
  );

describe('comments get', () => {
  test.each([
    ['words in comments and replies', ['--contains', 'refund'], ['1', '3']],
    ['all of several words', ['--contains', 'refund MY'], ['1', '3']],
    ['a phrase', ['--contains', '"is my refund"'], ['1']],
    ['a handle with @, in another case', ['--from', '@OTTO'], ['1']],
    ['a handle without @', ['--from', 'ada'], ['2', '3']],
    ['a name where the network has no handles', ['--from', 'ada byron'], ['4']],
    ["a network's id of a person", ['--from', 'p4'], ['4']],
    ['words of one person', ['--contains', 'refund', '--from', 'ada'], ['3']],
    ['words among what is unanswered', ['--contains', 'cups', '--unanswered'], ['2']],
    ['the first that matches', ['--contains', 'refund', '-n', '1'], ['1']],
  ])('finds %s', async (_what, flags, expected) => {
    const { json, exitCode, stderr } = await run(['comments', 'get', 'p1', ...flags, '--json']);
    expect(exitCode).toBe(0);
    expect(ids(json)).toEqual(expected);
    expect(stderr).not.toContain('looked through');
  });

  test.each([[['p1']], [['p1', 'p2']]])(
    'says how many it looked through where nothing matches: %s',
    async (given) => {
      const count = 4 * given.length;
      const { exitCode, stderr, json } = await run([
        ...['comments', 'get', ...given, '--contains', 'espresso', '--json'],
      ]);
      expect(exitCode).toBe(0);
      expect(ids(json)).toEqual([]);
      expect(stderr).toBe(`looked through ${count} comments: none matches\n`);
    },
  );

  test('a table of several posts has those in which something was found', async () => {
    const table = ['comments', 'get', 'p1', 'p2', '-o', 'table'];
    expect((await run([...table, '--contains', 'espresso'])).stdout).toBe('');
    expect((await run([...table, '--contains', 'cups'])).stdout.match(/Lovely/g)).toHaveLength(2);
    const file = join(state, 'done');
    const resumed = await run([...table, '--resume', file, '--contains', 'espresso']);
    expect(resumed).toMatchObject({ stdout: '', stderr: 'looked through 8 comments: none matches\n' });
    const one = await run(['comments', 'get', 'p1', '-o', 'table', '--contains', 'espresso']);
    expect(one.stdout).toBe('no comment matches\n');
  });

  test.each([
    [['--unanswered'], ['p1'], 0],
    [['--since', '1h'], ['p1'], 4],
    [['--since', '1h', '--unanswered'], ['p1', 'p2'], 8],
  ])('with %j of %j, it says of %i comments that none matches', async (flags, given, all) => {
    const table = await run(['comments', 'get', ...given, ...flags, '-o', 'table']);
    const tsv = await run(['comments', 'get', ...given, ...flags]);
    const note = all === 0 ? '' : `looked through ${all} comments: none matches\n`;
    expect([table.stderr, tsv.stderr]).toEqual([note, note]);
    expect(table.stdout.match(/no comment matches/g)?.length ?? 0).toBe(all / 4);
    expect(table.stdout).not.toContain('no comments yet');
  });

  test.each([
    ['the words that match are seen in a narrow cell', '40', /…\S* ?.*my REFUND/],
    ['whatever the width', '120', /Where is my REFUND/],
  ])('%s', async (_what, columns, words) => {
    const long = `${'A long way to say it. '.repeat(columns === '40' ? 5 : 1)}Where is my REFUND? And more`;
    const { stdout } = await run(
      ['comments', 'get', 'p1', '--contains', 'refund', '-o', 'table'],
      { instagram: [said('1', long)] },
      { columns: Number(columns) },
    );
    expect(stdout).toMatch(words);
  });

  test.each([['Sp7kQm2XvLr9TzBd4HnW'], ['Sp7kQm2XvLr9TzBd4HnW', 'Lt5nWc8RjYq3GvKs6PxA']])(
    'the id of a post of the service is no id of a network that answers without comments',
    async (...given) => {
      const { exitCode, stderr, stdout } = await run(['comments', 'get', ...given, '--platform', 'x'], {
        twitter: [],
      });
      expect([exitCode, stderr]).toEqual([5, expect.stringContaining('remove --platform')]);
      expect(stdout.split('\n').length).toBeLessThanOrEqual(2);
    },
  );

  test('a post on X without comments has none', async () => {
    const words = ['comments', 'get', '1952326914861497161', '--platform', 'x', '-o', 'table'];
    expect(await run(words, { twitter: [] })).toMatchObject({ exitCode: 0, stdout: 'no comments yet\n' });
  });

  test.each(['refund', 'espresso'])(
    'a network that failed is no less a failure when %s is searched for',
    async (word) => {
      const answer = { ...COMMENTS, status: 'partial', errors: LOST };
      const words = ['--contains', word, '--json'];
      const { exitCode, error, json } = await run(['comments', 'get', 'p1', ...words], answer);
      expect(exitCode).toBe(3);
      expect(error).toMatchObject({ message: expect.stringContaining('TikTok') });
      expect(json).toMatchObject({ errors: [{ platform: 'tiktok' }] });
      const several = await run(['comments', 'get', 'p1', 'p2', ...words], answer);
      expect(several.exitCode).toBe(3);
    },
  );

  test('-o raw, which prints what the service sent, cannot be searched', async () => {
    const { exitCode, stderr } = await run(['comments', 'get', 'p1', '--contains', 'refund', '-o', 'raw']);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('-o raw') });
  });

  test.each([
    ['--contains', '""'],
    ['--contains', '"my refund'],
    ['--contains', ' '],
    ['--from', '@'],
  ])('%s %s is refused before a request', async (flag, value) => {
    const lost: Transport = () => Promise.reject(new Error('a request was sent'));
    const { exitCode } = await run(['comments', 'get', 'p1', flag, value], {}, { network: lost });
    expect(exitCode).toBe(2);
  });
});

describe('comments inbox', () => {
  const inbox = (...flags: readonly string[]) => run(['comments', 'inbox', ...flags, '--list']);

  test('lists what matches, and says how many unanswered comments do not', async () => {
    expect(ids((await inbox('--contains', 'refund', '--json')).json, 'inbox')).toEqual(['3', '1']);
    expect(ids((await inbox('--from', 'OTTO', '--json')).json, 'inbox')).toEqual(['1']);
    const none = await inbox('--contains', 'espresso', '-o', 'table');
    expect(none.stdout).toBe('no unanswered comment matches\n');
    expect(none.stderr).toBe('looked through 4 unanswered comments: none matches\n');
  });

  test('says what could not be read, also where nothing matches', async () => {
    const around = { network: network({ ...COMMENTS, status: 'partial', errors: LOST }) };
    const { json, stderr } = await run(['comments', 'inbox', '--contains', 'espresso', '--json'], {}, around);
    expect(json).toMatchObject({ inbox: [], errors: [{ platform: 'tiktok' }] });
    expect(stderr).toContain('not read: TikTok');
  });
});

describe('comments watch', () => {
  const FIRST = { comments: { instagram: COMMENTS.instagram } };
  const SECOND = {
    comments: {
      instagram: [
        said('2', 'Lovely cups', { replies: [] }),
        said('5', 'A refund for me', { userName: 'bo' }),
        said('6', 'Thank you', { userName: 'bo' }),
      ],
    },
  };
  const events = ({ stdout }: { stdout: string }) =>
    stdout
      .trim()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : JSON.parse(line)))
      .map(({ event, comment }) => `${event} ${comment.id}`);

  test('prints only what matches, and what is gone if it matched', async () => {
    const words = 'x --contains refund -o ndjson';
    const ran = await watch(words, { polls: [FIRST, SECOND], state });
    expect(events(ran)).toEqual(['added 1', 'added 3', 'added 5', 'gone 1', 'gone 3']);
  });

  test('what it left out is not lost: a watch without the words has a position of its own', async () => {
    const once = (flags: string) => watch(`x --once -o ndjson ${flags}`, { polls: [FIRST], state });
    expect(events(await once('--from @OTTO'))).toEqual(['added 1']);
    expect(events(await once(''))).toEqual(['added 1', 'added 2', 'added 3']);
    const again = await once('--from otto');
    expect(events(again)).toEqual([]);
    expect(again.stderr).toBe('looked through 0 events: none matches\n');
  });

  test('a comment that is gone since an earlier run is printed, since its text is not known', async () => {
    const poll = (answer: object) =>
      watch('x --once -o ndjson --contains refund', { polls: [answer], state });
    await poll(FIRST);
    expect(events(await poll(SECOND))).toEqual(['added 5', 'gone 1', 'gone 3']);
  });
});
