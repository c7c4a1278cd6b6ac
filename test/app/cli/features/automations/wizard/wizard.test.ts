import { describe, expect, test } from 'vitest';
import { CrierError } from '../../../../../../src/errors.ts';
import { SPRING_BLEND_ON_INSTAGRAM } from '../../../../../../src/sandbox/demo/spring-blend.ts';
import { crier, openTestSandbox } from '../../../../../support/crier.ts';
import { type PromptScript, scriptedPrompts } from '../../../../../support/terminal/scripted-prompts.ts';
import {
  CONFIRM_CREATION,
  createWizardRunner,
  REEL,
  STORY,
  TERMINAL_USER,
} from '../../../../../support/terminal/wizard-runner.ts';

const { runWizard, takeCreated, openShared } = createWizardRunner();

/** Answers a dry run. @returns the body that it shows at the end */
async function planWizard(words: readonly string[], script: readonly PromptScript[]): Promise<unknown> {
  const answers = [...script, 'Is this correct? → Yes'];
  const { json, unused, stderr } = await runWizard([...words, '--dry-run', '--json'], answers);
  expect({ unused, stderr }).toMatchObject({ unused: [] });
  return (json as { request: { body: unknown } }).request.body; // the form of a dry run
}

const PATHS: readonly (readonly [
  what: string,
  words: readonly string[],
  script: readonly PromptScript[],
  expected: object,
])[] = [
  [
    'a comment is answered by a DM, its name taken as it is suggested',
    [],
    [
      'What should it do? → Answer a comment with a DM',
      'Which post → Every post',
      'Keywords → GUIDE , recipe',
      'What does the DM say? → Here it is.',
      'What is its name? → ',
    ],
    {
      name: 'Comment with GUIDE, recipe',
      triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['GUIDE', 'recipe'] }],
      actions: [{ type: 'send_dm', message: 'Here it is.' }],
    },
  ],
  [
    "a post is picked from the account's own",
    ['--keyword', 'GUIDE', '--on', 'comment', '--dm', 'Here', '--name', 'Picked'],
    ['Which post → Swan or dove?'],
    {
      name: 'Picked',
      triggers: [{ type: 'comment_keyword', postId: REEL, keywords: ['GUIDE'] }],
      actions: [{ type: 'send_dm', message: 'Here' }],
    },
  ],
  [
    'a reply to one story is thanked for',
    [],
    [
      'What should it do? → Thank people',
      `Which story? → ${STORY}`,
      'What does the DM say? → Two lines\nof thanks',
      'What is its name? → Thanks',
    ],
    {
      name: 'Thanks',
      triggers: [{ type: 'story_reply', storyId: STORY }],
      actions: [{ type: 'send_dm', message: 'Two lines\nof thanks' }],
    },
  ],
  [
    'words in DMs are answered, as a menu does',
    [],
    [
      'What should it do? → a keyword in a DM',
      'Keywords → MENU',
      'What does the DM say? → Write HOURS or PRICES.',
      'What is its name? → Menu',
    ],
    {
      name: 'Menu',
      triggers: [{ type: 'dm_keyword', keywords: ['MENU'] }],
      actions: [{ type: 'send_dm', message: 'Write HOURS or PRICES.' }],
    },
  ],
  [
    'from nothing, every kind of trigger and action, one after the other',
    [],
    [
      'What should it do? → Start from scratch',
      'What does it react to? → A comment with a keyword',
      'Which post → by id',
      'What is the id of the post? → 17999000000000456',
      'not among the latest → Yes, use it',
      'Keywords → INFO',
      'React to anything else? → A reply to a story',
      'Which story? → Every story',
      'React to anything else? → A comment on a story',
      'Which story? → Every story',
      'Keywords → ',
      'React to anything else? → A reaction to a DM',
      'Emoji → ❤️',
      'React to anything else? → A DM with a keyword',
      'Keywords → INFO',
      'React to anything else? → No, continue',
      'What should it do then? → Fire a webhook',
      'When should the webhook be called? → when all actions are done',
      'Do anything else? → Send an email',
      'What is the email address? → desk@kestrellane.example',
      'Subject → ',
      'What does the email say? → {{recipient_username}} asked',
      'Do anything else? → No, continue',
      'What is its name? → Everything',
    ],
    {
      name: 'Everything',
      triggers: [
        { type: 'comment_keyword', postId: '17999000000000456', keywords: ['INFO'] },
        { type: 'story_reply', storyId: 'all' },
        { type: 'story_comment', storyId: 'all' },
        { type: 'dm_reaction', emoji: '❤️' },
        { type: 'dm_keyword', keywords: ['INFO'] },
      ],
      actions: [
        { type: 'fire_webhook', sendCompletedEvent: true },
        { type: 'send_email', to: 'desk@kestrellane.example', message: '{{recipient_username}} asked' },
      ],
    },
  ],
  [
    'flags that say what it does are asked about no more: trigger and name are',
    ['--dm', 'Hello'],
    [
      'What does it react to? → A reaction to a DM',
      'Emoji → ',
      'React to anything else? → No, continue',
      'What is its name? → Any emoji',
    ],
    {
      name: 'Any emoji',
      triggers: [{ type: 'dm_reaction' }],
      actions: [{ type: 'send_dm', message: 'Hello' }],
    },
  ],
  [
    'an email without its text is completed',
    ['--on', 'reaction', '--email', 'a@b.example', '--email-subject', 'A heart', '--name', 'Mail'],
    ['What does the email say? → Somebody liked it'],
    {
      name: 'Mail',
      triggers: [{ type: 'dm_reaction' }],
      actions: [
        {
          type: 'send_email',
          to: 'a@b.example',
          subject: 'A heart',
          message: 'Somebody liked it',
        },
      ],
    },
  ],
];

