import { describe, expect, test } from 'vitest';
import { createAutomationName } from '../../../../../src/domain/automations/automation-entries.ts';
import {
  automationsFixture,
  configs,
  detailsOf,
} from '../../../../support/automations/automation-commands.ts';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const fixture = automationsFixture();
const { run, get, list, create, fileOf } = fixture;

describe('create by flags', () => {
  test('what its flags say is what is stored', async () => {
    const made = await create([
      ...['--name', 'Brew', '--description', 'for all'],
      ...'--on comment --on dm --on reaction --on story-reply --on story-comment'.split(' '),
      ...['--post', '17900000000000001', '--keyword', 'INFO,price list', '--keyword', '"A,B",1,5 off'],
      ...['--emoji', '❤️', '--story', '42'],
      ...['--dm', 'Hi', '--message-url', 'https://text.example.com/dm', '--timeout-ms', '2000'],
      ...['--webhook', '--completed-event'],
      ...['--email', 'you@example.com', '--email-subject', 'New', '--email-message', 'Look'],
      ...['--dedup-window-minutes', '0'],
    ]);
    expect(made).toMatchObject({ name: 'Brew', description: 'for all', active: true, platform: 'instagram' });
    const keywords = ['INFO', 'price list', 'A,B', '1,5 off'];
    expect(configs(made.triggers)).toEqual([
      ['comment_keyword', { postId: '17900000000000001', keywords }],
      ['dm_keyword', { keywords }],
      ['dm_reaction', { emoji: '❤️' }],
      ['story_reply', { storyId: '42' }],
      ['story_comment', { storyId: '42', keywords }],
    ]);
    const dedupWindowMinutes = 0;
    expect(configs(made.actions)).toEqual([
      [
        'send_dm',
        { message: 'Hi', messageUrl: 'https://text.example.com/dm', timeoutMs: 2000, dedupWindowMinutes },
      ],
      ['fire_webhook', { sendCompletedEvent: true, dedupWindowMinutes }],
      ['send_email', { to: 'you@example.com', subject: 'New', message: 'Look', dedupWindowMinutes }],
    ]);
  });

  test('entries in words follow those of flags', async () => {
    const made = await create([
      ...['--on', 'dm', '--keyword', 'A', '--trigger', 'story_reply,storyId=all'],
      ...['--action', 'send_dm,message=second', '--webhook'],
      ...['--action', '{"type":"send_dm","message":"third"}'],
    ]);
    expect(made.triggers.map(({ type }) => type)).toEqual(['dm_keyword', 'story_reply']);
    expect(configs(made.actions)).toEqual([
      ['fire_webhook', {}],
      ['send_dm', { message: 'second' }],
      ['send_dm', { message: 'third' }],
    ]);
  });

  test('a story that is not named is every story, and that is sent to the service', {
    tags: ['AUT-04'],
  }, async () => {
    const made = await create(['--on', 'story-reply', '--dm', 'Thanks']);
    expect(configs(made.triggers)).toEqual([['story_reply', { storyId: 'all' }]]);
  });

  test('a storyId that is missing in words stays out, with a warning', { tags: ['AUT-04'] }, async () => {
    const ran = await run(['create', '--trigger', 'story_reply', '--dm', 'Thanks', '--json']);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /warning: triggers\[0\]: storyId is missing.*deprecated: write storyId=all/,
    );
    expect(configs((await get(String((ran.json as { id: string }).id))).triggers)).toEqual([
      ['story_reply', {}],
    ]);
  });

  test('one without a name is named after its first trigger', async () => {
    const made = await create(['--on', 'dm', '--keyword', 'MENU', '--dm', 'Here it is']);
    expect(made.name).toBe(createAutomationName([{ type: 'dm_keyword', keywords: ['MENU'] }]));
  });

  test('texts come from files and standard input', async () => {
    const file = fileOf('hello.txt', 'Hi, {{recipient_username}}!\nHere.\n');
    const words = [
      '--on',
      'story-reply',
      '--dm',
      `@${file}`,
      '--email',
      'a@b.example',
      '--email-message',
      '@-',
    ];
    const made = await create(words, { stdin: 'From a pipe\n' });
    expect(configs(made.actions)).toEqual([
      ['send_dm', { message: 'Hi, {{recipient_username}}!\nHere.' }],
      ['send_email', { to: 'a@b.example', message: 'From a pipe' }],
    ]);
  });

  test('a file that is no text does not go live, wherever it is named', async () => {
    const cases = [
      ['--dm', '@', Buffer.from('Gr\xFC\xDFe', 'latin1'), '1:3: this is not valid UTF-8'],
      [
        '--action',
        'send_dm,message=@',
        Buffer.from('\x7FELF\x02'),
        '1:1: a message cannot contain the character U+007F',
      ],
      [
        '--email-message',
        '@',
        Buffer.from('one\ntwo\0'),
        '2:4: a message cannot contain the character U+0000',
      ],
    ] as const;
    for (const [flag, before, bytes, said] of cases) {
      const file = fileOf('hello.bin', bytes);
      const email = flag === '--email-message' ? ['--email', 'a@b.example'] : [];
      const words = ['create', '--on', 'story-reply', ...email, flag, `${before}${file}`];
      const { exitCode, stderr } = await run(words);
      expect(exitCode).toBe(2);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`hello.bin:${said}`);
    }
    const piped = await run('create --on story-reply --dm -', { stdin: Buffer.from([0x61, 0xe9]) });
    expect(piped.stderr).toContain('standard input:1:2: this is not valid UTF-8');
    expect(await list()).toHaveLength(3);
  });

  test('--dm stands for as many DMs as there are of it, and - for standard input', async () => {
    const made = await create(['--on', 'story-reply', '--dm', 'One', '--dm', '-', '--dm', 'Three'], {
      stdin: 'Two\n',
    });
    expect(configs(made.actions).map(([, config]) => config)).toEqual([
      { message: 'One' },
      { message: 'Two' },
      { message: 'Three' },
    ]);
  });

  test.each([
    ['--message-url https://text.example.com/dm', '--message-url'],
    ['--timeout-ms 50', '--timeout-ms'],
  ])('of which of several DMs is open: %s', async (words, flag) => {
    const { exitCode, stderr } = await run(`create --on story-reply --dm a --dm b ${words}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${flag} cannot be used with several --dm`);
  });

  test.each([
    ['--on dm --on reaction --story 1', '--story cannot be used with --on dm or --on reaction'],
    ['--trigger story_reply --emoji x', '--emoji needs --on reaction'],
  ])('what does not go together is named: %s', async (words, said) => {
    expect((await run(`create ${words}`)).stderr).toContain(`crier: ${said}\n`);
  });

  test.each([
    ['minutes', '--dedup-window-minutes 7d', '7d is --dedup-window-minutes 10080'],
    ['milliseconds', '--timeout-ms 2s', '2s is --timeout-ms 2000'],
    ['digits', '--timeout-ms 1e3', 'write it in digits: --timeout-ms 1000'],
    ['only digits', '--timeout-ms soon', 'write it in digits\n'],
  ])('a duration is shown in %s', async (_unit, words, said) => {
    const { exitCode, stderr } = await run(`create --on story-reply --dm x ${words}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('correct each field');
  });

  test('it says that it is live, and how to stop it', async () => {
    const { stdout, stderr } = await run('create --on story-reply --dm Thanks');
    const id = /auto_\w+/.exec(stdout)?.[0];
    expect(stderr).toContain(`it is active; to pause it: crier automations pause ${id} --sandbox`);
  });

  test.each([
    ['a keyword for what has none', '--on reaction --keyword A --dm x', '--keyword', '--on comment'],
    ['a post without a comment', '--on dm --keyword A --post all --dm x', '--post', '--on comment'],
    ['only an emoji', '--emoji x --dm x', '--emoji', '--on reaction'],
    [
      'a story for a comment',
      '--on comment --keyword A --post all --story 1 --dm x',
      '--story',
      '--on story-reply',
    ],
    [
      'an address without a DM',
      '--on story-reply --webhook --message-url https://a.example',
      '--message-url',
      '--dm',
    ],
    ['a timeout without a DM', '--on story-reply --webhook --timeout-ms 5', '--timeout-ms', '--dm'],
    [
      'an event without a webhook',
      '--on story-reply --dm x --completed-event',
      '--completed-event',
      '--webhook',
    ],
    ['a subject without an email', '--on story-reply --dm x --email-subject y', '--email-subject', '--email'],
    [
      'a window without an action',
      '--on story-reply --dedup-window-minutes 5',
      '--dedup-window-minutes',
      '--dm',
    ],
  ])('a flag that belongs to nothing is refused: %s', async (_what, words, flag, owner) => {
    const { exitCode, stderr } = await run(`create ${words}`);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`^crier: ${flag} (cannot be used with|needs) --`));
    expect(stderr).toContain(owner);
  });
});

describe('create asks for what is missing, or names it', () => {
  test.each([
    ['everything', '', ['the event to react to: --on', 'the actions: --dm']],
    ['the trigger', '--dm x', ['the event to react to: --on']],
    ['the action', '--on story-reply', ['the actions: --dm']],
    ['the post and the keyword', '--on comment --dm x', ['--post all', '--keyword']],
    ['the text of the email', '--on story-reply --email a@b.example', ['--email-message']],
  ])('without a terminal: %s', async (_what, words, wanted) => {
    const { exitCode, stderr, error } = await run(`create ${words} --json`.replace('  ', ' '));
    expect(exitCode).toBe(2);
    for (const each of wanted) expect(stderr.replaceAll(/\s+/g, ' ')).toContain(each);
    expect(error).toMatchObject({ kind: 'usage', code: 473, http: null });
    expect(error).toHaveProperty('details.fieldErrors');
  });

  test('the text that is missing is that of the action', async () => {
    const said = async (words: string) => (await run(`create --on story-reply ${words}`)).stderr;
    expect(await said('--email a@b.example')).toContain('  the text of the email: --email-message <text>\n');
    expect(await said('--email a@b.example')).not.toContain('--dm');
    expect(await said('--action send_dm')).toContain('  the text of the DM: --dm <text>\n');
    const both = await said('--email a@b.example --action send_dm');
    expect(both).toMatch(/of the email[\s\S]*of the DM/);
  });

  test('a dry run without a terminal', async () => {
    const { exitCode, stderr } = await run('create --dm x --dry-run');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--on');
  });
});

describe('what the service would refuse is refused before it is sent', { tags: ['AUT-14'] }, () => {
  test('all faults at once, in its words, with the nearest names', async () => {
    const { transport, requests } = recordingNetwork({ status: 'success' });
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
    const words = '--on comment --post ALL --keyword A --trigger dm_reacton --dm'.split(' ');
    const { exitCode, stderr, error } = await crier(
      ['automations', 'create', ...words, 'Hi {{recipent_username}}', '--json'],
      {
        env,
        network: transport,
      },
    );
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(error).toMatchObject({
      code: 473,
      http: null,
      details: {
        formErrors: [],
        fieldErrors: {
          triggers: [
            'triggers[0].postId: must be a post id or exactly "all"',
            'triggers[1].type: must be one of comment_keyword, story_reply, story_comment, dm_reaction, dm_keyword',
          ],
          actions: ['actions[0].message: unknown placeholder {{recipent_username}}'],
        },
      },
    });
    for (const hint of ['"all"?', '"dm_reaction"?', '"recipient_username"?'])
      expect(stderr).toContain(`did you mean ${hint}`);
  });

  test('a placeholder that is like no other names the page that lists them', {
    tags: ['AUT-12'],
  }, async () => {
    const page = 'to list the placeholders: crier help automation-files';
    const advice = async (...texts: string[]) =>
      (await run(['create', '--on', 'story-reply', ...texts.flatMap((text) => ['--dm', text]), '--json']))
        .error?.['advice'];
    expect(await advice('{{zork}}')).toBe(page);
    expect(await advice('{{zork}}', '{{recipent_username}}')).toBe(page);
    expect(await advice('{{recipent_username}}')).toBe('did you mean "recipient_username"?');
    expect(await advice('{{recipent_username}}', ' ')).toBeNull();
    expect((await fixture.crier('automations create --help')).stdout.replaceAll(/\s+/g, ' ')).toContain(
      '"crier help automation-files" describes their fields and the placeholders',
    );
  });

  test('the error names the flag that sets it', async () => {
    const words = [
      ...['--name', ' ', '--on', 'comment', '--keyword', ' ', '--trigger', 'dm_keyword'],
      ...['--dm', ' ', '--webhook', '--email', 'nobody', '--dedup-window-minutes', '-1'],
      ...['--action', 'send_dm'],
    ];
    const ran = await run(['create', ...words, '--json']);
    const errors = detailsOf(ran)['errors'] as readonly { message: string }[]; // several faults have them
    expect(errors.map(({ message }) => /\((.*)\)$/.exec(message)?.[1])).toEqual(
      '--name --post --keyword --trigger --dm --dedup-window-minutes --dedup-window-minutes --email --email-message --dedup-window-minutes --action'.split(
        ' ',
      ),
    );
    expect(ran.stderr).toContain('actions[2].message: is required (--email-message)');
    expect(ran.error).toHaveProperty('details.fieldErrors.name', ['name: must not be blank']);
  });

  test('the only fault is the sentence itself', async () => {
    const { stderr } = await run('create --on story-reply --dm x --timeout-ms 5001');
    expect(stderr).toBe(
      'crier: actions[0].timeoutMs: must be at most 5000 (--timeout-ms)\nerror  473: the automation is not valid\n',
    );
  });

  test('the service, asked itself, says the same', async () => {
    const body = fileOf(
      'body.json',
      '{"platform":"instagram","triggers":[{"type":"story_reply","storyId":"ALL"}],"actions":[{"type":"send_mail"}]}',
    );
    const service = await fixture.crier(`api POST /automations --input ${body} --sandbox --json`);
    const client = await run(['create', '-f', body, '--json']);
    const { formErrors, fieldErrors } = detailsOf(client);
    expect({ formErrors, fieldErrors }).toEqual(detailsOf(service));
    expect([client.exitCode, service.exitCode]).toEqual([2, 9]);
  });
});

describe('create --paused', () => {
  const words = 'create --on story-reply --dm Thanks --paused';

  test('the document says that it is paused, as the record does', async () => {
    const { json } = await run(`${words} --json`);
    const { id } = json as { id: string };
    expect(json).toMatchObject({ active: false, triggers: [{ type: 'story_reply' }] });
    expect(await get(id)).toMatchObject({ active: false });
  });

  test('makes it and pauses it', async () => {
    const { stdout, stderr } = await run(words);
    const [first] = await list();
    expect(stdout).toContain(`${first?.id}`);
    expect(first?.active).toBe(false);
    expect(stderr).toContain('it is paused');
  });

  test('dry, it is the two calls that it is, and nothing is sent', async () => {
    const { json } = await run(`${words} --dry-run --json`);
    expect(json).toMatchObject({
      requests: [
        {
          method: 'POST',
          body: { platform: 'instagram', name: createAutomationName([{ type: 'story_reply' }]) },
        },
        { method: 'PUT', url: expect.stringMatching(/\/automations\/\{id\}$/), body: { active: false } },
      ],
    });
    expect(await list()).toHaveLength(3);
  });

  test('when only the pause fails, it says that the automation is live', async () => {
    const fault = await fixture.crier('sandbox fault add --code 1500 --endpoint updateAutomation --count 1');
    expect(fault.exitCode).toBe(0);
    const ran = await run(`${words} --json`);
    expect(ran.exitCode).toBe(3);
    expect(ran.error).toMatchObject({
      kind: 'partial',
      message: expect.stringContaining('created, but not paused'),
      advice: expect.stringMatching(/it is active; to pause it: crier automations pause auto_\w+ --sandbox/),
    });
    const [made] = await list();
    expect(made?.active).toBe(true);
    expect(detailsOf(ran)).toMatchObject({ errors: [{ requestedId: made?.id, code: 1500 }] });
    await fixture.crier('sandbox fault add --code 1500 --endpoint updateAutomation --count 1');
    expect((await run(words)).stderr).toMatch(/^ {2}auto_\w+ {2}1500 {2}/m);
  });
});
