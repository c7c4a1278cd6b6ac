import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toYaml } from '../../../../../src/cli/framework/input/files/yaml-text.ts';
import type { TestDocument } from '../../../../../src/domain/automations/test-automation.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox, type Ran } from '../../../../support/crier.ts';
import { wrongIn } from '../../../../support/hostile/print-checks.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { JOINED_TEXTS } from '../../../../support/network/hostile-answers.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const BREW = `name: Brew guide
triggers:
  - type: comment_keyword
    postId: "17999000000000456"
    keywords: [GUIDE, café]
  - type: dm_keyword
    keywords: [guide]
actions:
  - type: send_dm
    message: "Hello {{recipient_username}}, you wrote {{matched_keyword}}"
  - type: fire_webhook
  - type: send_email
    to: shop@example.com
    subject: "{{trigger_type}} on {{platform}}"
    message: |
      It said:
      {{comment_text}}
`;

const HEART = `name: Heart back
triggers:
  - type: dm_reaction
    emoji: ❤️
  - type: story_reply
    storyId: all
actions:
  - type: send_dm
    message: "{{matched_keyword}}{{comment_text}}"
    messageUrl: https://example.com/text
`;

const FILES = { 'brew.yaml': BREW, 'heart.yaml': HEART, brew: BREW };
const ON_POST = ['--event', 'comment', '--post', '17999000000000456', '--text'];

/** Tests automations in a folder that holds both files. */
function tested(words: readonly string[], around: Around = {}): Promise<Ran> {
  return inFolder(FILES, (folder) => crier(['automations', 'test', ...words], { folder, ...around }));
}

async function found(...words: readonly string[]): Promise<TestDocument['automations']> {
  const { json, stderr } = await tested([...words, '--json']);
  expect(stderr).not.toContain('"error"');
  return (json as TestDocument).automations; // the test run has held it against its schema
}

test('it says which trigger fires, on which keyword, and what each action would say', async () => {
  const around = { isTerminal: true, env: { NO_COLOR: '1' } };
  const { exitCode, stdout, stderr } = await tested(
    ['brew.yaml', ...ON_POST, 'The guide, please!', '--from', '@anna'],
    around,
  );
  expect(exitCode).toBe(0);
  expect(`\n${stdout}`).toBe(`
RESULT        DETAILS
fires         Brew guide: triggers[0] comment_keyword on "GUIDE"
send_dm       Hello anna, you wrote GUIDE
fire_webhook  sends the event to the webhook for automations
send_email    to shop@example.com
              subject: comment_keyword on instagram
              It said:
              The guide, please!
`);
  expect(stderr).toBe('');
});

test('on 40 columns the same is in narrower lines', async () => {
  const { stdout } = await tested(['brew.yaml', ...ON_POST, 'The guide, please!'], {
    isTerminal: true,
    columns: 40,
    env: { NO_COLOR: '1' },
  });
  expect(stdout.split('\n').filter((line) => line.length > 40)).toEqual([]);
  expect(stdout).toContain(`
send_dm       Hello
              {{recipient_username}},
              you wrote GUIDE
`);
});