describe('the wizard of automations create', () => {
  test.each(PATHS)('%s', async (_what, words, script, expected) => {
    expect(await planWizard(words, script)).toEqual({ platform: 'instagram', ...expected });
  });

  test('with --yes, the last question is not asked', async () => {
    const words = ['--on', 'comment', '--post', 'all', '--dm', 'Hi', '--name', 'Quick', '--yes'];
    const run = await runWizard(words, [['Keywords', 'GO']]);
    expect(await takeCreated(run)).toMatchObject({ name: 'Quick' });
  });

  test('with --paused, the output has it, and the new automation is paused', async () => {
    const run = await runWizard(
      ['--paused', '--on', 'comment', '--post', 'all', '--dm', 'Hi', '--name', 'Later'],
      [['Keywords', 'LATER'], CONFIRM_CREATION],
    );
    expect(run.stderr).toContain('when it is created, and is paused at once');
    expect(run.stderr).toMatch(/^crier automations create .* --paused$/m);
    expect(run.stdout).toContain('paused');
    await takeCreated(run);
  });
});

/** A post of the demo company, and its copy on instagram. */
const SERVICE_ID = 'Sp7kQm2XvLr9TzBd4HnW';
const NETWORK_ID = SPRING_BLEND_ON_INSTAGRAM.socialPostId;

const ANSWERED = ['--on', 'comment', '--post', 'all', '--name', 'Checked'];

