import { describe, expect, test } from 'vitest';
import type { PostCheckDocument } from '../../../../../src/cli/features/posts/check-posts.ts';
import type { Around, Ran } from '../../../../support/crier.ts';
import { crier } from '../../../../support/crier.ts';
import { checkInFolder, inFolder } from '../../../../support/in-folder.ts';

/** The requests that a table would send. */
async function plan(text: string, around: Around & { readonly name?: string } = {}) {
  const { name = 'a.csv', ...others } = around;
  const ran = await inFolder({ [name]: text }, (folder) =>
    crier(['posts', 'create', '-f', name, '--sandbox', '--dry-run', '--json'], { folder, ...others }),
  );
  const { requests } = ran.json as { requests: { body: Record<string, unknown> }[] }; // of a dry run
  return requests.map(({ body: { idempotencyKey: _key, ...body } }) => body);
}

const check = (text: string, name = 'a.csv'): Promise<Ran> =>
  checkInFolder('posts', { [name]: text }, { words: [name, '--json'] });
const problemsOf = ({ json }: Ran) =>
  (json as PostCheckDocument).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('a table of posts', () => {
  test('has a post per row, whose text may have several lines', async () => {
    const text =
      'text,platforms,media\n"One,\r\ntwo",bluesky,\n"Say ""hi""",instagram,https://a.example/b.jpg\n';
    expect(await plan(text)).toEqual([
      { post: 'One,\ntwo', platforms: ['bluesky'] },
      { post: 'Say "hi"', platforms: ['instagram'], mediaUrls: ['https://a.example/b.jpg'] },
    ]);
  });

  test.each([
    ['bluesky twitter', ['bluesky', 'twitter']],
    ['Bluesky; X', ['bluesky', 'twitter']],
    ['"google business,linkedin"', ['gmb', 'linkedin']],
    ['X twitter', ['twitter']],
  ])('names networks as people do: %s', async (cell, platforms) => {
    expect(await plan(`text,platforms\nHi,${cell}\n`)).toEqual([{ post: 'Hi', platforms }]);
  });

  test.each([
    ['firstComment,firstComment.mediaUrls', 'First!,https://a.example/b.jpg'],
    ['firstComment.mediaUrls,firstComment', 'https://a.example/b.jpg,First!'],
  ])('keeps all members of an object, in any order of the columns: %s', async (titles, cells) => {
    expect(await plan(`text,platforms,${titles}\nHi,bluesky,${cells}\n`)).toMatchObject([
      { firstComment: { comment: 'First!', mediaUrls: expect.anything() } },
    ]);
  });

  test('separates media by spaces or semicolons, which may also be in an address', async () => {
    const cell = 'https://a.example/1;v=2.jpg;https://a.example/2.jpg https://a.example/3.jpg;';
    expect(await plan(`text,platforms,media\nHi,bluesky,${cell}\n`)).toMatchObject([
      { mediaUrls: ['https://a.example/1;v=2.jpg', 'https://a.example/2.jpg', 'https://a.example/3.jpg'] },
    ]);
  });

  test('has times as --schedule takes them, in the time zone of the run', async () => {
    const text =
      'text,platforms,schedule\nA,bluesky,tomorrow 9:00\nB,bluesky,2026-12-24T17:00:00Z\nC,bluesky,\n';
    const bodies = await plan(text, { timeZone: 'Europe/Oslo' });
    expect(bodies.map(({ scheduleDate }) => scheduleDate)).toEqual([
      '2026-09-22T07:00:00Z',
      '2026-12-24T17:00:00Z',
      undefined,
    ]);
  });

  test('has columns for the flags that set several fields, and a time zone for each time', async () => {
    const text =
      'text,platforms,schedule,time zone,repeat,every,thread\nHi,X,tomorrow 9:00,America/New_York,3,1w,yes\n';
    expect(await plan(text)).toEqual([
      {
        post: 'Hi',
        platforms: ['twitter'],
        autoRepost: { repeat: 3, days: 7, startDate: '2026-09-22T13:00:00Z' },
        twitterOptions: { thread: true },
      },
    ]);
  });

  test('sets any field of a post, by the name of its flag or of the service', async () => {
    const text = `Text;Platform;approve first;first-comment;shortenLinks;tikTokOptions.visibility;tikTokOptions.title;notes
Hi;bluesky tiktok;TRUE;First!;no;private;2026;007
`;
    const [body] = await plan(`${text}`.replace('bluesky tiktok', '"bluesky;linkedin"'));
    expect(body).toEqual({
      post: 'Hi',
      platforms: ['bluesky', 'linkedin'],
      requiresApproval: true,
      firstComment: { comment: 'First!' },
      shortenLinks: false,
      tikTokOptions: { visibility: 'private', title: '2026' },
      notes: '007',
    });
  });

  test('is recognized without its name, by its header', async () => {
    expect(await plan('text,platforms\nHi,bluesky\n', { name: 'posts' })).toHaveLength(1);
    expect(await plan('\uFEFFtext\tplatforms\nHi\tbluesky\n', { name: 'posts' })).toHaveLength(1);
  });
});

