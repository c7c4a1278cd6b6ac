import { describe, expect, test } from 'vitest';
import type { PostCheckDocument } from '../../../../../src/cli/features/posts/check-posts.ts';
import type { Around, Ran } from '../../../../support/crier.ts';
import { checkInFolder } from '../../../../support/in-folder.ts';

const GOOD = 'post: New cups\nplatforms: [bluesky]\n';
const BAD = `post: New cups
platforms: [pinterest, twitter]
twitterOptions:
  thread: true
  longPost: true
instaOptions: {reels: true}
`;

const check = (
  files: Readonly<Record<string, string>>,
  words: string | readonly string[],
  around: Around = {},
): Promise<Ran> => checkInFolder('posts', files, { words, around });

const documentOf = ({ json }: Ran) => json as PostCheckDocument; // the test run has held it against its schema

test('everything is reported at once, with its place, and it exits 11', async () => {
  const ran = await check({ 'a.yaml': BAD }, 'a.yaml --json');
  expect(ran.exitCode).toBe(11);
  expect(documentOf(ran)).toMatchObject({ valid: false, files: 1, posts: 1, errors: 2, warnings: 1 });
  expect(
    documentOf(ran).problems.map(({ file, line, column, post, platform, effect, code, path }) => [
      `${file}:${line}:${column}`,
      post,
      platform,
      effect,
      code,
      path,
    ]),
  ).toEqual([
    ['a.yaml:1:1', 1, 'pinterest', 'network', 139, 'mediaUrls'],
    ['a.yaml:5:13', 1, 'twitter', 'warning', 101, 'twitterOptions.longPost'],
    ['a.yaml:6:15', 1, null, 'request', 101, 'instaOptions'],
  ]);
  expect(ran.error).toMatchObject({ kind: 'differs', message: '2 errors and 1 warning in a.yaml' });
});

test.each([
  ['nothing is wrong', GOOD, [], 0],
  ['only warnings', `${GOOD}twitterOptions: {longPost: true}\n`, [], 0],
  ['only warnings, strictly', `${GOOD}twitterOptions: {longPost: true}\n`, ['--strict'], 11],
  ['one network would refuse it', GOOD.replace('bluesky', 'bluesky, pinterest'), [], 11],
  ['it is no post', 'platforms: [bluesky]\n', [], 11],
  ['it is not YAML', 'post: "New\n', [], 11],
  ['it contains only words', 'New cups\n', [], 11],
])('how it ends: %s', async (_what, text, more, exitCode) => {
  expect((await check({ 'a.yaml': text }, ['a.yaml', ...more])).exitCode).toBe(exitCode);
});

test.each([
  [
    'a.yaml',
    'post: Hi\nplatforms: [X, Instagram, google business, BLUESKY]\nmediaUrls: [https://a.example/b.jpg]\n',
  ],
  ['a.json', '{"post":"Hi","platforms":["x","LinkedIn"]}'],
])('networks are taken by their shown names in %s', async (name, text) => {
  expect(documentOf(await check({ [name]: text }, `${name} --json`))).toMatchObject({ posts: 1, errors: 0 });
});

test('a folder has its tables and records, too', async () => {
  const files = {
    'week/a.csv': 'text,platforms\nHello,bluesky\n',
    'week/b.ndjson': '{"post":"Hi","platforms":["bluesky"]}\n',
    'week/c.txt': 'no post',
  };
  expect(documentOf(await check(files, 'week --json'))).toMatchObject({ files: 2, posts: 2, errors: 0 });
});

test('several posts in a file, several files, a folder, standard input', async () => {
  const files = {
    'posts/a.yaml': `${GOOD}---\n${BAD}`,
    'posts/b.json': '[{"post":"Hi","platforms":["bluesky"]}]',
    'posts/c.txt': 'no',
  };
  const whole = documentOf(await check(files, 'posts --json'));
  expect(whole).toMatchObject({ files: 2, posts: 3, errors: 2 });
  expect(new Set(whole.problems.map(({ file, post }) => `${file} ${post}`))).toEqual(
    new Set(['posts/a.yaml 2']),
  );
  const piped = documentOf(await check({}, '- --json', { stdin: BAD }));
  expect(piped.problems[0]?.file).toBe('standard input');
});

