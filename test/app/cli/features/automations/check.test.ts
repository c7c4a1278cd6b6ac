import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type {
  AutomationCheckDocument,
  Problem,
} from '../../../../../src/cli/features/automations/check-files.ts';
import { toYaml } from '../../../../../src/cli/framework/input/files/yaml-text.ts';
import { findAutomationFaults } from '../../../../../src/domain/automations/automation-entries.ts';
import { formatFault } from '../../../../../src/domain/requests/find-body-faults.ts';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { wrongIn } from '../../../../support/hostile/print-checks.ts';
import { checkInFolder, inFolder } from '../../../../support/in-folder.ts';
import { JOINED_TEXTS } from '../../../../support/network/hostile-answers.ts';

const GOOD = `name: Brew guide
triggers:
  - type: comment_keyword
    postId: all
    keywords: [GUIDE]
actions:
  - type: send_dm
    message: Here it is
`;

/** Ten things are wrong with it, and four hardly meant. */
const TEN = `descripton: Sends the guide
active: true
triggers:
  - type: comment_keywords
    postId: all
  - type: comment_keyword
    postId: ALL
    keywords: [RECIPE, "", recipe]
  - type: comment_keyword
    postId: 17999000000000456
  - type: story_reply
actions:
  - type: send_dm
    message: "Hi {{recipent_username}}"
    timeoutMs: 9000
  - type: send_email
    to: shop
    message: "{{comment_text}}"
    dedupWindowMinutes: 600000
`;

const check = (
  files: Readonly<Record<string, string>>,
  words: string | readonly string[],
  around: Around = {},
): Promise<Ran> => checkInFolder('automations', files, { words, around });

async function problems(text: string, words = 'a.yaml'): Promise<readonly Problem[]> {
  const { json } = await check({ 'a.yaml': text }, `${words} --json`);
  return (json as AutomationCheckDocument).problems; // the test run has held it against its schema
}

test('everything is reported at once: its place, the text of the service, the nearest name', {
  tags: ['AUT-14'],
}, async () => {
  const { stdout, stderr } = await check({ 'ten.yaml': TEN }, 'ten.yaml', {
    isTerminal: true,
    env: PLAIN,
  });
  expect(`\n${stdout}`).toBe(`
PLACE           SEVERITY  MESSAGE
ten.yaml:1:1    error     descripton: not a known field; did you mean
                          "description"?
ten.yaml:2:1    error     active: not a known field
ten.yaml:4:11   error     triggers[0].type: must be one of comment_keyword,
                          story_reply, story_comment, dm_reaction, dm_keyword;
                          did you mean "comment_keyword"?
ten.yaml:7:13   error     triggers[1].postId: must be a post id or exactly "all"
ten.yaml:8:24   error     triggers[1].keywords[1]: must not be blank
ten.yaml:8:28   warning   triggers[1].keywords[2]: is equivalent to the keyword
                          "RECIPE"
ten.yaml:9:5    error     triggers[2].keywords: is required
ten.yaml:10:13  warning   17999000000000456 is read as text; put it in quotes
ten.yaml:11:5   warning   triggers[3]: storyId is missing, which means every
                          story but is deprecated: write storyId: all
ten.yaml:14:14  error     actions[0].message: unknown placeholder
                          {{recipent_username}}; did you mean
                          "recipient_username"?
ten.yaml:15:16  error     actions[0].timeoutMs: must be at most 5000
ten.yaml:15:16  warning   actions[0].timeoutMs: has no effect without messageUrl
ten.yaml:17:9   error     actions[1].to: must be an email address
ten.yaml:19:25  error     actions[1].dedupWindowMinutes: must be at most 525600
`);
  expect(stderr).toBe('crier: 10 errors and 4 warnings in ten.yaml\n');
});

const PLAIN = { NO_COLOR: '1' };

test('on 40 columns a problem is below its place, and nothing is cut', async () => {
  const around = { isTerminal: true, columns: 40, env: PLAIN };
  const { stdout } = await check({ 'ten.yaml': TEN }, 'ten.yaml', around);
  expect(stdout.split('\n').filter((line) => line.length > 40)).toEqual([]);
  expect(stdout).toContain(`
ten.yaml:14:14  error
  actions[0].message: unknown
  placeholder {{recipent_username}}; did
  you mean "recipient_username"?
`);
});

test('its words and paths are those of the one check that the service has too', {
  tags: ['AUT-14'],
}, async () => {
  const value = parse(TEN.replace('17999000000000456', '"17999000000000456"'));
  const lines = findAutomationFaults(value, { kind: 'new' }).map(formatFault);
  const errors = (await problems(TEN)).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ path, message }) => `${path}: ${message}`).toSorted()).toEqual(lines.toSorted());
});