describe('what is wrong with a table', () => {
  test.each([
    [
      'an unknown column, with the nearest',
      'text,platfroms\nHi,bluesky\n',
      ['1:6 unknown column "platfroms"; did you mean "platforms"? '],
    ],
    [
      'content in a column without a name',
      'text,,platforms\nHi,x,bluesky\n',
      ['2:4 this column has no name; name it in the first line, or empty it'],
    ],
    ['a column that is there twice', 'text,post,platforms\nA,B,bluesky\n', ['1:6 post is given twice']],
    [
      'an unknown option',
      'text,tikTokOptions.visibilty\nHi,private\n',
      ['1:6 column tikTokOptions.visibilty: no such field; did you mean'],
    ],
    ['an inherited name', 'text,__proto__\nHi,bluesky\n', ['1:6 unknown column']],
    [
      'a row without its quotes',
      'text,platforms\nHi, all,bluesky\n',
      ['2:1 this row has 3 cells and the header 2'],
    ],
    ['an open quote', 'text,platforms\n"Hi,bluesky\n', ['2:1 the cell that starts here has no closing "']],
    ['only a header', 'text,platforms\n', ['1:1 it contains no post, only a header']],
    ['nothing', '\n', ['1:1 is empty']],
    [
      'a control character',
      'text,platforms\nHi\u0007,bluesky\n',
      ['2:3 a table cannot contain the character U+0007'],
    ],
    ['an unknown network', 'text,platforms\nHi,blusky\n', ['2:4 is not a network; did you mean "bluesky"?']],
    ['no time', 'text,platforms,schedule\nHi,bluesky,someday\n', ['2:12 "someday" is not a time; ']],
    [
      'a past time',
      'text,platforms,schedule\nHi,bluesky,2020-01-01\n',
      ['2:12 "2020-01-01" is in the past: '],
    ],
    ['no truth value', 'text,platforms,approveFirst\nHi,bluesky,perhaps\n', ['2:12 ']],
    ['what a network refuses', 'text,platforms\nHi,bluesky pinterest\n', ['2:4 ', '2:1 is required']],
  ])('%s', async (_what, text, expected) => {
    const ran = await check(text);
    const problems = problemsOf(ran);
    expect(ran.exitCode).toBe(11);
    expect(problems).toHaveLength(1);
    expect(expected.some((each) => problems[0]?.startsWith(each))).toBe(true);
  });

  test('a YAML text with commas is none', async () => {
    const ran = await check('post: One, two\nplatforms: [bluesky]\n', 'posts');
    expect(ran.exitCode).toBe(0);
  });
});

test('a JSON record per line is a post each, with its place', async () => {
  const text = '{"post":"A","platforms":["bluesky"]}\n\n{"post":"B","platforms":["blusky"]}\r\n';
  const ran = await check(text, 'a.ndjson');
  expect([ran.json, problemsOf(ran)]).toMatchObject([{ posts: 2 }, [expect.stringMatching(/^3:26 /)]]);
  expect(problemsOf(await check(`${text}{"post":\n`, 'a.ndjson')).at(-1)).toMatch(/^4:9 /);
});
