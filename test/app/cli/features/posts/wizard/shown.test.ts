import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { getDisplayWidth } from '../../../../../../src/cli/framework/output/text/width.ts';
import { CrierError } from '../../../../../../src/errors.ts';
import type { PostBody } from '../../../../../../src/service/post-body.ts';
import { dangerousIn } from '../../../../../support/hostile/dangerous.ts';
import { HOSTILE_FAMILIES } from '../../../../../support/hostile-texts.ts';
import { type PostWizardOptions, runPostWizard } from '../../../../../support/terminal/run-post-wizard.ts';
import type { PromptScript } from '../../../../../support/terminal/scripted-prompts.ts';

const JPG = 'https://kestrellane.example/beans.jpg';
const LONG = 'Espresso '.repeat(40).trim();
// 359 characters
const GIVEN = { platforms: ['bluesky'], post: 'New in' } satisfies PostBody;

const PUBLISH: PromptScript = ['Publish it now?', 'Yes, publish it now'];
const LEAVE: PromptScript = ['Publish it now?', 'No, leave'];
const CHANGE: PromptScript = ['Publish it now?', 'Change something'];

/** All that was printed between the prompts, as one line. */
async function textOf(script: readonly PromptScript[], around: PostWizardOptions): Promise<string> {
  const { shown } = await runPostWizard(script, around);
  return shown.join(' ').replaceAll(/\s+/g, ' ');
}