describe('each answer is checked as it is given, in the words of the service', { tags: ['AUT-14'] }, () => {
  test.each([
    ['no keyword', ['--dm', 'Hi'], 'Keywords', ' , ', 'must have at least one keyword', 'GO'],
    [
      'an unknown placeholder, with the nearest one',
      ['--keyword', 'GO'],
      'What does the DM say?',
      'Hi {{recipient_usernam}}',
      'unknown placeholder {{recipient_usernam}}; did you mean "recipient_username"?',
      'Hi',
    ],
    ['a blank message', ['--keyword', 'GO'], 'What does the DM say?', '', 'must not be blank', 'Hi'],
  ])('%s', { tags: ['AUT-12'] }, async (_what, words, question, wrong, fault, right) => {
    const run = await runWizard(
      [...ANSWERED, ...words],
      [...mayStart(words), [question, wrong], [question, right], ...mayEnd(words), CONFIRM_CREATION],
    );
    expect(run.transcript).toContain(`! ${fault}`);
    await takeCreated(run);
  });

  /** Without an action, its kind is asked for first, and whether there is another. */
  function mayStart(words: readonly string[]): readonly PromptScript[] {
    return words.includes('--dm') ? [] : [['What should it do then?', 'Send a DM']];
  }
  function mayEnd(words: readonly string[]): readonly PromptScript[] {
    return words.includes('--dm') ? [] : [['Do anything else?', 'No']];
  }

  test.each(['Answer a comment with a DM', 'Answer a keyword in a DM'])(
    'no text goes out that the user did not write: %s',
    async (start) => {
      const before: readonly PromptScript[] = start.includes('comment') ? [['Which post', 'Every post']] : [];
      const { transcript } = await runWizard(
        [],
        [['What should it do?', start], ...before, ['Keywords', 'GO'], ['What does the DM say?', '']],
      );
      expect(transcript).toContain('! must not be blank');
    },
  );

  test.each([
    ['all in capitals', 'ALL', 'must be a post id or exactly "all"; did you mean "all"?'],
    ['an id with nothing in it', '', 'must be a post id or exactly "all"'],
  ])('%s: "%s" is no id', { tags: ['AUT-07', 'M-05'] }, async (_rule, wrong, fault) => {
    const run = await runWizard(
      ['--on', 'comment', '--keyword', 'GO', '--dm', 'Hi', '--name', 'Checked'],
      [['Which post', 'by id'], ['What is the id', wrong], ['What is the id', REEL], CONFIRM_CREATION],
    );
    expect(run.transcript.find((line) => line.startsWith('!'))).toContain(fault);
    expect(await takeCreated(run)).toMatchObject({ triggers: [{ postId: REEL }] });
  });

  test('an address, and a subject of one line', { tags: ['AUT-10'] }, async () => {
    const run = await runWizard(
      ['--on', 'reaction', '--name', 'Checked'],
      [
        ['What should it do then?', 'Send an email'],
        ['What is the email address?', 'nobody'],
        ['What is the email address?', 'desk@kestrellane.example'],
        ['Subject', '{{nope}}'],
        ['Subject', 'A heart'],
        ['What does the email say?', 'Look'],
        ['Do anything else?', 'No'],
        CONFIRM_CREATION,
      ],
    );
    expect(run.transcript.filter((line) => line.startsWith('!'))).toEqual([
      '! must be an email address',
      '! unknown placeholder {{nope}}',
    ]);
    await takeCreated(run);
  });
});

const WHOLE = ['--on', 'comment', '--keyword', 'GO', '--name', 'Changing'];
const BEGIN = [
  'Which post → Every post',
  'What should it do then? → Send a DM',
  'What does the DM say? → Hello',
  'Do anything else? → No',
];
const CHANGE = 'Is this correct? → Change something';

