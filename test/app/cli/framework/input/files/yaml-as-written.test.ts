import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../../../src/cli/features/automations/check-files.ts';
import type { PostCheckDocument } from '../../../../../../src/cli/features/posts/check-posts.ts';
import { crier } from '../../../../../support/crier.ts';
import { checkInFolder, inFolder } from '../../../../../support/in-folder.ts';

/** What the check of a post says: `1:28 request …`. */
async function postProblems(text: string, name = 'a.yaml'): Promise<readonly string[]> {
  const { json } = await checkInFolder('posts', { [name]: text }, { words: [name, '--json'] });
  return (json as PostCheckDocument).problems.map(
    ({ line, column, effect, message }) => `${line}:${column} ${effect} ${message}`,
  );
}

async function automationProblems(lines: string): Promise<readonly string[]> {
  const text = `name: a\nplatform: instagram\n${lines}`;
  const { json } = await checkInFolder('automations', { 'a.yaml': text }, { words: ['a.yaml', '--json'] });
  return (json as { problems: readonly Problem[] }).problems.map(
    ({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`,
  );
}

const COMMENT =
  'in YAML, # after a space begins a comment, which is not part of the text: put the text in quotes';
const TO = 'platforms: [bluesky]\n';

describe('a hashtag that YAML takes for a comment is an error, with its place', () => {
  test.each([
    ['behind a text', `post: Winter blend is in #coffee #oslo\n${TO}`, '1:26'],
    ['in place of the text', `post: #coffee\n${TO}`, '1:7'],
    ['before the text on the next line', `post: #coffee\n  is ready\n${TO}`, '1:7'],
    ['at the end of the second line of a text', `post: It is\n  in #coffee\n${TO}`, '2:6'],
    ['between the lines of a text', `post: It is #in\n  coffee\n${TO}`, '1:13'],
    ['in the text of one network', `post:\n  default: Hi\n  bluesky: Hi #all\n${TO}`, '3:15'],
    ['in a comment', `post: Hi\nfirstComment:\n  comment: More #soon\n${TO}`, '3:17'],
    ['in a map within braces', `{post: Hi #all\n, platforms: [bluesky]}\n`, '1:11'],
  ])('%s', async (_what, text, place) => {
    expect(await postProblems(text)).toContainEqual(`${place} request ${COMMENT}`);
  });

  test.each([
    ['in a message', 'actions:\n  - type: send_dm\n    message: Look at #guide\n', '5:22'],
    [
      'as a keyword',
      'triggers:\n  - type: comment_keyword\n    keywords:\n      - #guide\n      - info\n',
      '6:9',
    ],
    ['in a list of keywords', 'triggers:\n  - type: comment_keyword\n    keywords: [info, #guide]\n', '5:22'],
    [
      'at the start of a list of keywords',
      'triggers:\n  - type: comment_keyword\n    keywords: [ #guide]\n',
      '5:17',
    ],
  ])('%s', async (_what, lines, place) => {
    expect(await automationProblems(lines)).toContainEqual(`${place} error ${COMMENT}`);
  });

  test('so nothing is published', async () => {
    const ran = await inFolder({ 'a.yaml': `post: Winter blend is in #coffee #oslo\n${TO}` }, (folder) =>
      crier('posts create -f a.yaml --yes --sandbox', { folder }),
    );
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('a.yaml:1:26');
  });

  test('a remark in words behind an unquoted text is a warning', async () => {
    expect(await postProblems(`post: Doors at eight # tell Ann\n${TO}`)).toEqual([
      '1:22 warning this is a comment; if it belongs to the text, put the text in quotes',
    ]);
  });

  test.each([
    ['behind a quoted text', `post: "Hi" #coffee\n${TO}`],
    ['behind a quoted text in single quotes', `post: 'Hi'   # coffee\n${TO}`],
    ['behind a list', 'post: Hi\nplatforms: [bluesky] #all\n'],
    ['behind the name of a list', 'post: Hi\nplatforms: #all\n  - bluesky\n'],
    ['on a line of its own', `#coffee\npost: Hi\n  # more\n${TO}#end`],
    ['behind true', `post: Hi\nrequiresApproval: true #yes\n${TO}`],
    ['behind a time', `post: Hi\nscheduleDate: 2027-01-01T00:00:00Z #new year\n${TO}`],
    ['in a block, where it is text', `post: |\n  Hi #coffee\n  # all\n${TO}`],
    ['without a space before it', `post: C#coffee\n${TO}`],
  ])('there is none %s', async (_what, text) => {
    expect(await postProblems(text)).toEqual([]);
  });
});