describe('what is shown', () => {
  test('each network with its text, how much of its room that takes, and its media', async () => {
    const post = { default: 'New in', bluesky: 'New in, at nine' };
    const given = {
      platforms: ['instagram', 'bluesky', 'twitter'],
      post,
      mediaUrls: [JPG],
    } satisfies PostBody;
    const { shown } = await runPostWizard([LEAVE], { given });
    expect(shown.join('\n')).toContain(
      [
        '  On Instagram and X:',
        '  ╭────────╮',
        '  │ New in │',
        '  ╰────────╯',
        '  Instagram: 6 of 2,200 characters, 1 media file',
        '  X: 6 of 280 characters, 1 media file',
        '',
        '  On Bluesky:',
        '  ╭─────────────────╮',
        '  │ New in, at nine │',
        '  ╰─────────────────╯',
        '  Bluesky: 15 of 300 characters, 1 media file',
        '',
        `  Media: ${JPG}`,
        '  When: now',
      ].join('\n'),
    );
  });

  test.each<readonly [string, PostWizardOptions, PromptScript, string]>([
    ['that it goes live at once', { given: GIVEN }, LEAVE, 'It goes live on Bluesky as soon as you confirm.'],
    [
      'that some of it cannot be called back',
      { given: { ...GIVEN, platforms: ['bluesky', 'instagram', 'threads'], mediaUrls: [JPG] } },
      LEAVE,
      'A post on Instagram can only be deleted with crier if the account is linked by a Facebook page.',
    ],
    [
      'that TikTok deletes nothing',
      { given: { ...GIVEN, platforms: ['bluesky', 'tiktok'], mediaUrls: [JPG] } },
      LEAVE,
      'A post on TikTok cannot be deleted with crier.',
    ],
    [
      'a time in both zones',
      { given: { ...GIVEN, scheduleDate: '2026-09-22T22:30:00Z' } },
      ['Schedule it?', 'No, leave'],
      'When: at Wed 23 Sep 2026 00:30 Europe/Oslo, Tue 22 Sep 2026 22:30 UTC, in 1 day 8 hours It is held until its time, and then goes live on Bluesky.',
    ],
    [
      'that a time that is over publishes it at once',
      { given: { ...GIVEN, scheduleDate: '2026-09-20T22:30:00Z' } },
      LEAVE,
      'When: now',
    ],
    [
      'that it is approved first',
      { given: { ...GIVEN, requiresApproval: true } },
      ['Keep it for approval?', 'No, leave'],
      'It is held until its approval, and then goes live on Bluesky.',
    ],
    [
      'that only drafts may be created',
      { given: GIVEN, keepsDrafts: true },
      ['Keep it for approval?', 'No, leave'],
      'The post is kept for approval: writes is "drafts" (CRIER_WRITES).',
    ],
    [
      'that nothing is published by --dry-run',
      { given: GIVEN, asking: { dryRun: true } },
      ['Is this correct?', 'No, leave'],
      'Nothing is published: the request is only shown.',
    ],
    [
      'options, and what else was given',
      { given: { ...GIVEN, blueSkyOptions: { langs: ['en'] }, shortenLinks: true } },
      LEAVE,
      'Options of Bluesky: langs: ["en"] shortenLinks: true When: now',
    ],
    [
      'what a network would refuse all the same',
      {
        given: {
          ...GIVEN,
          platforms: ['bluesky', 'instagram'],
          instagramOptions: { collaborators: ['a', 'b', 'c', 'd'] },
          mediaUrls: [JPG],
        },
      },
      LEAVE,
      'Note: Instagram would refuse it: instagramOptions.collaborators: must have at most 3',
    ],
    [
      'a network that is not linked',
      { given: { ...GIVEN, platforms: ['bluesky', 'linkedin'] } },
      LEAVE,
      'Note: not linked on this profile: LinkedIn; link the account first',
    ],
    [
      'a warning',
      { given: { ...GIVEN, platforms: ['twitter'], twitterOptions: { thread: true, longPost: true } } },
      LEAVE,
      'Note: twitterOptions.longPost: ',
    ],
  ])('%s', { tags: ['POST-14'] }, async (_what, around, answer, expected) => {
    expect(await textOf([answer], around)).toContain(expected);
  });

  test('by how much a text is too long, and for which network', async () => {
    const given = {
      ...GIVEN,
      platforms: ['instagram', 'bluesky'],
      post: LONG,
      mediaUrls: [JPG],
    } satisfies PostBody;
    const text = await textOf([['What should be posted on Bluesky?', 'remove Bluesky'], LEAVE], { given });
    expect(text).toContain('Bluesky: the text has 359 of 300 characters, 59 too many');
  });

  test('of a long text, its beginning', async () => {
    const post = 'A line\n'.repeat(100).trim();
    const { shown } = await runPostWizard([LEAVE], { given: { platforms: ['linkedin'], post } });
    expect(shown.filter((line) => line === '  │ A line          │')).toHaveLength(24);
    expect(shown).toContain('  │ … 76 more lines │');
  });

  test('the file and the command that do the same', async () => {
    const given = { ...GIVEN, scheduleDate: '2026-09-22T07:00:00Z', notes: "Bram's" } satisfies PostBody;
    const { shown } = await runPostWizard([['Schedule it?', 'Yes']], { given });
    const [, file = ''] = /posts create -f":\n\n(.*?)\n\n/s.exec(shown.join('\n')) ?? [];
    expect(parse(file)).toEqual(given);
    expect(shown).toContain(
      `crier posts create --sandbox --platform bluesky --text 'New in' --schedule 2026-09-22T07:00:00Z --notes "Bram's"`,
    );
  });

  test('literal double braces are doubled in the file and the command, and stay in a text that is edited', async () => {
    const given = { ...GIVEN, post: 'Hi {{name}}' } satisfies PostBody;
    const script: readonly PromptScript[] = [
      CHANGE,
      ['want to change', 'Text: Hi'],
      ['Text of the post?', ''],
      PUBLISH,
    ];
    const { post, shown } = await runPostWizard(script, { given });
    expect(post).toEqual(given);
    expect(shown.join('\n')).toContain('post: Hi {{{{name}}}}');
    expect(shown).toContain("crier posts create --sandbox --platform bluesky --text 'Hi {{{{name}}}}'");
  });

  test('a command that a terminal would not show unchanged is not printed; the file is', {
    tags: ['C1'],
  }, async () => {
    const { shown } = await runPostWizard([PUBLISH], { given: { ...GIVEN, post: 'a\u202eb' } });
    expect(shown.filter((line) => line.startsWith('crier posts create'))).toEqual([]);
    expect(shown.join('\n')).toContain('As a file');
    expect(shown.flatMap((line) => dangerousIn(line))).toEqual([]);
  });

  test.each(HOSTILE_FAMILIES)('$name harm no screen', { tags: ['C1'] }, async ({ texts }) => {
    const text = texts
      .map(([, each]) => each)
      .join(' ')
      .slice(0, 5_000);
    const given = {
      platforms: ['reddit'],
      post: text,
      notes: text,
      redditOptions: { title: 'a', subreddit: text.slice(0, 90) },
    } satisfies PostBody;
    const around = { given, accounts: { reddit: text, bluesky: text } };
    const { shown, error } = await runPostWizard([PUBLISH], around);
    expect(error).toBeNull();
    expect(shown.flatMap((line) => dangerousIn(line))).toEqual([]);
    const asked = await runPostWizard([], { ...around, given: {}, typed: ['1'] });
    expect(asked.shown.flatMap((line) => dangerousIn(line))).toEqual([]);
  });
});

