import { describe, expect, test } from 'vitest';
import type { PostCheckDocument } from '../../../../../src/cli/features/posts/check-posts.ts';
import { FIELDS_OF_EXISTING } from '../../../../../src/cli/features/posts/files/written-posts.ts';
import { readPosts } from '../../../../../src/cli/features/posts/post-file.ts';
import { POST_COLUMNS } from '../../../../../src/cli/features/posts/read-posts.ts';
import { PostBody } from '../../../../../src/service/post-body.ts';
import type { Around, Ran } from '../../../../support/crier.ts';
import { crier } from '../../../../support/crier.ts';
import { checkInFolder, inFolder } from '../../../../support/in-folder.ts';

/** The posts that a table would send. */
async function plan(text: string, name = 'a.csv', around: Around = {}) {
  const ran = await inFolder({ [name]: text }, (folder) =>
    crier(['posts', 'create', '-f', name, '--sandbox', '--dry-run', '--json'], { folder, ...around }),
  );
  const { requests } = ran.json as { requests: { body: Record<string, unknown> }[] }; // of a dry run
  return requests.map(({ body: { idempotencyKey: _key, ...body } }) => body);
}

const check = (text: string, name = 'a.csv'): Promise<Ran> =>
  checkInFolder('posts', { [name]: text }, { words: [name, '--json'] });
const problemsOf = ({ json }: Ran) =>
  (json as PostCheckDocument).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
/** What `posts check` says of a table: `2:3 warning …`. */
async function problems(text: string, name?: string): Promise<readonly string[]> {
  const { json } = await check(text, name);
  return (json as PostCheckDocument).problems.map(
    ({ line, column, effect, message }) => `${line}:${column} ${effect} ${message}`,
  );
}

/** The entries of a file, without what flags add, and what is wrong with it. */
async function read(text: string, name = 'a.csv') {
  const { entries, faults, warnings } = await readPosts({ name, text }, () =>
    Promise.reject(new Error('no time')),
  );
  return { posts: entries.map(({ value }) => value), problems: [...faults, ...warnings] };
}

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
    expect((await read(`text,platforms\nHi,${cell}\n`)).posts).toEqual([{ post: 'Hi', platforms }]);
  });

  test.each([
    ['firstComment,firstComment.mediaUrls', 'First!,https://a.example/b.jpg'],
    ['firstComment.mediaUrls,firstComment', 'https://a.example/b.jpg,First!'],
  ])('keeps all members of an object, in any order of the columns: %s', async (titles, cells) => {
    expect((await read(`text,platforms,${titles}\nHi,bluesky,${cells}\n`)).posts).toMatchObject([
      { firstComment: { comment: 'First!', mediaUrls: expect.anything() } },
    ]);
  });

  test('separates media by spaces or semicolons, which may also be in an address', async () => {
    const cell = 'https://a.example/1;v=2.jpg;https://a.example/2.jpg https://a.example/3.jpg;';
    expect((await read(`text,platforms,media\nHi,bluesky,${cell}\n`)).posts).toMatchObject([
      { mediaUrls: ['https://a.example/1;v=2.jpg', 'https://a.example/2.jpg', 'https://a.example/3.jpg'] },
    ]);
  });

  test('has times as --schedule takes them, in the time zone of the run', async () => {
    const text =
      'text,platforms,schedule\nA,bluesky,tomorrow 9:00\nB,bluesky,2026-12-24T17:00:00Z\nC,bluesky,\n';
    const bodies = await plan(text, 'a.csv', { timeZone: 'Europe/Oslo' });
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
    expect(await plan('text,platforms\nHi,bluesky\n', 'posts')).toHaveLength(1);
    expect((await read('\uFEFFtext\tplatforms\nHi\tbluesky\n', 'posts')).posts).toHaveLength(1);
  });
});

