import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Explanation } from '../../../../../src/cli/features/automations/explain/explanation.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import type { ControlInput } from '../../../../../src/service/control/control.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/service/durations.ts';
import { GUIDE, STORY, WHOLESALE } from '../../../../support/automations/automation-commands.ts';
import { control } from '../../../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { createFakeOutbound, withText } from '../../../../support/engine/fake-outbound.ts';
import { scriptedPrompts } from '../../../../support/terminal/scripted-prompts.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

const around = (): Around => ({ sandbox: { ...sandbox, close() {} } });
const run = (words: readonly string[], more: Around = {}) =>
  crier([...words, '--sandbox'], { ...around(), ...more });
async function explain(...words: readonly string[]) {
  const ran = await run(['automations', 'explain', ...words, '--json']);
  expect(ran.stderr).toBe('');
  const { activity, findings } = ran.json as Explanation; // held against its schema by `crier`
  const line = findings.map(({ reason, advice, command }) => [reason, advice, command].join(' | '));
  return {
    status: activity?.status ?? null,
    row: activity,
    findings,
    first: line[0] ?? '',
    all: line.join('\n'),
  };
}
const advance = (ms: number = 61_000) => control(sandbox, 'advanceClock', { ms });
const account = (change: Omit<ControlInput<'setAccount'>, 'platform'>) =>
  control(sandbox, 'setAccount', { platform: 'instagram', ...change });

/** Runs a command as it was printed: the fix that it names does fix it. */
async function runPrinted(command: string | null | undefined) {
  const words = (command ?? '').replace(/^crier /, '').split(' ');
  const ran = await crier(words, around());
  expect({ command, exitCode: ran.exitCode, stderr: ran.stderr }).toMatchObject({ exitCode: 0 });
}

/** A follower comments, and time advances until it was answered. */
async function comment(username = 'mara', more: object = {}): Promise<string> {
  const { body } = await control(sandbox, 'engage', {
    kind: 'comment',
    from: { username },
    text: 'the GUIDE please',
    ...more,
  });
  return body.events[0]?.eventId ?? '';
}
async function answered(username?: string, more?: object): Promise<string> {
  const eventId = await comment(username, more);
  await advance();
  return eventId;
}
async function create(...words: readonly string[]): Promise<string> {
  const ran = await run(['automations', 'create', ...words, '--json']);
  return (ran.json as { id: string }).id;
}