describe('before it is created, anything can be changed', () => {
  test.each<readonly [string, readonly string[], object]>([
    ['its name', ['want to change → Its name', 'What is its name? → Changed'], { name: 'Changed' }],
    [
      'its description',
      ['want to change → Add a description', 'What is it for? → the spring blend'],
      { description: 'the spring blend' },
    ],
    [
      'a trigger, which is put into the place of another',
      [
        'want to change → When: ',
        'want to do with it → another one',
        'react to → A DM with',
        'Keywords → YES',
      ],
      { triggers: [{ type: 'dm_keyword', keywords: ['YES'] }] },
    ],
    [
      'a trigger, whose answers are suggested',
      [
        'want to change → When: ',
        'want to do with it → Edit it',
        'Which post → Keep: Every post',
        'Keywords → ',
        CHANGE,
        'want to change → When: ',
        'want to do with it → Edit it',
        'Which post → Swan or dove?',
        'Keywords → GO, WENT',
        CHANGE,
        'want to change → When: ',
        'want to do with it → Edit it',
        'Which post → Keep: ',
        'Keywords → ',
      ],
      { triggers: [{ type: 'comment_keyword', postId: REEL, keywords: ['GO', 'WENT'] }] },
    ],
    ['its name, which is suggested', ['want to change → Its name', 'its name? → '], { name: 'Changing' }],
    [
      'a trigger more, of which one is taken away again',
      [
        'want to change → Add a trigger',
        'react to → A reaction',
        'Emoji → ',
        CHANGE,
        'want to change → When: a comment',
        'want to do with it → Remove it',
      ],
      { triggers: [{ type: 'dm_reaction' }] },
    ],
    [
      'an action more',
      ['want to change → Add an action', 'do then → Fire a webhook', 'be called → When it fires one event'],
      { actions: [{ type: 'send_dm', message: 'Hello' }, { type: 'fire_webhook' }] },
    ],
    [
      'what a DM says, which is offered to be edited',
      ['want to change → Then: ', 'want to do with it → Edit it', 'What does the DM say? → Good day'],
      { actions: [{ type: 'send_dm', message: 'Good day' }] },
    ],
    [
      'how often an action happens',
      ['want to change → Then: ', 'want to do with it → Change how often', 'How often → Once a day'],
      { actions: [{ type: 'send_dm', message: 'Hello', dedupWindowMinutes: 1440 }] },
    ],
    [
      'how often, in minutes that are checked',
      [
        'want to change → Then: ',
        'want to do with it → Change how often',
        'How often → Another number',
        'how many minutes → often',
        'how many minutes → 525601',
        'how many minutes → 90',
      ],
      { actions: [{ type: 'send_dm', message: 'Hello', dedupWindowMinutes: 90 }] },
    ],
    [
      'an action, in whose place another is put',
      [
        'want to change → Then: ',
        'want to do with it → another one',
        'do then → Fire a webhook',
        'be called → when all actions are done',
        CHANGE,
        'want to change → Then: ',
        'want to do with it → Edit it',
        'be called → When it fires one event',
      ],
      { actions: [{ type: 'fire_webhook' }] },
    ],
    [
      'nothing, after all',
      ['want to change → Nothing', CHANGE, 'want to change → Then: ', 'want to do with it → Keep it'],
      { actions: [{ type: 'send_dm', message: 'Hello' }] },
    ],
  ])('%s', { tags: ['AUT-11'] }, async (_what, script, expected) => {
    const whole = {
      platform: 'instagram',
      name: 'Changing',
      triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['GO'] }],
      actions: [{ type: 'send_dm', message: 'Hello' }],
    };
    expect(await planWizard(WHOLE, [...BEGIN, CHANGE, ...script])).toEqual({ ...whole, ...expected });
  });

  test('the last trigger and the last action cannot be taken away', async () => {
    const away = [CHANGE, 'want to change → When: ', 'want to do with it → Remove it'];
    const { exitCode, stderr } = await runWizard([...WHOLE, '--dry-run'], [...BEGIN, ...away]);
    expect(exitCode).toBe(1); // the script asked for a choice that is not there
    expect(stderr).toContain('"Remove it" is 0 of the choices');
  });
});

