import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const GUIDE = `name: Guide
triggers:
  - type: comment_keyword
    postId: all
    keywords: [GUIDE]
actions:
  - type: send_dm
    message: "Hi {{recipient_username}}"
`;

const TESTS = `- event: comment
  text: Guide, please!
  from: mara
  message: Hi mara
- name: other words
  event: comment
  text: guided tours?
  expect: silent
`;

const FILES = { 'guide.yaml': GUIDE, 'guide.test.yaml': TESTS };

/** Runs `automations test` in a folder with the guide, its expectations, and others. */
function tested(words: string, files: Readonly<Record<string, string>> = {}, around: Around = {}) {
  return inFolder({ ...FILES, ...files }, (folder) =>
    crier(['automations', 'test', ...words.split(' ')], { folder, ...around }),
  );
}

/** `guide.test.yaml` with one more expectation. */
const withMore = (fields: string) => ({ 'guide.test.yaml': `${TESTS}- {${fields}}\n` });

test('expectations of a folder are tested, and files without any are named', async () => {
  const around = { isTerminal: true, env: { NO_COLOR: '1' } };
  const { exitCode, stdout, stderr } = await tested(
    '.',
    { 'lonely.yaml': GUIDE, 'feeds.yaml': '[]' },
    around,
  );
  expect(`\n${stdout}`).toBe(`
PLACE                STATUS  EXPECTATION
./guide.test.yaml:1  pass    comment "Guide, please!"
./guide.test.yaml:5  pass    other words
`);
  expect(stderr).toBe('2 expectations in 1 file passed\nwithout expectations: ./lonely.yaml\n');
  expect(exitCode).toBe(0);
});

test.each([
  ['a keyword is missed', 'event: comment, text: guides?, expect: fires', '"GUIDE" is only part of "guides"'],
  [
    'it fires but should not',
    'event: comment, text: guide, expect: silent',
    'expected to stay silent, but "Guide" fires',
  ],
  [
    'the message is another one',
    'event: comment, text: guide, from: ida, message: Hello',
    'expected another message than "Hi ida"',
  ],
  [
    'its automation is not there',
    'event: comment, text: guide, automation: Guides, expect: silent',
    'no automation is named "Guides"',
  ],
])('an expectation fails when %s, and the others are tested', async (_when, fields, reason) => {
  const { exitCode, json } = await tested('guide.yaml --json', withMore(fields));
  expect(exitCode).toBe(11);
  expect(json).toMatchObject({ passed: 2, failed: 1 });
  const { tests } = json as { tests: readonly { line: number; reason: string | null }[] };
  expect(tests.map((each) => each.line)).toEqual([1, 5, 9]);
  expect(tests[2]?.reason).toContain(reason);
});

test('a JUnit report has a case for each expectation, and an error when a file cannot be read', async () => {
  await inFolder({ ...FILES, ...withMore('event: comment, text: "<x>", expect: fires') }, async (folder) => {
    const report = () => readFileSync(join(folder, 'out.xml'), 'utf8');
    const line = 'automations test guide.test.yaml --junit out.xml';
    expect((await crier(line, { folder })).exitCode).toBe(11);
    expect(report()).toContain('<testsuites tests="3" failures="1"');
    expect(report()).toContain('name="guide.test.yaml: comment &quot;&lt;x&gt;&quot;"');
    writeFileSync(join(folder, 'guide.yaml'), 'name: [');
    expect((await crier(line, { folder })).exitCode).toBe(2);
    expect(report()).toContain('errors="1"');
  });
});

test.each([
  ['without a text', 'event: comment, expect: fires', 'guide.test.yaml:9:3: event comment needs text'],
  ['that expects nothing', 'event: dm, text: guide', 'write what is expected'],
  [
    'with a message of silence',
    'event: dm, text: a, expect: silent, message: b',
    'a message cannot be expected',
  ],
  ['with a field that is not known', 'event: dm, text: a, expects: fires', 'guide.test.yaml:9:'],
  ['of an unknown event', 'event: mention, text: a, expect: fires', 'guide.test.yaml:9:'],
])('an expectation %s is an error of its file, for test and check', async (_what, fields, words) => {
  await inFolder({ ...FILES, ...withMore(fields) }, async (folder) => {
    const { exitCode, stderr } = await crier('automations test .', { folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
    const { json } = await crier('automations check . --json', { folder });
    expect(json).toMatchObject({ errors: 1, problems: [{ file: './guide.test.yaml', line: 9 }] });
  });
});

test.each([
  ['there are none', 'lonely.yaml', 'there are no expectations: lonely.test.yaml does not exist'],
  ['no automations are beside them', 'other.test.yaml', 'it tests those of other.yaml'],
  ['details of an event have no event', '. --text guide', '--text needs --event'],
  ['an id has none', 'auto_K7pW2mXq9L', 'ids are tested with --event'],
  ['a report would be between the results', 'guide.yaml --junit -', 'standard output has the results'],
  ['a report is of one event', 'guide.yaml --event dm --text a --junit x', '--junit is for expectations'],
])('nothing is tested when %s', async (_when, words, message) => {
  const { exitCode, stderr } = await tested(words, { 'lonely.yaml': GUIDE, 'other.test.yaml': TESTS });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test('expectations are no automations: diff, and a test of one event, pass them over', async () => {
  const { json } = await tested('. --event comment --text guide --json');
  expect(json).toMatchObject({ automations: [{ source: './guide.yaml', fires: true }] });
  const { stdout, stderr } = await inFolder(FILES, (folder) =>
    crier('automations diff . --sandbox', { folder }),
  );
  expect(stderr).not.toContain('guide.test.yaml');
  expect(stdout).toContain('Guide');
});

test('with --watch they are tested again when a file changes, also after one with an error', async () => {
  await inFolder(FILES, async (folder) => {
    const file = join(folder, 'guide.yaml');
    const changes = ['name: [', GUIDE.replace('GUIDE', 'GUIDED'), null, GUIDE];
    const end = new AbortController();
    const clock: Around['clock'] = {
      now: () => 0,
      steady: () => 0,
      async sleep() {
        const next = changes.shift();
        if (next === undefined) end.abort('interrupted');
        end.signal.throwIfAborted();
        if (typeof next === 'string') writeFileSync(file, next);
      },
    };
    const line = 'automations test guide.yaml --watch -o ndjson';
    const { stdout, stderr } = await crier(line, { folder, clock, signal: end.signal });
    const lines = stdout.split('\n').filter((each) => each.startsWith('{'));
    expect(lines.map((each) => /"status":"(\w+)"/.exec(each)?.[1])).toEqual([
      ...['pass', 'pass'],
      ...['fail', 'fail'],
      ...['pass', 'pass'],
    ]);
    expect(stderr).toContain('guide.yaml has syntax errors');
    expect(stderr).toContain('2 of 2 expectations failed');
  });
});