test('it shows why each trigger does not fire, with the near miss', async () => {
  const { stdout, exitCode } = await tested(['brew.yaml', ...ON_POST, 'A cafe guidebook?', '-o', 'table']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('silent   Brew guide\n');
  expect(stdout).toContain('because  triggers[0] comment_keyword: "café" and "cafe" differ by an accent\n');
  expect(stdout).toMatch(/because {2}triggers\[1\] dm_keyword: it listens for a DM, but this is\s+a comment/);
});

test.each([
  ['a comment on another post', '--event comment --text guide --post id:1', 'this is on 1'],
  [
    'a comment on an unnamed post',
    '--event comment --text guide',
    'add --post 17999000000000456: the trigger only matches that post',
  ],
  ['another emoji', '--event reaction --emoji 🔥', 'it listens for ❤️, but this is 🔥'],
  ['a comment on a story', '--event story-comment --story 5 --text x', 'but this is a comment on a story'],
])('%s fires nothing', async (_what, words, why) => {
  const automations = await found('brew.yaml', 'heart.yaml', ...words.split(' '));
  const silent = { fires: false, actions: [], trigger: null };
  expect(automations).toMatchObject([silent, silent]);
  expect(automations.flatMap(({ misses }) => misses.map((miss) => miss.reason)).join('\n')).toContain(why);
});

test.each([
  ['a DM', '--event dm --text Guide', ['triggers[1]', 'dm_keyword', 'guide']],
  ['a reaction', '--event reaction --emoji ❤', ['triggers[0]', 'dm_reaction', '❤']],
  ['a reply to a story', '--event story-reply', ['triggers[1]', 'story_reply', null]],
  ['a reply to one story', '--event story-reply --story 7 --text x', ['triggers[1]', 'story_reply', null]],
])('%s fires the trigger that waits for it', async (_what, words, expected) => {
  const automations = await found('brew.yaml', 'heart.yaml', ...words.split(' '));
  const firing = automations.filter(({ fires }) => fires);
  expect(firing.map(({ trigger, type, keyword }) => [trigger, type, keyword])).toEqual([expected]);
});

describe('the text that would be sent', () => {
  test('a handle that the event does not carry is empty, also when it is given here', {
    tags: ['M-13'],
  }, async () => {
    const [brew] = await found('brew.yaml', '--event', 'dm', '--text', 'guide', '--from', 'anna');
    expect(brew?.actions[0]?.message).toBe('Hello , you wrote guide');
  });

  test('what a person writes is not filled in again', { tags: ['M-12'] }, async () => {
    const [brew] = await found('brew.yaml', ...ON_POST, 'guide {{sender_username}} {{platform}}');
    expect(brew?.actions[2]?.message).toBe('It said:\nguide {{sender_username}} {{platform}}\n');
  });

  test('what only the network knows stays as it is written, and --from is offered for a handle', async () => {
    const all = 'recipient_username recipient_id sender_username sender_name comment_id comment_sent_at';
    const message = all.replaceAll(/\w+/g, '{{$&}}');
    const text = BREW.replace(/message: "Hello.*/, `message: "${message}"`);
    const { json, stderr } = await inFolder({ 'a.yaml': text }, (folder) =>
      crier(['automations', 'test', 'a.yaml', ...ON_POST, 'guide', '--json'], { folder }),
    );
    expect(json).toMatchObject({ automations: [{ actions: [{ message }, {}, {}] }] });
    expect(stderr).toBe('use --from to set {{recipient_username}}\n');
  });

  test('a DM that its placeholders make too long is a warning, and an email is not', async () => {
    const text = BREW.replace(/message: "Hello.*/, 'message: "{{comment_text}}"');
    const said = `guide ${'x'.repeat(995)}`;
    const { exitCode, stderr } = await inFolder({ 'a.yaml': text }, (folder) =>
      crier(['automations', 'test', 'a.yaml', ...ON_POST, said, '--json'], { folder }),
    );
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ').trim()]).toEqual([
      0,
      expect.stringMatching(
        /^warning: "[^"]+": actions\[0\]\.message must be at most 1,000 bytes of UTF-8, but has 1,001: Instagram refuses a longer DM$/,
      ),
    ]);
  });

  test('a text that is asked for falls back on its template', async () => {
    const { stdout } = await tested(['heart.yaml', '--event', 'reaction', '--emoji', '❤️', '-o', 'table']);
    expect(stdout).toContain(
      `send_dm  requests the text from https://example.com/text; fallback:\n         ❤️\n`,
    );
  });

  test('an empty text is reported as a failure', async () => {
    const { stdout } = await tested(['heart.yaml', '--event', 'story-reply', '-o', 'table']);
    expect(stdout).toContain('fails: the text is empty');
  });
});