test('programs get a file, a line and a column, in a pipe as well', async () => {
  const { stdout } = await check({ 'ten.yaml': TEN }, 'ten.yaml');
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'file\tline\tcolumn\tseverity\tautomation\tpath\tmessage\tsuggestion',
    'ten.yaml\t1\t1\terror\t1\tdescripton\tnot a known field\tdescription',
  ]);
});

test('the document counts what it looked at', async () => {
  const { json, error, exitCode } = await check({ 'ten.yaml': TEN, 'good.yaml': GOOD }, '. --json');
  expect(json).toMatchObject({ files: 2, automations: 2, errors: 10, warnings: 4 });
  expect({ exitCode, error }).toMatchObject({ exitCode: 11, error: { kind: 'differs', http: null } });
});

const WARNED = `${GOOD}    timeoutMs: 5\n`;

test.each([
  ['nothing is wrong', GOOD, 'a.yaml', 0, '1 automation in 1 file, no errors\n'],
  ['nothing is wrong, quietly', GOOD, 'a.yaml -q', 0, ''],
  ['nothing is wrong, for a spreadsheet', GOOD, 'a.yaml -o csv', 0, '1 automation in 1 file, no errors\n'],
  ['nothing is wrong, for a program that counts', GOOD, 'a.yaml --json', 0, ''],
  ['only a warning', WARNED, 'a.yaml', 0, '1 warning in a.yaml; --strict makes this exit 11\n'],
  ['a warning, strictly', WARNED, 'a.yaml --strict', 11, 'crier: 1 warning in a.yaml\n'],
  ['an error', `x: y\n${GOOD}`, 'a.yaml', 11, 'crier: 1 error in a.yaml\n'],
  ['how it is written', 'name: [a\n', 'a.yaml', 11, 'crier: 1 error in a.yaml\n'],
])('%s', async (_what, text, words, code, said) => {
  const { exitCode, stderr } = await check({ 'a.yaml': text }, words);
  expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: said });
});

test('when nothing is wrong, a table reports it', async () => {
  const files = { 'a.yaml': GOOD, 'b.yaml': GOOD.replace('GUIDE', 'RECIPE') };
  const { stdout, stderr } = await check(files, '. -o table');
  expect([stdout, stderr]).toEqual(['2 automations in 2 files, no errors\n', '']);
});