describe('what is accepted with Enter only', () => {
  test.each<readonly [string, PostWizardOptions['given'], boolean]>([
    ['publishes nothing at once', GIVEN, false],
    ['keeps what is to come', { ...GIVEN, scheduleDate: '2026-09-22T07:00:00Z' }, true],
    ['hands over what is approved first', { ...GIVEN, requiresApproval: true }, true],
  ])('%s', async (_what, given = {}, isWanted) => {
    const { post, error } = await runPostWizard([], { given, typed: [''] });
    expect(error).toBeNull();
    expect(post !== null).toBe(isWanted);
  });

  test('what no network would take cannot be published, and can be fixed', async () => {
    const given = {
      ...GIVEN,
      platforms: ['instagram'],
      mediaUrls: [JPG],
      instagramOptions: { collaborators: ['a', 'b', 'c', 'd'] },
    } satisfies PostBody;
    const script: readonly PromptScript[] = [
      ['It cannot be published like this. What next?', 'Change something'],
      ['want to change', 'Networks: Instagram'],
      ['Which networks', 'Bluesky'],
      PUBLISH,
    ];
    const { post, left } = await runPostWizard(script, { given, asking: { yes: true } });
    expect(post).toMatchObject({ platforms: ['bluesky'] });
    expect(left).toEqual([PUBLISH]); // --yes answers the question as soon as there is something to publish
  });

  test('--yes asks for what is missing, and publishes', async () => {
    const script: readonly PromptScript[] = [['Which networks', 'Bluesky']];
    const { post } = await runPostWizard(script, { given: { post: 'Hi' }, asking: { yes: true } });
    expect(post).toEqual({ platforms: ['bluesky'], post: 'Hi' });
  });
});