describe('words that YAML takes for something else', () => {
  const read = async (text: string) => {
    const ran = await inFolder({ 'a.yaml': text }, (folder) =>
      crier(['posts', 'create', '-f', 'a.yaml', '--dry-run', '--json', '--sandbox'], { folder }),
    );
    return (ran.json as { request: { body: Record<string, unknown> } } | null)?.request.body['post'];
  };

  test.each('007 1e3 2026 12:30 2026-01-01 NO on 17999000000000456789 true False 0x1F .5'.split(' '))(
    'a post of %s keeps every character',
    async (word) => {
      expect(await read(`post: ${word}\n${TO}`)).toBe(word);
    },
  );

  test.each([
    ['post: true', '1:7 warning true is read as text; put it in quotes'],
    ['post: 007', '1:7 warning 007 is read as text; put it in quotes'],
    ['post: null', '1:7 request null means nothing in YAML; to mean the word, write it in quotes'],
    ['post: ~', '1:7 request ~ means nothing in YAML; to mean the word, write it in quotes'],
  ])('%s is a warning or an error, with its place', async (line, expected) => {
    expect(await postProblems(`${line}\n${TO}`)).toEqual([expected]);
  });

  test('keywords', async () => {
    const problems = await automationProblems(
      'triggers:\n  - type: comment_keyword\n    postId: all\n    keywords: [true, null, ~, NO]\n',
    );
    expect(problems).toEqual(
      expect.arrayContaining([
        '6:16 warning true is read as text; put it in quotes',
        '6:22 error null means nothing in YAML; to mean the word, write it in quotes',
        '6:28 error ~ means nothing in YAML; to mean the word, write it in quotes',
      ]),
    );
    expect(problems.filter((each) => each.startsWith('6:'))).toHaveLength(3);
  });

  test('a media list of a thread has null for a post without media', async () => {
    expect(
      await postProblems(
        'post: "a\\n\\nb"\nplatforms: [twitter]\ntwitterOptions: {thread: true, mediaUrls: [null, https://a.example/b.jpg]}\n',
      ),
    ).toEqual([]);
  });
});

describe('an id that a spreadsheet rounded is an error at its place', () => {
  const ROUNDED = 'is a number that a spreadsheet rounded; format the column as text';
  test.each(['1.80549739224520E+16', '"1.8E+16"', "'1,8E+16'", '1,8E+16'])('postId: %s', async (id) => {
    const problems = await automationProblems(`triggers:\n  - type: comment_keyword\n    postId: ${id}\n`);
    expect(problems).toContainEqual(`5:13 error ${id.replaceAll(/["']/g, '')} ${ROUNDED}`);
  });

  test('a number that ends with zeros is a warning', async () => {
    const problems = await automationProblems(
      'triggers:\n  - type: comment_keyword\n    postId: "18054973922452000"\n',
    );
    expect(problems.find((each) => each.startsWith('5:13 warning'))).toContain('ends with zeros');
  });

  test.each([
    [
      'in scientific notation',
      '1.80549739224520E+16',
      '18054973922452000 is a number that a spreadsheet rounded; format the column as text',
    ],
    [
      'with more digits than JSON keeps',
      '18054973922452013',
      '18054973922452013 is a number with more digits than JSON keeps; put it in quotes',
    ],
  ])('a number of JSON %s', async (_what, id, words) => {
    expect(await postProblems(`{"post":"a","platforms":["bluesky"],"ownId":${id}}`, 'a.json')).toEqual([
      `1:45 request ${words}`,
    ]);
  });
});