describe('what is wrong with a table', () => {
  test.each([
    [
      'an unknown column, with the nearest',
      'text,platfroms\nHi,bluesky\n',
      ['1:6 unknown column "platfroms"; did you mean "platforms"? '],
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

const HELLO = [{ post: 'Hello', platforms: ['bluesky'] }];

describe('spreadsheets save more than one sees', () => {
  test.each([
    ['columns without a name', 'text,platforms,media,schedule,,\r\nHello,bluesky,,,,\r\n'],
    ['a column without a name in the middle', 'text,,platforms\nHello,,bluesky\n'],
    ['rows of separators', 'text,platforms\n,\nHello,bluesky\n,\n,\n'],
    ['rows of blanks', 'text,platforms\n" ", \nHello,bluesky\n'],
    ['separators behind the last column', 'text,platforms\nHello,bluesky,,\n'],
    ['no separators behind the last cell that is filled', 'text,platforms,media,notes\nHello,bluesky\n'],
    ['empty lines before the header', '\n\r\ntext,platforms\nHello,bluesky\n'],
    ['a byte order mark and quoted names', '\uFEFF"text","platforms"\r\n"Hello","bluesky"\r\n'],
    ['blanks and capitals in names', ' Text , Platforms \nHello,bluesky\n'],
    ['carriage returns as line breaks', 'text,platforms\rHello,bluesky\r'],
    ['tabs', 'text\tplatforms\t\nHello\tbluesky\t\n'],
    ['the line sep=;', 'sep=;\r\ntext;platforms\r\nHello;bluesky\r\n'],
    ['the line sep=; behind a byte order mark', '\uFEFF"sep=;"\r\ntext;platforms\r\nHello;bluesky\r\n'],
    ['sep=, although the header has more semicolons', 'sep=,\ntext,platforms,"notes;;;;"\nHello,bluesky,\n'],
    ['a separator of its own', 'sep=|\ntext|platforms\nHello|bluesky\n'],
  ])('%s', async (_what, text) => {
    for (const name of ['a.csv', 'posts'])
      expect(await read(text, name)).toEqual({ posts: HELLO, problems: [] });
  });

  test('networks are separated by commas in a table of semicolons', async () => {
    const { posts } = await read('sep=;\r\ntext;platforms\r\nHello;bluesky, X\r\n');
    expect(posts).toEqual([{ post: 'Hello', platforms: ['bluesky', 'twitter'] }]);
  });

  test.each([
    [
      'content in a column without a name',
      'text,platforms,\nHello,bluesky,\nHello,linkedin,x\n',
      '3:16 request this column has no name; name it in the first line, or empty it',
    ],
    [
      'a text with a line break that is not in quotes',
      'text,platforms\nHello\nthere,bluesky\n',
      '2:1 request this row has 1 cells',
    ],
    [
      'a text with a comma in typographic quotes',
      'text,platforms\n“Hello, all”,bluesky\n',
      '2:1 request this row has 3 cells and the header 2: a text with a separator or a line break must be in straight quotes',
    ],
    [
      'a row of totals',
      'text,platforms\nHello,bluesky\nTotal,bluesky\n',
      '3:1 warning this looks like a row of totals',
    ],
    [
      'UTF-8 that was read as windows-1252',
      'text,platforms\nCafÃ© is open,bluesky\n',
      '2:1 warning contains characters of UTF-8 that were read in another encoding',
    ],
    [
      'an apostrophe of another program',
      "text,platforms\n'@kestrel is open,bluesky\n",
      '2:1 warning the apostrophe at the start is published, too',
    ],
    [
      'UTF-16 without a byte order mark',
      't\0e\0x\0t\0,\0p\0\n\0',
      '1:1 request this is UTF-16 without a byte order mark: save the file as UTF-8',
    ],
    [
      'a column of remarks',
      'text,platforms,comment\nHello,bluesky,for Ann\n',
      '1:16 request unknown column "comment"',
    ],
    [
      'a column with a digit in its name',
      'text2,platforms\nHello,bluesky\n',
      '1:1 request unknown column "text2"',
    ],
    [
      'a column with letters of another script in its name',
      'text,platforms,notes 日本\nHello,bluesky,a\n',
      '1:16 request unknown column "notes 日本"',
    ],
    [
      'a network with a digit in its name',
      'text,platforms\nHello,bluesky2\n',
      '2:7 request is not a network',
    ],
    [
      'an id that was rounded',
      'text,platforms,pinterestOptions.boardId\nHello,bluesky,"1,8E+16"\n',
      '2:15 request pinterestOptions.boardId: 1,8E+16 is a number that a spreadsheet rounded; format the column as text',
    ],
  ])('%s: a problem with its place', async (_what, text, expected) => {
    const found = await problems(text);
    expect(found.some((each) => each.startsWith(expected))).toBe(true);
    expect(found).toHaveLength(1);
  });

  test.each([
    ['single letters with accents', 'Café, 15 °C, 50 £, ¡Ã a!'],
    ['a word in single quotes', "'tis time"],
    ['a total that is not last', 'Total eclipse'],
    ['a hashtag in capitals', '#WOW!'],
  ])('no problem: %s', async (_what, text) => {
    expect(await problems(`text,platforms\n"${text}",bluesky\nHello,bluesky\n`)).toEqual([]);
  });
});

test.each([
  ['little-endian', 'utf16le', '\uFEFF'],
  ['big-endian', 'utf16be', '\uFEFF'],
])('a table in UTF-16 with a byte order mark is read: %s', async (_what, order, mark) => {
  const bytes = Buffer.from(`${mark}text\tplatforms\r\nCafé\tbluesky\r\n`, 'utf16le');
  const { json } = await crier(['posts', 'create', '-f', '-', '--sandbox', '--dry-run', '--json'], {
    stdin: order === 'utf16be' ? bytes.swap16() : bytes,
  });
  expect(json).toMatchObject({ requests: [{ body: { post: 'Café' } }] });
});

test.each([
  ['commas and blanks', 'https://a.example/1.jpg, https://a.example/2.jpg,'],
  ['commas without blanks', 'https://a.example/1.jpg,https://a.example/2.jpg'],
  ['semicolons', 'https://a.example/1.jpg;https://a.example/2.jpg'],
  ['line breaks', 'https://a.example/1.jpg\nhttps://a.example/2.jpg'],
])('several media in one cell, and in one text of YAML: %s', async (_what, cell) => {
  const mediaUrls = ['https://a.example/1.jpg', 'https://a.example/2.jpg'];
  const yaml = `- post: Hi\n  platforms: [instagram]\n  mediaUrls: ${JSON.stringify(cell)}\n- {post: a, platforms: [bluesky]}\n`;
  const table = `text,platforms,media\nHi,instagram,"${cell}"\n`;
  expect((await read(table)).posts).toMatchObject([{ mediaUrls }]);
  expect((await read(yaml, 'a.yaml')).posts).toMatchObject([{ mediaUrls }, {}]);
});

test('a comma inside of an address belongs to it', async () => {
  const { posts } = await read('text,platforms,media\nHi,instagram,"https://a.example/w_1,h_2/a.jpg"\n');
  expect(posts).toMatchObject([{ mediaUrls: ['https://a.example/w_1,h_2/a.jpg'] }]);
});

test('each column of a list of posts is a field of a new post, or is known to be of one that exists', () => {
  const names = POST_COLUMNS.map(({ name }) => name);
  const known = [...Object.keys(PostBody.shape), ...FIELDS_OF_EXISTING];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});