describe('what can be changed', () => {
  test.each<readonly [string, readonly PromptScript[], object]>([
    [
      'where it goes',
      [
        ['want to change', 'Networks: Bluesky'],
        ['Which networks', 'X'],
      ],
      { platforms: ['twitter'] },
    ],
    [
      'where it goes, which makes more necessary',
      [
        ['want to change', 'Networks'],
        ['Which networks', 'Bluesky + Instagram'],
        ['What should be posted on Instagram?', 'remove Instagram'],
      ],
      { platforms: ['bluesky'] },
    ],
    [
      'its text, which is suggested',
      [
        ['want to change', 'Text: New in'],
        ['Text of the post?', ''],
      ],
      { post: 'New in' },
    ],
    [
      'media more',
      [
        ['want to change', 'Media: none'],
        ['URL', JPG],
        ['Another URL', ''],
      ],
      { mediaUrls: [JPG] },
    ],
    [
      'media, and away again',
      [
        ['want to change', 'Media: none'],
        ['URL', JPG],
        ['Another URL', ''],
        CHANGE,
        ['want to change', `Media: ${JPG}`],
        ['URL', ''],
      ],
      {},
    ],
    [
      'when, and now again',
      [
        ['want to change', 'When: now'],
        ['When', 'for example'],
        ['Time', 'in 2h'],
        ['Schedule it?', 'Change'],
        ['want to change', 'When: at Mon'],
        ['When', 'Now'],
      ],
      {},
    ],
    [
      'what few posts have',
      [
        ['want to change', 'Notes'],
        ['want to note', 'x'],
      ],
      { notes: 'x' },
    ],
    ['nothing, after all', [['want to change', 'Nothing']], {}],
  ])('%s', async (_what, script, expected) => {
    const { post, left } = await runPostWizard([CHANGE, ...script, PUBLISH], { given: GIVEN });
    expect(post).toEqual({ ...GIVEN, ...expected });
    expect(left).toEqual([]);
  });

  test('a text of its own for one network, and the same as everywhere again', async () => {
    const given = { ...GIVEN, platforms: ['bluesky', 'twitter'] } satisfies PostBody;
    const own: readonly PromptScript[] = [
      CHANGE,
      ['want to change', 'Another text, only on one'],
      ['Which network?', 'X'],
      ['Text on X?', 'Now in'],
    ];
    const first = await runPostWizard([...own, PUBLISH], { given });
    expect(first.post).toMatchObject({ post: { default: 'New in', twitter: 'Now in' } });
    const back: readonly PromptScript[] = [
      CHANGE,
      ['want to change', 'Own text on X'],
      ['want to do with it', 'The same'],
    ];
    expect((await runPostWizard([...own, ...back, PUBLISH], { given })).post).toEqual(given);
  });

  test('a title that a network demands', async () => {
    const given = {
      platforms: ['reddit'],
      post: 'Which?',
      redditOptions: { title: 'Which?', subreddit: 'espresso' },
    } satisfies PostBody;
    const script: readonly PromptScript[] = [
      CHANGE,
      ['want to change', 'Reddit title: Which?'],
      ['Title on Reddit', 'Beans'],
      PUBLISH,
    ];
    const { post } = await runPostWizard(script, { given });
    expect(post).toMatchObject({ redditOptions: { title: 'Beans', subreddit: 'espresso' } });
  });
});

describe('options from a file', () => {
  const files = {
    'good.yaml': 'twitterOptions:\n  longPost: true\n',
    'alien.yaml': 'twitterOption:\n  longPost: true\n',
    'named.yaml': 'redditOptions:\n  title: "{{name}}"\n',
    'wrong.yaml': 'twitterOptions:\n  longPost: perhaps\n',
    'loud.json': '{"instagramOptions":{"audioConfiguration":{"audioId":"1","audioVolume":900}}}',
  };
  const ask = (...names: readonly string[]): readonly PromptScript[] => [
    CHANGE,
    ['want to change', 'Network options'],
    ...names.map((name): PromptScript => ['YAML or JSON file', name]),
    PUBLISH,
  ];

  test('are put over those that there are, until a file can be used', async () => {
    const given = { platforms: ['twitter'], post: 'Hi', twitterOptions: { thread: true } } satisfies PostBody;
    const script = ask('-', 'alien.yaml', 'named.yaml', 'wrong.yaml', 'loud.json', 'good.yaml');
    const { post, shown, said } = await runPostWizard(script, { given, files });
    expect(post).toEqual({ ...given, twitterOptions: { thread: true, longPost: true } });
    const text = shown.join(' ').replaceAll(/\s+/g, ' ');
    expect(said.join('\n')).toContain('! must be a file');
    expect(text).toContain('alien.yaml:1:1: ');
    expect(text).toContain('did you mean "twitterOptions"?');
    expect(text).toContain('twitterOptions.longPost: must be true or false');
    expect(text).toContain('redditOptions.title: {{name}} would be published as it is');
    expect(text).toContain('audioVolume: ');
  });

  test('none, after all', async () => {
    expect((await runPostWizard(ask(''), { given: GIVEN, files })).post).toEqual(GIVEN);
  });
});