describe('why a row is as it is', () => {
  test('one that waits, that was sent, and that had fired: until when, and where', {
    tags: ['ENG-06'],
  }, async () => {
    const before = await comment();
    const waiting = await explain(GUIDE);
    expect([waiting.status, waiting.first]).toEqual(['pending', expect.stringContaining('20 to 60 seconds')]);
    await advance();
    const sent = await explain(GUIDE);
    expect([sent.status, sent.first]).toEqual([
      'sent',
      expect.stringContaining('the network accepted the DM'),
    ]);
    await answered();
    const { status, first, findings } = await explain(GUIDE);
    expect(status).toBe('deduplicated');
    // to shorten the window would message others again
    expect(findings[0]).toMatchObject({
      command: null,
      advice: expect.stringContaining('everyone else again'),
    });
    expect(first).toMatch(/^mara already received it at 2026-09-21T14:1\d:\d\dZ/);
    expect(first).toContain(`(${before}); once in 7 days, until 2026-09-28T14:1`);
  });

  test('one whose automation was paused meanwhile; a terminal of any width has the command whole', {
    tags: ['U-19'],
  }, async () => {
    await comment();
    await run(['automations', 'pause', GUIDE]);
    await advance();
    const { status, first } = await explain(GUIDE);
    expect([status, first]).toEqual([
      'skipped',
      expect.stringContaining(`crier automations resume ${GUIDE}`),
    ]);
    for (const columns of [80, 40]) {
      const { stdout } = await run(['automations', 'explain', GUIDE, '--color', 'never'], {
        isTerminal: true,
        columns,
      });
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('mara · "the GUIDE please"');
      const command = stdout.slice(stdout.indexOf('$ ')).replaceAll(/\\\n\s*/g, '');
      expect(command.split('\n')[0]?.trim()).toBe(`$ crier automations resume ${GUIDE} --sandbox`);
    }
  });

  test('one of the account itself', { tags: ['A-05'] }, async () => {
    const { json } = await run(['sandbox', 'account', 'list', '--json']);
    const own = (json as { accounts: { platform: string; username: string }[] }).accounts.find(
      ({ platform }) => platform === 'instagram',
    );
    await answered(own?.username);
    const { status, first } = await explain(GUIDE);
    expect([status, first]).toEqual(['skipped', expect.stringContaining('by your own account')]);
  });

  test('those that an account refused, each until its fault is fixed', {
    tags: ['ENG-09', 'ENG-19', 'AUTH-13'],
  }, async () => {
    const fault = (set: () => Promise<unknown>, words: string, fix: string) => ({ set, words, fix });
    const faults = [
      fault(() => account({ token: 'expired' }), 'has expired', 'account set instagram --token'),
      fault(() => account({ page: 'none' }), 'no page is selected', 'account set instagram --page'),
      fault(() => account({ messaging: 'off' }), 'is not activated', 'account set instagram --messaging'),
      fault(
        () => control(sandbox, 'setPlan', { addOns: { messages: false } }),
        'the add-on Messages',
        'plan',
      ),
    ];
    for (const [at, { set, words, fix }] of faults.entries()) {
      await set();
      await answered(`follower${at}`);
      const { status, first, findings } = await explain(GUIDE);
      expect([status, first]).toEqual(['auth_error', expect.stringContaining(words)]);
      expect(first).toContain(`crier sandbox ${fix}`);
      await runPrinted(findings[0]?.command);
    }
    expect((await explain(GUIDE, '--recipient', 'follower2')).first).toContain('the problem is fixed');
    await answered('jonas');
    expect((await explain(GUIDE)).status).toBe('sent');
  });

  test('one that the network refused', { tags: ['ENG-13'] }, async () => {
    await control(sandbox, 'addFault', { code: 490, network: 'instagram', endpoint: 'sendDm', count: 1 });
    await answered();
    const { status, findings } = await explain(GUIDE);
    expect([status, findings[0]?.code, findings[0]?.command]).toEqual(['failed', 490, null]);
  });

  test('491, distinguished: the comment is gone', { tags: ['ENG-13'] }, async () => {
    const commentId = await comment();
    await control(sandbox, 'deleteComment', { commentId });
    await advance();
    const { findings } = await explain(GUIDE);
    expect(findings[0]).toMatchObject({ code: 491, reason: '491: the comment was deleted' });
  });

  test('491 of two automations that listen for one word: which of them was the first', {
    tags: ['ENG-13'],
  }, async () => {
    const words = ['--on', 'comment', '--post', 'all', '--keyword', 'GUIDE', '--dm', 'Hi'];
    const rival = await create('--name', 'Rival', ...words);
    const eventId = await answered();
    const rows = [await explain(GUIDE, eventId), await explain(rival, eventId)];
    const [lost, won] = rows.toSorted((one) => (one.status === 'failed' ? -1 : 1));
    expect([lost?.status, won?.status]).toEqual(['failed', 'sent']);
    const name = won?.row?.automationId === rival ? 'Rival' : 'Brew guide on request';
    expect(lost?.first).toContain(`"${name}" (${won?.row?.automationId}) did`);
  });

  test('one for which no DM of the day was left', { tags: ['ENG-07'] }, async () => {
    await control(sandbox, 'setDmLimits', { perDay: 0 });
    await answered();
    const { status, first } = await explain(GUIDE);
    expect([status, first]).toEqual([
      'rate_limited',
      expect.stringContaining('crier sandbox clock advance 10h'),
    ]);
    expect(first).toContain('2026-09-22T00:00:00Z');
  });

  test('one past the conversations of the month', { tags: ['ENG-12', 'C-03'] }, async () => {
    await control(sandbox, 'setDmLimits', { perMonth: 0 });
    await answered('mara', { kind: 'dm', text: 'guide' });
    const { status, first } = await explain(GUIDE);
    expect([status, first]).toEqual(['failed', expect.stringContaining('monthly conversation limit')]);
  });

  test('one that is paced', { tags: ['U-41'] }, async () => {
    await control(sandbox, 'setDmLimits', { perHour: 1 });
    await answered('anna');
    await answered('ben');
    const { status, first } = await explain(GUIDE);
    expect([status, first]).toEqual([
      'in_flight',
      expect.stringMatching(/^waiting, due 2026-09-21T15:1\d:\d\dZ: the hourly limit of 1 DMs is reached/),
    ]);
    await advance(HOUR_MS);
    expect((await explain(GUIDE)).status).toBe('sent');
  });

  test('one without a webhook, though its DM went out', { tags: ['HOOK-17'] }, async () => {
    const id = await create(
      '--name',
      'n',
      '--on',
      'comment',
      '--post',
      'all',
      '--keyword',
      'BEANS',
      '--dm',
      'Hi',
      '--webhook',
    );
    await answered('mara', { text: 'beans' });
    const { status, findings } = await explain(id);
    expect(status).toBe('sent');
    expect(findings.map((each) => [each.subject.split(' ')[0], each.status])).toEqual([
      ['fire_webhook', 'failed'],
      ['send_dm', 'sent'],
    ]);
    expect(findings[0]?.command).toBe('crier hooks register automations <url> --sandbox');
    await run(['hooks', 'register', 'automations', 'https://hooks.shop.example/crier']);
    expect((await explain(id)).first).toContain('one is registered now: https://hooks.shop.example/crier');
  });

  test('one that had nothing to say', { tags: ['ENG-15'] }, async () => {
    const id = await create('--name', 'n', '--on', 'dm', '--keyword', 'BEANS', '--dm', '{{recipient_name}}');
    await answered('mara', { kind: 'dm', text: 'beans' });
    const { first } = await explain(id);
    expect(first).toContain('the message is empty');
  });

  describe('a text that is asked for', () => {
    const asking = () =>
      create(
        '--name',
        'n',
        '--on',
        'dm',
        '--keyword',
        'BEANS',
        '--dm',
        'Hi',
        '--message-url',
        'https://texts.example.com/a',
      );

    test('one that fell back: why, and how to look into it', { tags: ['ENG-16', 'CBK-05'] }, async () => {
      sandbox.close();
      const outbound = createFakeOutbound(() => ({ status: 503 }));
      sandbox = await openTestSandbox(undefined, { openOutbound: async () => outbound });
      const id = await asking();
      await answered('mara', { kind: 'dm', text: 'beans' });
      const { status, first, all, findings } = await explain(id);
      expect([status, first]).toEqual(['sent', expect.stringContaining('no usable text: status 503')]);
      expect(findings[0]?.command).toBe('crier callbacks check https://texts.example.com/a');
      expect(all).toContain('it contains the message of the automation');
    });

    test('one that was used: with the status that it had', { tags: ['CBK-07', 'U-08'] }, async () => {
      sandbox.close();
      const outbound = createFakeOutbound(() => ({ ...withText('hello'), status: 202, ms: 7 }));
      sandbox = await openTestSandbox(undefined, { openOutbound: async () => outbound });
      const id = await asking();
      await answered('mara', { kind: 'dm', text: 'beans' });
      expect((await explain(id)).first).toContain('its text comes from messageUrl (202, 7 ms)');
    });

    test('one that waits for it, where nothing may leave', { tags: ['CBK-05'] }, async () => {
      const id = await asking();
      await answered('mara', { kind: 'dm', text: 'beans' });
      const { status, first } = await explain(id);
      expect([status, first]).toEqual(['in_flight', expect.stringContaining('message callback')]);
    });
  });

  test('one of an automation that is deleted', { tags: ['ACT-09'] }, async () => {
    await answered();
    await run(['automations', 'delete', GUIDE, '--yes']);
    expect((await explain(GUIDE)).status).toBe('sent');
  });
});