describe('a post that flags say', () => {
  test('is checked as one that is created', async () => {
    const words = ['--text', 'x'.repeat(400), '--platform', 'twitter,bluesky', '--json'];
    const { exitCode, json } = await check({}, words);
    expect([exitCode, json]).toMatchObject([
      11,
      {
        valid: false,
        files: 0,
        posts: 1,
        problems: [{ platform: 'twitter', file: null, path: 'post' }, { platform: 'bluesky' }],
      },
    ]);
  });

  test('replaces a file with -f', async () => {
    const ran = await check(
      { 'a.yaml': BAD.replace('instaOptions: {reels: true}\n', '') },
      '-f a.yaml --platform bluesky --json',
    );
    expect([ran.exitCode, documentOf(ran).errors]).toEqual([0, 0]);
  });

  test('at a time, which is shown, and how it was interpreted', async () => {
    const around = { timeZone: 'Europe/Oslo' };
    const ran = await check({}, '--text Hi --platform bluesky --schedule tomorrow', around);
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain('no time is given, so 09:00 is used');
    expect(ran.stderr).toContain('scheduled for Tue 22 Sep 2026 09:00 Europe/Oslo, 07:00 UTC');
  });

  test('has no networks, so only the post as a whole is checked, which is reported', async () => {
    const ran = await check({}, ['--text', 'x'.repeat(400), '--platform', 'all']);
    expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining('name them'),
    ]);
    const withOptions = await check(
      {},
      '--text x --platform all --set redditOptions.subreddit=coffee'.split(' '),
    );
    expect(withOptions.stdout).toContain('redditOptions.title');
  });

  test.each([
    ['nothing', [], 'no post is given'],
    ['files and flags', ['a.yaml', '--text', 'Hi'], 'files cannot be combined with post flags'],
    ['a file that is not there', ['b.yaml'], 'no such file'],
  ])('%s', async (_what, words, said) => {
    const ran = await check({ 'a.yaml': GOOD }, words);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(said);
  });
});

test('what would be refused where, with the codes, as people see it and as programs get it', {
  tags: ['POST-03', 'POST-14'],
}, async () => {
  const text =
    'post: New cups\nplatforms: [instagram, twitter]\naudioVolume: 101\ntwitterOptions: {thread: true, longPost: true}\n';
  const around = { isTerminal: true, columns: 100, env: { NO_COLOR: '1' } };
  const { stdout } = await check({ 'a.yaml': text }, 'a.yaml', around);
  expect(stdout.split('\n').map((line) => line.trimEnd())).toMatchInlineSnapshot(`
    [
      "Instagram  8 of 2,200",
      "X          8 of 280",
      "",
      "PLACE        NETWORK    EFFECT   CODE  WHAT",
      "a.yaml:1:1   Instagram  refused  139   mediaUrls: is required: Instagram does not accept posts",
      "                                       without media",
      "a.yaml:3:14  (all)      refused  101   audioVolume: must be a whole number from 0 to 100",
      "a.yaml:3:14  (all)      warning  101   audioVolume: may have no effect here: it belongs in",
      "                                       instagramOptions",
      "a.yaml:4:42  X          warning  101   twitterOptions.longPost: is ignored on a thread",
      "",
    ]
  `);
  const programs = await check({ 'a.yaml': text }, 'a.yaml -o tsv');
  expect(programs.stdout.split('\n').slice(0, 3)).toMatchInlineSnapshot(`
    [
      "file	line	column	post	platform	effect	code	path	message",
      "a.yaml	1	1	1	instagram	network	139	mediaUrls	is required: Instagram does not accept posts without media",
      "a.yaml	3	14	1		request	101	audioVolume	must be a whole number from 0 to 100",
    ]
  `);
});

test.each([80, 40])('as people see it in %i columns', async (columns) => {
  const around = { isTerminal: true, columns, env: { NO_COLOR: '1' } };
  const { stdout } = await check({ 'a.yaml': BAD }, 'a.yaml', around);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  for (const words of ['a.yaml:1:1', 'Pinterest', 'refused', 'instagramOptions'])
    expect(stdout).toContain(words);
});

describe('times in words', () => {
  const written = (time: string) => `${GOOD}scheduleDate: ${time}\n`;

  test.each(['fri 18:30', '2099-12-24T17:00:00Z'])('%s is right', async (time) => {
    expect((await check({ 'a.yaml': written(time) }, 'a.yaml')).exitCode).toBe(0);
  });

  test.each([
    ['someday', '"someday" is not a time; write "tomorrow 9:00"'],
    ['tomorow 9:00', 'did you mean "tomorrow"?'],
    ['24.12. 9:00', 'has a numeric date, which is ambiguous'],
  ])('%s is reported at its place', async (time, message) => {
    const { problems } = documentOf(await check({ 'a.yaml': written(time) }, 'a.yaml --json'));
    expect(problems).toMatchObject([
      { line: 3, column: 15, path: 'scheduleDate', effect: 'request', code: 101 },
    ]);
    expect(problems[0]?.message).toContain(message);
  });

  test('how one was interpreted is printed with its place', async () => {
    const { exitCode, stderr } = await check({ 'a.yaml': written('friday') }, 'a.yaml');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('a.yaml:3:15: no time is given, so 09:00 is used'),
    ]);
  });

  test('an exact time in the past is still a warning, since the service publishes at once', async () => {
    const { problems } = documentOf(
      await check({ 'a.yaml': written('2020-01-01T00:00:00Z') }, 'a.yaml --json'),
    );
    expect(problems).toMatchObject([{ path: 'scheduleDate', effect: 'warning' }]);
  });
});
