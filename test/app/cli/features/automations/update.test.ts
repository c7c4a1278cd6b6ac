import { describe, expect, test } from 'vitest';
import {
  automationsFixture,
  configs,
  detailsOf,
  GUIDE,
  STORY,
  WHOLESALE,
} from '../../../../support/automations/automation-commands.ts';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const { run, get, fileOf } = automationsFixture();

describe('update', () => {
  test('what is given changes, and nothing else', { tags: ['AUT-16'] }, async () => {
    const before = await get(GUIDE);
    expect((await run(['update', GUIDE, '--name', ''])).exitCode).toBe(2);
    expect((await run(['update', GUIDE, '--name', 'Guide'])).exitCode).toBe(0);
    expect(await get(GUIDE)).toEqual({ ...before, name: 'Guide', updated: expect.anything() });
  });

  test('an entry that stays keeps its id, and the output has the result of each', {
    tags: ['U-14'],
  }, async () => {
    const before = await get(GUIDE);
    const words = ['--trigger', 'dm_keyword,keywords=GUIDE', '--trigger', 'dm_reaction', '--name', 'Guide'];
    const { stdout } = await run(['update', GUIDE, ...words, '--color', 'never'], { isTerminal: true });
    expect(stdout).toBe(
      [
        GUIDE,
        '',
        'FIELD        CHANGE   AFTER',
        'name         changed  Guide',
        '                      before: Brew guide on request',
        'triggers[0]  kept     a DM with GUIDE',
        'triggers[1]  new      any reaction to a DM',
        'triggers     gone     a comment with GUIDE or RECIPE on any post',
        '',
      ].join('\n'),
    );
    const after = await get(GUIDE);
    expect(after.triggers[0]?.id).toBe(before.triggers[1]?.id);
    expect(after.actions).toEqual(before.actions);
  });

  test('for programs, each change is a row with what was and what is', async () => {
    const words = ['--on', 'story-reply', '--dm', 'Thanks,\nsee you', '--description', 'why'];
    const { stdout } = await run(['update', STORY, ...words]);
    const kept = 'a reply to any story';
    const [before] = /send a DM, once in a day per person: Thank you[^\t\n]*/.exec(stdout) ?? [];
    expect(stdout.split('\n').map((line) => line.split('\t'))).toEqual([
      ['field', 'change', 'before', 'after'],
      ['description', 'changed', expect.any(String), 'why'],
      ['triggers[0]', 'kept', kept, kept],
      ['actions[0]', 'new', '', 'send a DM, once in 7 days per person: Thanks, see you'],
      ['actions', 'gone', before, ''],
      [''],
    ]);
    const { json } = await run(['update', STORY, '--name', 'Story thank-you', '--json']);
    expect(json).toMatchObject({
      id: STORY,
      changes: [{ field: 'name', change: 'kept', before: 'Story thank-you', after: 'Story thank-you' }],
    });
  });

  test('the flags of create replace all triggers, or all actions', async () => {
    const before = await get(GUIDE);
    expect((await run(['update', GUIDE, '--on', 'reaction', '--emoji', '🔥'])).exitCode).toBe(0);
    const after = await get(GUIDE);
    expect(configs(after.triggers)).toEqual([['dm_reaction', { emoji: '🔥' }]]);
    expect(after.actions).toEqual(before.actions);
    const words = ['--dm', 'One', '--webhook', '--email', 'a@b.example', '--email-message', 'Two'];
    await run(['update', GUIDE, ...words]);
    expect(configs((await get(GUIDE)).actions)).toEqual([
      ['send_dm', { message: 'One' }],
      ['fire_webhook', {}],
      ['send_email', { to: 'a@b.example', message: 'Two' }],
    ]);
  });

  test('--dedup-window-minutes without an action changes the window of each that there is', async () => {
    const words = ['--dm', 'One', '--webhook', '--email', 'a@b.example', '--email-message', 'Two'];
    await run(['update', GUIDE, ...words]);
    const ran = await run(['update', GUIDE, '--dedup-window-minutes', '5', '--name', 'Guide']);
    expect([ran.exitCode, ran.stderr]).toEqual([
      0,
      expect.stringContaining('starts with an empty dedup history'),
    ]);
    const { name, actions } = await get(GUIDE);
    expect(name).toBe('Guide');
    expect(configs(actions)).toEqual([
      ['send_dm', { message: 'One', dedupWindowMinutes: 5 }],
      ['fire_webhook', { dedupWindowMinutes: 5 }],
      ['send_email', { to: 'a@b.example', message: 'Two', dedupWindowMinutes: 5 }],
    ]);
    await run(['update', GUIDE, '--dedup-window-minutes', '6']);
    expect((await get(GUIDE)).actions.map(({ config }) => config?.['dedupWindowMinutes'])).toEqual([6, 6, 6]);
    await run(['update', GUIDE, '--dm', 'Three', '--dedup-window-minutes', '7']);
    expect(configs((await get(GUIDE)).actions)).toEqual([
      ['send_dm', { message: 'Three', dedupWindowMinutes: 7 }],
    ]);
  });

  test('a window that no action can have is refused before anything is asked', async () => {
    const { exitCode, error } = await run('update auto_nobody --dedup-window-minutes -5 --json');
    expect([exitCode, error?.['code']]).toEqual([2, 473]);
    expect(error?.['message']).toContain('--dedup-window-minutes');
  });

  test('a window does not go with a file, which has its own', async () => {
    const file = fileOf('window.yaml', 'name: A\n');
    const { exitCode, stderr } = await run(['update', GUIDE, '-f', file, '--dedup-window-minutes', '5']);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--dedup-window-minutes cannot be used with -f'),
    ]);
  });

  test('a description can be taken away', async () => {
    await run(['update', STORY, '--description', 'why']);
    const { stdout, exitCode } = await run(['update', STORY, '--description', '', '--color', 'never'], {
      isTerminal: true,
    });
    expect([exitCode, (await get(STORY)).description]).toEqual([0, '']);
    expect(stdout).toMatch(/description {2}changed {2}none\n +before: why\n/);
    expect((await run(['create', '--description', ''])).stderr).toContain('--description is empty');
  });

  test.each([
    [GUIDE, false, 'changed', 'active', 'paused', 'pauses the automation'],
    [WHOLESALE, true, 'changed', 'paused', 'active', 'starts the automation'],
    [WHOLESALE, false, 'kept', 'paused', 'paused', 'pauses the automation'],
  ])(
    'a file that stops or starts it is reported: %s, %s',
    { tags: ['AUT-16'] },
    async (id, active, change, before, after, said) => {
      const file = fileOf('state.yaml', `name: State\nactive: ${active}\n`);
      const { json, stderr } = await run(['update', id, '-f', file, '--json']);
      expect(json).toMatchObject({ changes: [{ field: 'name' }, { field: 'state', change, before, after }] });
      expect(stderr.replaceAll(/\n +/g, ' ')).toContain(
        `${file}:2:9: warning: active: the update also ${said}\n`,
      );
    },
  );

  test.each(['facebook', 'null'])(
    'another platform is refused: %s',
    { tags: ['AUT-02'] },
    async (platform) => {
      const file = fileOf('platform.yaml', `platform: ${platform}\nname: Other\n`);
      const ran = await run(['update', GUIDE, '-f', file, '--json']);
      expect([ran.exitCode, ran.error?.['code'], detailsOf(ran)]).toEqual([
        2,
        473,
        expect.objectContaining({ formErrors: ['platform: not a known field'] }),
      ]);
      const { json } = await crier(['automations', 'check', file, '--update', '--json']);
      expect(json).toMatchObject({ errors: 1 });
      expect((json as { problems: object[] }).problems[0]).toMatchObject({
        path: 'platform',
        severity: 'error',
      });
    },
  );

  const ENV = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

  test.each([
    ['what was there cannot be read', { id: GUIDE, active: true, triggers: null, actions: [] }],
    ['the answer names no id', { status: 'success' }],
  ])('is made all the same when %s', async (_what, answer) => {
    const { transport, requests } = recordingNetwork(answer);
    const words = ['automations', 'update', GUIDE, '--name', 'New', '--dm', 'Hi', '--json'];
    const { json, exitCode, stderr } = await crier(words, { env: ENV, network: transport });
    expect([exitCode, requests.map(({ method }) => method)]).toEqual([0, ['GET', 'PUT']]);
    expect(stderr).toContain('the previous version could not be read');
    expect(json).toMatchObject({
      id: GUIDE,
      changes: [
        { field: 'name', change: 'sent', before: null, after: 'New' },
        { field: 'actions[0]', change: 'sent', before: null },
      ],
    });
  });

  test('as the body came, what was there before is not asked for', async () => {
    const { transport, requests } = recordingNetwork({ status: 'success', id: GUIDE });
    const words = ['automations', 'update', GUIDE, '--name', 'New', '-o', 'raw'];
    const { stdout, stderr } = await crier(words, { env: ENV, network: transport });
    expect([stdout, stderr]).toEqual([`{"status":"success","id":"${GUIDE}"}`, '']);
    expect(requests.map(({ method }) => method)).toEqual(['PUT']);
  });

  describe('whether a service has the fields of an entry under config, beside type, or both', () => {
    const DM = { message: 'Hi, {{recipient_username}}', dedupWindowMinutes: 60 };
    const WORDS = { postId: 'all', keywords: ['a', 'b'] };
    const entries = [
      ['under config', (fields: object) => ({ config: fields })],
      ['beside type', (fields: object) => fields],
      ['both', (fields: object) => ({ ...fields, config: fields })],
      ['beside type, with config null', (fields: object) => ({ ...fields, config: null })],
    ] as const;

    test.each(entries)(
      '%s: the file is the same, and an update with it shows no difference',
      async (_what, form) => {
        const record = {
          status: 'success',
          id: GUIDE,
          platform: 'instagram',
          name: 'Guide',
          active: true,
          triggers: [{ id: 'trg_1', type: 'comment_keyword', active: true, ...form(WORDS) }],
          actions: [
            { id: 'act_1', type: 'send_dm', active: true, ...form(DM) },
            { id: 'act_2', type: 'fire_webhook', active: true, ...form({}) },
          ],
        };
        const around = { env: ENV, network: recordingNetwork(record).transport };
        const file = await crier(['automations', 'get', GUIDE, '--as', 'json'], around);
        expect(JSON.parse(file.stdout)).toEqual({
          platform: 'instagram',
          name: 'Guide',
          triggers: [{ type: 'comment_keyword', ...WORDS }],
          actions: [{ type: 'send_dm', ...DM }, { type: 'fire_webhook' }],
        });
        const shown = await crier(['automations', 'get', GUIDE, '--color', 'never'], {
          ...around,
          isTerminal: true,
        });
        expect(shown.stdout).toContain('a comment with a or b on any post');
        const path = fileOf('same.json', file.stdout);
        const { json } = await crier(['automations', 'update', GUIDE, '-f', path, '--json'], around);
        const { changes } = json as { changes: readonly { readonly change: string }[] };
        expect(changes.map(({ change }) => change)).toEqual(['kept', 'kept', 'kept', 'kept']);
      },
    );
  });

  test('the platform of a file is omitted, and flags replace its values', async () => {
    const file = fileOf(
      'update.yaml',
      'platform: instagram\nname: File\nactions:\n  - {type: fire_webhook}\n',
    );
    const { json } = await run(['update', GUIDE, '-f', file, '--name', 'Flag', '--dry-run', '--json']);
    expect(json).toMatchObject({
      request: { method: 'PUT', body: { name: 'Flag', actions: [{ type: 'fire_webhook' }] } },
    });
    expect((json as { request: { body: object } }).request.body).not.toHaveProperty('platform');
    expect((await get(GUIDE)).name).toBe('Brew guide on request');
  });

  test.each([
    ['nothing given', [], 'nothing to change'],
    [
      'an unknown placeholder',
      ['--action', 'send_dm,message={{first_name}}'],
      'unknown placeholder {{first_name}}',
    ],
    ['a blank name', ['--name', ' '], 'name: must not be blank (--name)'],
    ['a flag beside a file', ['-f', 'x.yaml', '--dm', 'x'], '--dm cannot be used with -f'],
  ])('refused: %s', { tags: ['AUT-12'] }, async (_what, words, message) => {
    const { exitCode, stderr } = await run(['update', GUIDE, ...words]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