describe('nothing is sent', () => {
  test('when the user leaves, whose answers are printed', async () => {
    const { post, shown, asked } = await runPostWizard([LEAVE], { given: GIVEN });
    expect(post).toBeNull();
    expect(shown).toContain('post: New in');
    expect(asked).toEqual(['GET /v/user']);
  });

  const STOP = new CrierError('interrupted', 'interrupted');
  test.each<readonly [string, readonly PromptScript[]]>([
    ['the networks', [['Which networks', STOP]]],
    [
      'the text',
      [
        ['Which networks', 'Bluesky'],
        ['Text of the post?', STOP],
      ],
    ],
    [
      'the last question',
      [
        ['Which networks', 'Bluesky'],
        ['Text of the post?', 'Hi'],
        ['URL', ''],
        ['When', 'Now'],
        ['Anything', 'No, continue'],
        ['Publish', STOP],
      ],
    ],
  ])('when the user interrupts at %s, with a message', async (_where, script) => {
    const { error, asked, shown } = await runPostWizard(script);
    expect(error).toMatchObject({ kind: 'interrupted', message: 'interrupted, nothing was published' });
    expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([]);
    expect(shown.join('\n')).not.toContain('As a file');
  });

  test('when a signal ends the run', async () => {
    const signal = AbortSignal.abort();
    const { error, notes } = await runPostWizard([['Which networks', STOP]], { signal });
    expect(error).toBe(STOP);
    expect(notes).toEqual(['nothing was published']);
  });

  test('when the answers end', async () => {
    const { error } = await runPostWizard([['Which networks', 'Bluesky']]);
    expect(error).toMatchObject({ kind: 'usage', message: 'nothing was published' });
  });

  test('156 when nothing is linked, before anything is asked', async () => {
    const { error, said } = await runPostWizard([], { accounts: {} });
    expect(error).toMatchObject({ kind: 'auth', facts: { code: 156, http: null } });
    expect(said).toEqual([]);
  });
});

describe('the service', () => {
  test('that does not report linked networks prevents nothing', async () => {
    const user = { status: 500, body: { status: 'error', code: 1500 } };
    const { post } = await runPostWizard([['Which networks', 'LinkedIn'], PUBLISH], {
      user,
      given: { post: 'Hi' },
    });
    expect(post).toEqual({ platforms: ['linkedin'], post: 'Hi' });
  });

  test('says what time it is: a time is to come by its clock', async () => {
    const user = {
      headers: { date: 'Fri, 01 Jan 2027 08:00:00 GMT' },
      body: { activeSocialAccounts: ['bluesky'] },
    };
    const script: readonly PromptScript[] = [
      ['Text of the post?', 'Hi'],
      ['URL', ''],
      ['When', 'for example'],
      ['Time', '2026-12-24 9:00'],
      ['Time', 'in 2h'],
      ['Anything', 'No, continue'],
      ['Schedule it?', 'Yes'],
    ];
    const { post, left, said } = await runPostWizard(script, { user, given: { platforms: ['bluesky'] } });
    const refusal = said.find((line) => line.includes('is in the past'));
    // no flag was typed
    expect([refusal?.includes('enter a future time'), refusal?.includes('--schedule')]).toEqual([
      true,
      false,
    ]);
    expect(post).toMatchObject({ scheduleDate: '2027-01-01T10:00:00Z' });
    expect(left).toEqual([]);
  });

  test('all is for every network that is linked', async () => {
    const { shown } = await runPostWizard([LEAVE], {
      given: { platforms: ['all'], post: 'Hi' },
      accounts: { linkedin: 'a', bluesky: 'b' },
    });
    expect(shown).toContain('  On Bluesky and LinkedIn:');
  });
});

describe('for screen readers', () => {
  const TYPED = ['1, 2', 'New in', 'today', '.', JPG, '', '2', 'tomorrow 9:00', '1', '1'];

  test.each([40, 80])('nothing is drawn, in %i columns', async (width) => {
    const { post, error, shown } = await runPostWizard([], { typed: TYPED, width });
    expect(error).toBeNull();
    expect(post).toEqual({
      platforms: ['bluesky', 'instagram'],
      post: 'New in\ntoday',
      mediaUrls: [JPG],
      scheduleDate: '2026-09-22T07:00:00Z',
    });
    expect(shown.join('\n')).not.toMatch(/[\u2190-\u21ff\u2500-\u259f✔❯◉◯]/);
    expect(shown.flatMap((line) => dangerousIn(line))).toEqual([]);
    expect(shown).toContain('12 of 300 characters on Bluesky');
    // what can be copied is not broken, and neither are addresses
    const prose = shown.slice(0, shown.indexOf('As a file, for "crier posts create -f":'));
    expect(prose.filter((line) => getDisplayWidth(line) > width)).toEqual([]);
  });
});