describe('which row', () => {
  test('the newest, one by its id or its event, of a comment, or of a person', async () => {
    const [anna, ben, carl] = [await answered('anna'), await answered('ben'), await answered('carl')];
    const eventOf = async (...words: string[]) => (await explain(GUIDE, ...words)).row?.eventId;
    const { row: newest } = await explain(GUIDE);
    const { row: first } = await explain(GUIDE, anna);
    expect([newest?.eventId, first?.eventId]).toEqual([carl, anna]);
    expect(await eventOf(newest?.id.replace(carl, ben) ?? '')).toBe(ben);
    expect(await eventOf('--comment-id', ben)).toBe(ben);
    expect(await eventOf('--recipient', '@ANNA')).toBe(anna);
    expect(await eventOf('--recipient', first?.recipientId ?? '')).toBe(anna);
  });

  test('the text of the comment distinguishes rows of one follower', async () => {
    const first = await answered('anna', { text: 'GUIDE one' });
    await answered('anna', { text: 'GUIDE two' });
    expect((await explain(GUIDE, '--recipient', 'anna', '--text', 'GUIDE one')).row?.eventId).toBe(first);
    expect((await explain(GUIDE, '--text', 'guides')).row).toBeNull();
  });

  test('a row is shown, whatever text is given beside an id that names it', async () => {
    const commentId = await answered('anna');
    for (const words of [[commentId], ['--comment-id', commentId]]) {
      const ran = await run(['automations', 'explain', GUIDE, ...words, '--text', 'nope', '--json']);
      expect((ran.json as Explanation).activity?.eventId).toBe(commentId);
      expect(ran.stderr).toContain('the description of the event was not used');
    }
  });

  test('a handle finds a row that has none', { tags: ['HOOK-23'] }, async () => {
    const reaction = { kind: 'reaction', text: undefined, emoji: '❤️', profile: 'harbour' };
    const eventId = await answered('dora', reaction);
    await answered('someone', reaction);
    const words = ['auto_H9rB4kMx2C', '--profile', 'harbour'];
    const { row } = await explain(...words, '--recipient', '@dora');
    expect([row?.eventId, row?.recipientUsername]).toEqual([eventId, null]);
    const { stdout } = await run(['automations', 'explain', ...words, '--recipient', 'dora', '-o', 'table']);
    expect(stdout).toContain(' · dora · ');
  });

  test('without an id, a person is asked which automation it is', async () => {
    await answered('anna');
    const ran = await run(['automations', 'explain'], {
      isTerminal: true,
      prompts: scriptedPrompts([['Which automation?', 'Brew guide']]).open,
    });
    expect(ran.stdout).toContain('anna');
  });

  test.each([
    ['a row that is not there', [GUIDE, 'nothing'], 5, `has no activity with the id nothing`],
    ['an automation that is not there', ['auto_nobody'], 5, '469'],
    ['two ways at once', [GUIDE, '1', '--comment-id', '2'], 2, 'cannot be combined with --comment-id'],
    ['an event without its words', [GUIDE, '--event', 'dm'], 2, 'needs --text'],
    ['the body of one answer', [GUIDE, '-o', 'raw'], 2, '-o raw prints the body of one response'],
    ['no automation, and no terminal to prompt on', [], 2, 'as printed by'],
    ['a comment by a name that is near', [GUIDE, '--comment', '1'], 2, 'did you mean "--comment-id"?'],
  ])('%s', async (_what, words, exit, says) => {
    const { exitCode, stderr } = await run(['automations', 'explain', ...words]);
    expect({ exitCode, stderr }).toEqual({ exitCode: exit, stderr: expect.stringContaining(says) });
  });
});