describe('what is looked at', () => {
  const files = {
    'b.yml': `x: 1\n${GOOD}`,
    'a.json': '{"y": 1, "triggers": [], "actions": []}',
    'notes.txt': 'z: 1',
    'deep/c.yaml': 'w: 1',
    'folder.yaml/d.yaml': 'v: 1',
  };

  const looked = async (words: string, around?: Around) => {
    const { json } = await check(files, `${words} --json`, around);
    return [...new Set((json as AutomationCheckDocument).problems.map(({ file }) => file))]; // held against its schema
  };

  test.each([
    ['the files of a folder, not of those in it', '.', ['./a.json', './b.yml']],
    ['several, in the order in which they are named', 'b.yml deep', ['b.yml', 'deep/c.yaml']],
    ['each once, however it is written', './b.yml . b.yml deep/../b.yml', ['./b.yml', './a.json']],
    ['any name that is given', 'notes.txt', ['notes.txt']],
    ['a folder with a slash behind it', 'deep/', ['deep/c.yaml']],
  ])('%s', async (_what, words, expected) => {
    expect(await looked(words)).toEqual(expected);
  });

  test('no named pipe, which would be waited for', async () => {
    await inFolder({ 'a.yaml': 'x: 1\n' }, async (folder) => {
      execFileSync('mkfifo', [join(folder, 'b.yaml')]);
      const { json } = await crier('automations check . --json', { folder });
      expect(json).toMatchObject({ files: 1 });
    });
  });

  test('standard input', async () => {
    expect(await looked('-', { stdin: 'x: 1\n' })).toEqual(['standard input']);
  });

  test.each([
    ['nowhere.yaml', 'cannot read nowhere.yaml: there is no such file'],
    ['empty', 'there are no .yaml, .yml or .json files in empty'],
    ['empty', 'subfolders are not searched'],
    ['brands', 'subfolders are not searched: give brands/harbour and brands/primary'],
    ['', '<file> is missing'],
  ])('%s cannot be looked at', async (words, said) => {
    const { exitCode, stdout, stderr } = await check(
      { 'empty/x.txt': '', 'brands/primary/x.yaml': '', 'brands/harbour/x.yaml': '' },
      words.split(' ').filter(Boolean),
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(said);
  });
});

describe('several automations', () => {
  test('of one file are distinguished by their place in it', async () => {
    const found = await problems(`${GOOD}---\nx: 1\n${GOOD}`);
    expect(found.filter(({ severity }) => severity === 'error')).toMatchObject([
      { line: 10, automation: 2, path: 'x', suggestion: null },
    ]);
  });

  test('that answer the same comments by DM are warned of, across files', async () => {
    const other = GOOD.replace('Brew guide', 'Recipes').replace('[GUIDE]', '[RECIPE, guide]');
    const { json } = await check({ 'a.yaml': GOOD, 'b.yaml': other }, 'a.yaml b.yaml --json');
    expect(json).toMatchObject({
      errors: 0,
      problems: [{ file: 'b.yaml', line: 5, severity: 'warning', path: 'triggers[0].keywords[1]' }],
    });
  });

  test('that are one, named twice, are not warned of against each other', async () => {
    const { json } = await check({ 'a.yaml': GOOD }, 'a.yaml ./a.yaml . --json');
    expect(json).toMatchObject({ files: 1, automations: 1, warnings: 0 });
  });

  test('with too many keywords to compare in reasonable time, that is reported', async () => {
    const keywords = Array.from({ length: 2_001 }, (_, at) => `k${at}`).join(', ');
    expect(await problems(GOOD.replace('GUIDE', keywords))).toMatchObject([
      { severity: 'warning', message: 'too many keywords (2001) to check for rules that can never win' },
    ]);
  });

  test('one without a name is called by its place', async () => {
    const nameless = GOOD.replace('name: Brew guide\n', '');
    const [problem] = await problems(`${nameless}---\n${GOOD}`);
    expect(problem?.message).toContain('"number 1 in a.yaml"');
  });
});

describe('--update', () => {
  test('takes parts of an automation, and a platform, which is not sent', async () => {
    expect(await problems('platform: instagram\nname: New\n', 'a.yaml --update')).toEqual([]);
    expect(await problems('name: New\n')).toMatchObject([{ path: 'triggers' }, { path: 'actions' }]);
  });

  test('a file that changes nothing is wrong', async () => {
    expect(await problems('platform: instagram\n', 'a.yaml --update')).toMatchObject([
      { path: null, message: 'there is nothing to update' },
    ]);
  });
});

describe('what flags call otherwise', () => {
  test.each([
    ['on: comment', 'in files, use the type of a trigger'],
    ['keyword: GUIDE', 'in files, use keywords, a list in a trigger'],
    ['dm: Hello', 'in files, use an action of type send_dm with a message'],
    ['post: all', 'in files, use the postId of a trigger'],
    ['message-url: https://shop.example', 'in files, use the messageUrl of an action'],
  ])('%s', async (line, place) => {
    const found = await problems(`${GOOD}${line}\n`);
    expect(found).toMatchObject([{ message: `not a known field; ${place}`, suggestion: null }]);
  });

  test.each([
    [GOOD.replace('comment_keyword', 'dm'), 'triggers[0].type', 'dm_keyword'],
    [GOOD.replace('send_dm', 'webhook'), 'actions[0].type', 'fire_webhook'],
    [GOOD.replace('postId', 'post'), 'triggers[0].post', 'postId'],
    [GOOD.replace('keywords', 'on'), 'triggers[0].on', null],
    [`${GOOD}toString: x\n`, 'toString', null],
  ])('%#: the name that was meant', async (text, path, suggestion) => {
    expect(await problems(text)).toContainEqual(expect.objectContaining({ path, suggestion }));
  });

  test('is reported for a file that is to be created, too', async () => {
    const { stderr } = await inFolder({ 'a.yaml': `${GOOD}on: comment\n` }, (folder) =>
      crier(['automations', 'create', '-f', 'a.yaml', '--sandbox'], { folder }),
    );
    expect(stderr).toContain('in files, use the type of a trigger');
  });
});

test.each([
  ['under config', { config: {} }],
  ['beside type', { storyId: 'all' }],
  ['both', { storyId: 'all', config: { storyId: 'all' } }],
])('an answer of the service is known for what it is: %s', async (_what, fields) => {
  const stored = { triggers: [{ id: 'trg_1', type: 'story_reply', active: true, ...fields }], actions: [] };
  const found = await problems(toYaml(stored));
  expect(found[0]).toMatchObject({
    severity: 'warning',
    line: 1,
    message: expect.stringContaining('--as yaml'),
  });
});

test.each(JOINED_TEXTS.map((text, part) => [part + 1, text] as const))(
  'what files of strangers hold is shown safely, part %i',
  async (_part, text) => {
    const automation = {
      [text]: text,
      name: text,
      triggers: [
        { type: text },
        { type: 'comment_keyword', [text]: text, postId: text, keywords: [text, text] },
      ],
      actions: [{ type: 'send_dm', message: `{{${text}}}`, messageUrl: text }],
    };
    const files = { 'a.yaml': toYaml(automation) };
    const { stdout, stderr, exitCode } = await check(files, 'a.yaml', { isTerminal: true });
    expect(exitCode).toBe(11);
    expect(wrongIn(stdout + stderr)).toEqual([]);
  },
);