describe('an id that is typed', () => {
  const words = ['--on', 'comment', '--keyword', 'GO', '--dm', 'Hi', '--name', 'Typed'];
  test.each([
    ["is taken where it is one of the account's", [`What is the id → ${REEL}`], REEL],
    [
      'becomes that of the network where it is one of the service',
      [`What is the id → ${SERVICE_ID}`],
      NETWORK_ID,
    ],
    [
      'is prompted for where it is unknown',
      [
        'What is the id → 17999000000000456',
        'not among the latest → No, another id',
        'What is the id → 17999000000000789',
        'not among the latest → Yes, use it',
      ],
      '17999000000000789',
    ],
  ])('%s', async (_what, script, postId) => {
    const body = await planWizard(words, ['Which post → by id', ...script]);
    expect(body).toMatchObject({ triggers: [{ postId }] });
  });
});

describe('nothing is sent', () => {
  test('when the person leaves', async () => {
    const run = await runWizard(WHOLE, [...BEGIN, 'Create it? → No, leave']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(/^name: Changing\n.*^crier automations create .*nothing was created/ms);
  });

  test('when the user interrupts it, with a message', async () => {
    const stop = new CrierError('interrupted', 'interrupted');
    const run = await runWizard(WHOLE, [...BEGIN, ['Create it?', stop]]);
    expect(run).toMatchObject({ exitCode: 130, stdout: '' });
    expect(run.stderr).toContain('crier: interrupted, nothing was created');
  });

  test('with --dry-run, which shows the plan at the end, and does not mention going live', async () => {
    const run = await runWizard([...WHOLE, '--dry-run'], [...BEGIN, 'Is this correct? → Yes']);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^would create 1 automation; nothing is sent .*^name +Changing$/ms);
    expect(run.stderr).not.toContain('live');
    expect(run.stderr).toMatch(/^crier automations create --sandbox --name Changing /m);
  });

  test.each([
    ['account set instagram --unlinked', /has no linked account on this platform\nerror {2}471/],
    ['plan premium', /468/],
  ])('before anything is asked, where nothing could be created: %s', async (breaking, said) => {
    const prompts = scriptedPrompts([]);
    const own = await openTestSandbox();
    const around = { sandbox: { ...own, close: () => {} }, ...TERMINAL_USER, prompts: prompts.open };
    await crier(`sandbox ${breaking}`, around);
    const { exitCode, stderr } = await crier('automations create --sandbox', around);
    own.close();
    expect([exitCode, prompts.said]).toEqual([6, []]);
    expect(stderr).toMatch(said);
  });

  test('when the input ends, without a word about what was never asked', async () => {
    const run = await runWizard([], ['What should it do? → a keyword in a DM', 'Keywords → MENU']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /crier: nothing was created\nnext {3}run the command again and answer the questions\n$/,
    );
  });

  test('with --no-input, which names what is missing and asks no service', async () => {
    const prompts = () => {
      throw new Error('a prompt was opened');
    };
    const line = 'automations create --sandbox --no-input --dm Hi';
    const { exitCode, stderr } = await crier(line, { ...TERMINAL_USER, prompts, sandbox: openShared() });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the event to react to: --on comment, ');
  });

  test('and after all of these, none was created', async () => {
    const { json } = await crier('automations list --sandbox --json', { sandbox: openShared() });
    const { automations = [] } = json as { automations?: readonly { active: boolean }[] };
    expect(automations.filter(({ active }) => active)).toHaveLength(2);
  });
});

test('posts that cannot be listed do not prevent entering an id', async () => {
  const own = await openTestSandbox();
  const around = { sandbox: { ...own, close: () => {} } };
  await crier('sandbox fault add --code 364 --endpoint getPlatformHistory', around);
  const { open } = scriptedPrompts([['Which post', 'by id'], ['What is the id', REEL], CONFIRM_CREATION]);
  const line = 'automations create --sandbox --on comment --keyword GO --dm Hi --name Given';
  const { exitCode, stderr } = await crier(line, { ...around, ...TERMINAL_USER, prompts: open });
  own.close();
  expect(stderr).toContain('the posts of the account cannot be listed');
  expect(exitCode).toBe(0);
});