describe('expectations', () => {
  const guide = ['brew.yaml', ...ON_POST, 'guide', '--from', 'anna'];
  const nothing = ['brew.yaml', ...ON_POST, 'hello'];
  const several = ['heart.yaml', ...guide];
  test.each([
    ['fires, and it does', guide, '--expect fires', null],
    ['silent, and it is', nothing, '--expect silent', null],
    ['fires, and it does not', nothing, '--expect fires', 'it to fire, but it does not match'],
    ['silent, and it is not', guide, '--expect silent', 'to stay silent, but "Brew guide" fires'],
    ['all are silent', several, '--expect silent', 'of all 2 to stay silent, but "Brew guide" fires'],
    [
      'one of several fires, and none does',
      ['heart.yaml', ...nothing],
      '--expect fires',
      'at least one of 2 to fire, but none matches',
    ],
    ['the one that is named is silent', [...several, '--automation', 'Heart back'], '--expect silent', null],
    ['the given text', guide, '--expect-message=Hello anna, you wrote GUIDE', null],
    [
      'another text is given',
      guide,
      '--expect-message=Hello anna',
      'another message than "Hello anna, you wrote GUIDE"',
    ],
    ['an email is no DM', guide, '--expect-message=It said:\nguide\n', 'another message than'],
    ['something, and no text is given', nothing, '--expect-message=Hello', 'a message, but no DM is sent'],
  ])('%s', async (_what, words, expectation, said) => {
    const flags = expectation.includes('=') ? [expectation] : expectation.split(' ');
    const { exitCode, stdout, error } = await tested([...words, ...flags, '--json']);
    expect(exitCode).toBe(said === null ? 0 : 11);
    expect(stdout).not.toBe('');
    if (said !== null)
      expect(error).toMatchObject({ kind: 'differs', message: expect.stringContaining(`expected ${said}`) });
  });
});

describe('of several files', () => {
  const words = ['brew.yaml', 'heart.yaml', ...ON_POST, 'guide'];

  test('the output names the window that an automation is in', async () => {
    const { stdout } = await tested([...words, '-o', 'table']);
    expect(stdout).toContain('Brew guide (brew.yaml): triggers[0] comment_keyword on "GUIDE"\n');
    expect(stdout).toContain('Heart back (heart.yaml)\n');
  });

  test('the output states what counts: that one fires is enough', async () => {
    const { stderr } = await tested([...words, '--expect', 'fires']);
    expect(stderr).toBe(
      '1 of 2 fires, which meets --expect fires; use --automation <name> to test only\n  one\nuse --from to set {{recipient_username}}\n',
    );
    expect((await tested(words)).stderr).not.toContain('1 of 2');
  });

  test('a name that none of them has is asked about', async () => {
    const { exitCode, stderr } = await tested([...words, '--automation', 'Brew giude']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('crier: no automation named "Brew giude"\n');
    expect(stderr).toMatch(
      /did you mean "Brew guide"\? the names\s+are\s+"Brew\s+guide"\s+or\s+"Heart\s+back"/,
    );
  });
});

test('a story that only one trigger listens to is asked for', async () => {
  const text = HEART.replace('storyId: all', 'storyId: "179"');
  const { stdout } = await inFolder({ 'a.yaml': text }, (folder) =>
    crier(['automations', 'test', 'a.yaml', '--event', 'story-reply', '-o', 'table'], { folder }),
  );
  expect(stdout).toMatch(/triggers\[1\] story_reply: add --story 179: the trigger only matches that\s+story/);
});

describe("a trigger that listens to a post by the service's id of it", () => {
  const [ours, theirs] = ['Lt5nQ8wZ2xRk7VbM3cYp', '17999000000000456'] as const;
  const on = (listens: string, ...words: readonly string[]) =>
    inFolder({ 'a.yaml': BREW.replace(theirs, listens) }, (folder) =>
      crier(['automations', 'test', 'a.yaml', '--event', 'comment', ...words], { folder }),
    );

  test.each([
    ["the network's id", ours, theirs],
    ["the service's id, where it listens to the network's", theirs, ours],
  ])('is unsure of %s, when the words fit', async (_what, listens, post) => {
    const words = ['--text', 'guide', '--post', post];
    const { json, exitCode } = await on(listens, ...words, '--json');
    const why = `cannot be determined here: ${ours} looks like a Service Post ID, and ${theirs} may be the same post; "crier posts get" shows the ids of ${ours}`;
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      automations: [{ fires: null, actions: [], misses: [{ reason: why }, {}] }],
    });
    expect((await on(listens, ...words, '-o', 'tsv')).stdout).toContain('\tunsure\t');
  });

  test.each([
    ['fires on that id', ['--text', 'guide', '--post', ours], true],
    ['is silent on words that do not fit', ['--text', 'hello', '--post', theirs], false],
    ['is silent on another such id', ['--text', 'guide', '--post', ours.toLowerCase()], false],
  ])('%s', async (_what, words, fires) => {
    expect((await on(ours, ...words, '--json')).json).toMatchObject({ automations: [{ fires }] });
  });

  test.each([
    ['--expect silent', 'to stay silent'],
    ['--expect fires', 'it to fire'],
    ['--expect-message x', 'a message'],
  ])('%s is wrong', async (expectation, expected) => {
    const words = ['--text', 'guide', '--post', theirs, ...expectation.split(' ')];
    const { exitCode, error } = await on(ours, ...words, '--json');
    expect(exitCode).toBe(11);
    expect(error).toMatchObject({
      kind: 'differs',
      message: `expected ${expected}, but it cannot be determined offline whether "Brew guide" fires`,
    });
  });
});