describe('an event that made no row', () => {
  test('each trigger says why, those first that listen to such events', async () => {
    const { row, findings } = await explain(GUIDE, '--event', 'dm', '--text', 'guides');
    expect(row).toBeNull();
    expect(findings.slice(0, 2).map(({ subject, reason }) => [subject, reason])).toEqual([
      ['triggers[1]', expect.stringContaining('"GUIDE" is only part of "guides"')],
      ['triggers[0]', expect.stringContaining('it listens for a comment')],
    ]);
  });

  test('paused weighs most', async () => {
    await run(['automations', 'pause', GUIDE]);
    const { findings } = await explain(GUIDE, '--text', 'guides');
    expect(findings[0]).toMatchObject({
      subject: 'automation',
      command: `crier automations resume ${GUIDE} --sandbox`,
    });
  });

  test('what would have fired is shown too', async () => {
    expect((await explain(GUIDE, '--text', 'guide')).first).toContain('it would react now');
  });

  test('of a comment that the service knows, its words are looked up', async () => {
    const commentId = await answered('mara', { text: 'your guides, please' });
    const { row, first } = await explain(GUIDE, '--comment-id', commentId);
    expect([row, first]).toEqual([null, expect.stringContaining('"GUIDE" is only part of "guides"')]);
  });

  test('where a comment is, if no flag names it, is read from the service', async () => {
    const at = await run(['comments', 'get', '18119826100716099', '--platform', 'instagram', '--json']);
    const [comment] = (at.json as { comments: { id: string }[] }).comments;
    await run(['automations', 'resume', WHOLESALE]);
    const { all } = await explain(WHOLESALE, '--comment-id', comment?.id ?? '');
    expect(all).not.toContain('add --post');
    expect(all).toContain('comment_keyword');
  });

  test('what a person did is known in the sandbox, by their handle as by the comment', async () => {
    await answered('w1', { text: 'your guides, please' });
    const { row, first } = await explain(GUIDE, '--recipient', 'w1');
    expect([row, first]).toEqual([null, expect.stringContaining('"GUIDE" is only part of "guides"')]);
    expect((await explain(GUIDE, '--recipient', 'nobody')).first).toContain('no engagement by nobody');
  });

  test('what happened before it was created, or changed, is distinguished', async () => {
    const commentId = await answered('mara', { text: 'BEANS' });
    await advance();
    const words = ['--on', 'comment', '--post', 'all', '--keyword', 'BEANS', '--dm', 'Hi'];
    const id = await create('--name', 'n', ...words);
    expect((await explain(id, '--comment-id', commentId)).first).toMatch(
      /the network reported the event at 2026\S+Z, before the automation was created/,
    );
    await run(['automations', 'pause', id]);
    const later = await answered('mara', { text: 'BEANS' });
    await advance();
    await run(['automations', 'resume', id]);
    expect((await explain(id, '--comment-id', later)).first).toMatch(
      /before its last change: it was paused or different then/,
    );
    expect((await explain(id, '--comment-id', '1', '--text', 'BEANS')).first).toContain(
      'the network never reported the event',
    );
  });

  test('what happened to another profile is not heard of', async () => {
    const commentId = await answered('mara', { profile: 'harbour' });
    const { first, all } = await explain(GUIDE, '--comment-id', commentId);
    expect(first).toContain(
      'the event belongs to the account of harbour, but this automation to that of primary',
    );
    expect(all).not.toContain('it would react now');
  });

  test('a profile without an account hears of nothing, until it is linked', async () => {
    await account({ linked: false });
    const { first, findings, all } = await explain(GUIDE, '--text', 'GUIDE');
    expect(first).toContain('the profile has no linked Instagram account');
    expect(all).not.toContain('it would react now');
    await runPrinted(findings[0]?.command);
    expect((await explain(GUIDE, '--text', 'GUIDE')).first).toContain('it would react now');
  });

  test('a deleted automation answers nothing; one that never was is not there', async () => {
    await run(['automations', 'delete', GUIDE, '--yes']);
    expect((await explain(GUIDE, '--comment-id', '1', '--text', 'x')).first).toContain('it was deleted');
    expect((await run(['automations', 'explain', 'auto_nobody', '--text', 'x'])).exitCode).toBe(5);
  });

  test('a post is known by either of its ids', async () => {
    const [ours, theirs] = ['Sp7kQm2XvLr9TzBd4HnW', '18119826100716099'] as const;
    const make = (post: string) =>
      create('--name', 'n', '--on', 'comment', '--post', post, '--keyword', 'BEANS', '--dm', 'Hi');
    const automation = await make(ours);
    const first = async (id: string, post: string) =>
      (await explain(id, '--text', 'BEANS', '--post', post)).first;
    expect(await first(automation, theirs)).toContain('it would react now');
    expect(await first(await make(theirs), ours)).toContain('it would react now');
    expect(await first(automation, 'id:1')).toContain('only');
  });

  test('commands go to the same service, for the same profile', async () => {
    await run(['automations', 'pause', 'auto_H9rB4kMx2C', '--profile', 'harbour']);
    const { findings } = await explain('auto_H9rB4kMx2C', '--profile', 'harbour');
    expect(findings[0]?.command).toBe('crier automations resume auto_H9rB4kMx2C --profile harbour --sandbox');
    await runPrinted(findings[0]?.command);
    const unasked = await crier(['automations', 'pause', GUIDE, '--sandbox'], around());
    expect(unasked.exitCode).toBe(0);
    const { json } = await crier(['automations', 'explain', GUIDE, '--json'], {
      ...around(),
      isTerminal: true,
    });
    const [paused] = (json as Explanation).findings;
    await runPrinted(paused?.command);
  });

  test('the command that asks for more fits what it waits for, and runs', async () => {
    for (const [id, says] of [
      [GUIDE, '--text "what they wrote"'],
      [STORY, '--event story-reply --text "what they wrote"'],
    ] as const) {
      const { findings } = await explain(id);
      expect(findings[0]?.reason).toContain('no activity in the last');
      expect(findings[0]?.command).toBe(`crier automations explain ${id} ${says} --sandbox`);
    }
    const { findings } = await explain('auto_H9rB4kMx2C', '--profile', 'harbour');
    expect(findings[0]?.command).toContain('--event reaction --emoji "❤️" --profile harbour --sandbox');
    expect((await explain(GUIDE, '--comment-id', '1')).first).toContain('its text is not known here');
  });

  test('it mentions that rows are shown for 30 days', async () => {
    await answered();
    await advance(31 * DAY_MS);
    const { row, findings } = await explain(GUIDE, '--recipient', 'mara');
    expect([row, findings.map(({ reason }) => reason)]).toEqual([
      null,
      [expect.stringContaining('a comment of more than 30 days ago: activity is only available for 30 days')],
    ]);
  });
});

test('of a long comment, enough to recognize it is shown before the answer', async () => {
  await answered('mara', { text: `The GUIDE, please${', and thank you'.repeat(50)}` });
  const { stdout } = await run(['automations', 'explain', GUIDE, '--color', 'never'], {
    isTerminal: true,
    columns: 80,
  });
  expect(stdout.indexOf('ABOUT')).toBeLessThan(200);
  expect(stdout).toContain('"The GUIDE, please, and thank you');
});