test('there is no body to print as it came', async () => {
  for (const what of ['brew.yaml', 'auto_K7pW2mXq9L']) {
    const { exitCode, stdout, stderr } = await crier(
      `automations test ${what} --event dm --text x --sandbox -o raw`,
    );
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('-o raw prints the body of a response, and this command has none');
  }
});

test('a live automation is read, and one that is paused is reported as paused', async () => {
  const asked: string[] = [];
  const shared: Sandbox = {
    ...sandbox,
    close: () => {},
    answer(request) {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return sandbox.answer(request);
    },
  };
  const words = ['auto_D6yJ1sGf5B', '--event', 'dm', '--text', 'x', '--sandbox', '--json'];
  const { json, stderr } = await tested(words, { sandbox: shared });
  expect(json).toMatchObject({ automations: [{ source: 'auto_D6yJ1sGf5B', active: false, fires: false }] });
  expect(asked).toEqual([expect.stringMatching(/^GET .*\/automations\/auto_D6yJ1sGf5B$/)]);
  expect(stderr).toContain('"Wholesale price list" is paused: nothing happens until it is resumed\n');
});

test.each([
  ['brwe', 'no such file: brwe (and not an automation id)'],
  ['K7pW2mXq9L', 'no such file: K7pW2mXq9L (and not an automation id)'],
  ['auto_brew.yaml', 'cannot read auto_brew.yaml: there is no such file'],
  ['folder/auto_K7pW2mXq9L', 'cannot read folder/auto_K7pW2mXq9L: there is no such file'],
  ['auto_1,auto_2', '"auto_1,auto_2" is not an id: it contains a comma'],
])('the service is not asked for %s, which is neither a file nor an id', async (word, said) => {
  const { exitCode, stdout, stderr } = await tested([word, '--event', 'dm', '--text', 'x', '--sandbox'], {
    sandbox: unasked(),
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(said);
});

/** A service that must not be asked. */
function unasked(): Sandbox {
  return {
    ...sandbox,
    answer() {
      throw new Error('the service was asked');
    },
  };
}

test('a live trigger or action of a type that is not known here is not judged', async () => {
  const trigger = (type: string, config: object) => ({ id: 'trg_1', type, active: true, config });
  const action = (type: string, config: object) => ({ id: 'act_1', type, active: true, config });
  const live = async (stored: object) => {
    const { transport } = recordingNetwork({ status: 'success', id: 'auto_1', active: true, ...stored });
    const env = { CRIER_BASE_URL: 'https://api.example.com/api', CRIER_API_KEY: 'KEY-OF-A-TEST' };
    const words = ['auto_1', '--event', 'dm', '--text', 'x', '--json'];
    return (await tested(words, { env, network: transport })).json;
  };
  const unknown = { triggers: [trigger('live_comment', { word: 'x' })], actions: [] };
  expect(await live({ name: 'New', ...unknown })).toMatchObject({
    automations: [
      {
        fires: null,
        misses: [{ trigger: 'triggers[0]', type: 'live_comment', reason: 'cannot be determined offline' }],
      },
    ],
  });
  const actions = [
    action('send_gift', { message: 'Here.' }),
    action('send_email', { to: 'desk@shop.example', message: 'One more.' }),
  ];
  expect(
    await live({ name: '', triggers: [trigger('dm_keyword', { keywords: ['x'] })], actions }),
  ).toMatchObject({
    automations: [
      {
        name: null,
        fires: true,
        actions: [
          { path: 'actions[0]', type: 'send_gift', message: null },
          { path: 'actions[1]', type: 'send_email', subject: null, message: 'One more.' },
        ],
      },
    ],
  });
});

test.each(['brew.yaml', 'brew'])('the file %s is evaluated without the service', async (file) => {
  const around = { sandbox: unasked() };
  const { exitCode } = await tested([file, ...ON_POST, 'guide', '--sandbox'], around);
  expect(exitCode).toBe(0);
});

test('a file that the service would refuse is refused first, with all that is wrong in it', {
  tags: ['AUT-14'],
}, async () => {
  const refused = (...words: readonly string[]) =>
    inFolder({ 'a.yaml': 'name: ""\nx: 1\n' }, (folder) =>
      crier(['automations', 'test', 'a.yaml', '--event', 'dm', '--text', 'x', ...words], { folder }),
    );
  const { exitCode, stdout, error } = await refused('--json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(error).toMatchObject({
    code: 473,
    http: null,
    message: 'a.yaml contains what the service would refuse',
    details: {
      errors: [
        { path: 'triggers' },
        { path: 'actions' },
        { file: 'a.yaml', line: 1, column: 7, path: 'name' },
        { path: 'x' },
      ],
    },
  });
  const { stderr } = await refused();
  expect(stderr).toContain('a.yaml:2:1: x: not a known field');
});

test('a file that cannot be read at all has no code of the service', async () => {
  const { error } = await inFolder({ 'a.yaml': 'name: [a\n' }, (folder) =>
    crier(['automations', 'test', 'a.yaml', '--event', 'dm', '--text', 'x', '--json'], { folder }),
  );
  expect(error).toMatchObject({ kind: 'usage', code: null, message: 'a.yaml has syntax errors' });
});

test.each([
  [['--event', 'comment'], '--event comment needs --text'],
  [['--event', 'dm'], '--event dm needs --text'],
  [['--event', 'reaction'], '--event reaction needs --emoji'],
  [['--event', 'dm', '--text', 'x', '--post', 'id:1'], '--post cannot be used with --event dm'],
  [['--event', 'story-reply', '--emoji', '❤'], '--emoji cannot be used with --event story-reply'],
  [['--event', 'reaction', '--emoji', '❤', '--text', 'x'], '--text cannot be used with --event reaction'],
  [['--event', 'coment', '--text', 'x'], 'did you mean "comment"?'],
  [[], '--event'],
])('%j is refused', async (words, said) => {
  const { exitCode, stderr } = await tested(['brew.yaml', ...words]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(said) });
});

test.each(JOINED_TEXTS.map((text, part) => [part + 1, text] as const))(
  'what strangers write is shown safely, part %i',
  async (_part, text) => {
    const automation = {
      name: text,
      triggers: [{ type: 'dm_keyword', keywords: [`${text} x`, 'guide'] }],
      actions: [{ type: 'send_dm', message: '{{comment_text}}' }],
    };
    const { stdout, stderr } = await inFolder({ 'a.yaml': toYaml(automation) }, (folder) =>
      crier(
        ['automations', 'test', 'a.yaml', '--event', 'dm', '--text', `guide ${text}`, '--expect', 'silent'],
        {
          folder,
          isTerminal: true,
        },
      ),
    );
    expect(stdout).toContain('fires');
    expect(wrongIn(stdout + stderr)).toEqual([]);
  },
);
