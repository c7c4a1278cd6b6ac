import { describe, expect, test } from 'vitest';
import type { OutboxItem } from '../../../../../src/cli/features/sandbox/outbox.ts';
import type { Engaged } from '../../../../../src/cli/features/sandbox/run-engagement.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier } from '../../../../support/crier.ts';
import { openSandboxOnce, openSandboxPerTest } from '../../../../support/sandbox/sandbox-per-test.ts';
import { scriptedPrompts } from '../../../../support/terminal/scripted-prompts.ts';

const GUIDE = 'auto_K7pW2mXq9L';
const WHOLESALE = 'auto_D6yJ1sGf5B';
const NEWEST = 'Lt5nWc8RjYq3GvKs6PxA';

let sandbox: Sandbox;

const run = (...words: readonly string[]) => crier(words, { sandbox });
const engage = async (...words: readonly string[]) =>
  (await run('sandbox', 'engage', ...words, '--json')).json as Engaged;
const outbox = async (...words: readonly string[]) =>
  ((await run('sandbox', 'outbox', ...words, '--json')).json as { outbox: readonly OutboxItem[] }).outbox;
const onTerminal = async (columns: number, ...words: readonly string[]) =>
  (await crier([...words, '--color', 'never'], { sandbox, isTerminal: true, columns })).stdout;

const COMMENT = ['comment', '--from', 'mara', '--text', 'the GUIDE, please'];

describe('sandbox engage', () => {
  openSandboxPerTest((opened) => {
    sandbox = opened;
  });

  test('says which automation answers, on what, and when; nothing is moved and nothing sent', {
    tags: ['ENG-04'],
  }, async () => {
    const { events, clock } = await engage(...COMMENT);
    expect(clock).toEqual({ mode: 'real', now: '2026-09-21T14:13:20Z', aheadMs: 0 });
    const [dispatch] = events[0]?.dispatches ?? [];
    expect(dispatch).toMatchObject({
      automationId: GUIDE,
      name: 'Brew guide on request',
      triggerType: 'comment_keyword',
      keyword: 'GUIDE',
      activity: { status: 'pending' },
    });
    const wait = Date.parse(dispatch?.dueAt ?? '') - Date.parse(clock.now);
    expect(wait).toBeGreaterThanOrEqual(20_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(await outbox()).toEqual([]);
  });

  test('--run advances the clock to where it is due, and shows the result', async () => {
    const { events, clock } = await engage(...COMMENT, '--run');
    const [dispatch] = events[0]?.dispatches ?? [];
    expect(clock).toEqual({ mode: 'real', now: dispatch?.dueAt, aheadMs: 39_000 });
    expect(dispatch?.activity).toMatchObject({ status: 'sent', recipientUsername: 'mara' });
  });

  test.each([
    [COMMENT.with(4, 'guides?'), '"GUIDE" is only part of "guides"'],
    [['dm', '--from', 'mara', '--text', 'hello'], 'the text contains none of its keywords: "GUIDE"'],
    [['reaction', '--from', 'mara'], 'it listens for a comment, but this is a reaction to a DM'],
  ])('%j fires none, and each automation says why', async (words, reason) => {
    const { events, clock } = await engage(...words, '--run');
    expect(events[0]?.dispatches).toEqual([]);
    const reasons = new Map(events[0]?.unmatched?.map((why) => [why.automationId, why.reason]));
    expect(reasons.get(GUIDE)).toBe(reason);
    expect(reasons.get(WHOLESALE)).toBe('it is paused');
    // what nothing follows from moves nothing
    expect(clock.aheadMs).toBe(0);
  });

  test.each([
    ['story-reply', ['--text', 'lovely'], 'auto_T4nV8cRz3H', 'primary'],
    ['dm', ['--text', 'guide'], GUIDE, 'primary'],
    ['reaction', ['--emoji', '❤️'], 'auto_H9rB4kMx2C', 'harbour'],
  ])('%s reaches the automation that waits for it', async (kind, parts, automation, profile) => {
    const { events } = await engage(kind, '--from', 'jonas', ...parts, '--profile', profile, '--run');
    expect(events[0]?.dispatches).toMatchObject([{ automationId: automation, activity: { status: 'sent' } }]);
  });

  test('--ago is reported late: it is answered at once, a comment of eight days no more', {
    tags: ['ENG-13', 'U-22'],
  }, async () => {
    const [late] = (await engage(...COMMENT, '--ago', '2d', '--run')).events;
    expect(late?.dispatches[0]).toMatchObject({ activity: { status: 'sent' } });
    const [old] = (await engage(...COMMENT.with(2, 'jon'), '--ago', '8d', '--run')).events;
    expect(old?.dispatches[0]?.activity).toMatchObject({
      status: 'failed',
      errorDetails: expect.stringMatching(/^490|^49\d/),
    });
  });

  test('--count engages with that number of followers', async () => {
    const { events } = await engage(...COMMENT, '--count', '3', '--run');
    const people = ['mara', 'mara_2', 'mara_3'];
    expect(events.map(({ username }) => username)).toEqual(people);
    expect(events.map(({ dispatches }) => dispatches[0]?.activity?.recipientUsername)).toEqual(people);
  });

  test('--comment-id reports the same comment again: it is answered once', { tags: ['U-12'] }, async () => {
    const [first] = (await engage(...COMMENT, '--run')).events;
    const again = await engage('comment', '--from', 'mara', '--comment-id', first?.eventId ?? '', '--run');
    expect(again.events.map(({ eventId }) => eventId)).toEqual([first?.eventId]);
    expect(await outbox()).toHaveLength(1);
  });

  test('what the network reports again is marked so, with its author, and is not reported as sent again', {
    tags: ['U-12'],
  }, async () => {
    const [first] = (await engage(...COMMENT, '--run')).events;
    const id = first?.eventId ?? '';
    const { stdout, stderr } = await run('sandbox', 'engage', 'comment', '--comment-id', id, '-o', 'tsv');
    expect(stdout).toMatch(/\tsent\tduplicate, no effect: /);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('duplicate event (by mara)');
    expect((await engage('comment', '--comment-id', id)).events[0]).toMatchObject({ duplicate: true });
  });

  test.each([
    ['another person', ['--from', 'anna'], 'crier: --from must be'],
    ['another text', ['--text', 'hello'], 'crier: --text must be the text of the existing comment'],
  ])('what the network reports again cannot have %s', { tags: ['U-12'] }, async (_what, words, why) => {
    const [first] = (await engage(...COMMENT)).events;
    const again = ['comment', '--comment-id', first?.eventId ?? '', ...words];
    const { exitCode, stderr } = await run('sandbox', 'engage', ...again);
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(why)]);
  });

  test('of --count the table shows a few and counts all, those that wait for pacing too; tsv has all, and --fields names its columns', async () => {
    await run('sandbox', 'dm-limits', '--per-hour', '11');
    const { stdout, stderr } = await crier(
      ['sandbox', 'engage', ...COMMENT, '--count', '12', '--run', '--color', 'never'],
      { sandbox, isTerminal: true, columns: 80 },
    );
    expect(stdout).toMatch(/^12 people: 11 sent, 1 in_flight\n/);
    expect(stdout.match(/^sent /gm)?.length).toBeLessThanOrEqual(5);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('5 of 12 outcomes; use -o json or -o tsv for all');
    const fields = ['--fields', 'username,result,details', '-o', 'tsv'];
    const silent = await run('sandbox', 'engage', ...COMMENT.with(4, 'hello'), '--count', '3', ...fields);
    expect(silent.stdout.split('\n')[0]).toBe('username\tresult\tdetails');
    expect(silent.stdout.match(/^mara_3\tsilent\t/gm)).toHaveLength(3);
  });

  test.each([
    ['off', COMMENT, 'automations are off on this account'],
    ['documented', COMMENT.with(0, 'story-comment'), 'do not listen to comments on stories'],
  ])('472 with automations %s nothing listens, and the fix is named', async (state, words, why) => {
    await run('sandbox', 'account', 'set', 'instagram', '--automations', state);
    const { stdout, stderr } = await run('sandbox', 'engage', ...words, '--run', '-o', 'tsv');
    expect(stdout).toContain(why);
    expect(stdout).not.toContain('\tsent\t');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('crier sandbox account set instagram --automations on');
    await run('sandbox', 'account', 'set', 'instagram', '--automations', 'on');
    const again = await engage(...COMMENT, '--run');
    expect(again.events[0]?.dispatches).toMatchObject([{ activity: { status: 'sent' } }]);
  });

  test('468 with a plan that has no automations nothing listens, and the fix is named', async () => {
    await run('sandbox', 'plan', 'premium');
    const { stdout, stderr } = await run('sandbox', 'engage', ...COMMENT, '-o', 'tsv');
    expect(stdout).toContain('the plan Premium has no automations');
    expect(stderr).toContain('crier sandbox plan business');
  });

  test('what is left open is asked for at a terminal', async () => {
    const { open, said } = scriptedPrompts([
      ['What does the person do?', 'sends a DM'],
      ['Who is the person?', '@jonas'],
      ['What do they write?', 'guide'],
    ]);
    const ran = await crier('sandbox engage --json', { sandbox, isTerminal: true, prompts: open });
    expect(ran.json).toMatchObject({
      events: [{ username: 'jonas', dispatches: [{ automationId: GUIDE }] }],
    });
    expect(said).toHaveLength(6);
  });

  test('reads well in 80 and in 40 columns', async () => {
    const wide = await onTerminal(80, 'sandbox', 'engage', ...COMMENT);
    expect(wide).toMatch(
      /^RESULT {2}AUTOMATION\ndue {5}Brew guide on request: in \d\ds, at 2026-09-21T14:1\d:\d\dZ;/,
    );
    const narrow = await onTerminal(40, 'sandbox', 'engage', ...COMMENT.with(4, 'guides'));
    expect(narrow).toContain('silent  Brew guide on request: "GUIDE"\n');
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  test('sandbox clock advance shows what ran, and sandbox status what is to come', async () => {
    const { events } = await engage(...COMMENT, '--count', '20');
    const due = events.flatMap(({ dispatches }) => dispatches.map(({ dueAt }) => dueAt)).toSorted();
    const { json } = await run('sandbox', 'status', '--json');
    expect(json).toMatchObject({ upcoming: { dispatches: 20, next: due[0] }, due: { dispatches: 0 } });
    const tsv = await run('sandbox', 'clock', 'advance', '1ms', '-o', 'tsv');
    expect(tsv.stdout).not.toContain('ended');
    const stdout = await onTerminal(80, 'sandbox', 'clock', 'advance', '1m');
    expect(stdout).toContain('done   20 dispatches\n');
    expect(stdout).toMatch(/^sent {3}mara: .* brew guide/m);
    expect(stdout).toContain('more   5\n');
    expect((await run('sandbox', 'status', '--json')).json).toMatchObject({
      upcoming: { dispatches: 0, next: null },
    });
  });

  test('sandbox start says on a line of its own what fell due and was done', async () => {
    const { stderr } = await crier('sandbox start --color never', {
      others: {
        async onServe(served) {
          const around = { sandbox: { ...served, close: () => {} } };
          for (let time = 0; time < 2; time++)
            await crier(['sandbox', 'engage', ...COMMENT, '--run'], around);
          // the network does not tell who wrote a DM; the sandbox knows
          await crier('sandbox engage dm --from jonas --text guide --run', around);
        },
      },
    });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /2026-09-21T14:1\d:\d\dZ auto_K7pW2mXq9L sent, mara 2026-09-21T14:1\d:\d\dZ auto_K7pW2mXq9L deduplicated, mara: this person was already answered.* sent, jonas /,
    );
  });
});

describe('sandbox engage refuses', () => {
  openSandboxOnce((opened) => {
    sandbox = opened;
  });

  test.each([
    [['coment', '--from', 'a', '--text', 'b'], 'did you mean "comment"?'],
    [['comment', '--from', 'a', '--text', 'b', '--emoji', 'x'], '--emoji cannot be used with comment'],
    [['dm', '--from', 'a', '--text', 'b', '--post', 'x'], '--post cannot be used with dm'],
    [['comment', '--from', 'a b', '--text', 'b'], '--from must be 1 to 30 letters'],
    [
      ['comment', '--from', 'a', '--text', 'b', '--post', 'none'],
      '--post is no post of this account on Instagram: none; some that are: ',
    ],
    [['comment', '--from', 'a', '--text', 'b', '--profile', 'harbor'], '--profile must be one of primary'],
    [['comment', '--from', 'a', '--text', 'b', '--count', '0'], '--count'],
    [[], 'the event is missing next use one of comment, story-reply'],
    [['dm', '--text', 'b'], '--from is missing next crier sandbox engage dm --from mara --text'],
    [['reaction'], 'next crier sandbox engage reaction --from mara'],
    [['comment', '--from', 'a', '--comment-id', '1805'], '--comment-id must be a number'],
    [
      ['story-comment', '--from', 'a', '--text', 'b', '--comment-id', '../../x'],
      '--comment-id must be a number',
    ],
    [['comment', '--from', 'a', '--comment-id', '18050000000000001'], 'no comment on a post of the account'],
    [['reaction', '--from', 'a', '--emoji', 'notanemoji'], '--emoji must be one emoji'],
  ])('%j exits 2', async (words, why) => {
    const { exitCode, stdout, stderr } = await run('sandbox', 'engage', ...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(why);
  });

  test('a post that is not on instagram is refused with some that are', async () => {
    const { stderr } = await run('sandbox', 'engage', ...COMMENT, '--post', 'Tk6xBn4VgSj8QcLp2RyF');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`: Tk6xBn4VgSj8QcLp2RyF; some that are: ${NEWEST}, `);
  });

  test.each([
    [['comment', '--from', 'mara'], 'writes nothing', 'comment needs --text'],
    [['comment'], 'is unknown', '--from is missing'],
  ])('%j with answers that end exits 2', async (words, _what, why) => {
    const { open } = scriptedPrompts([]);
    const { exitCode, stderr } = await crier(['sandbox', 'engage', ...words], {
      sandbox,
      isTerminal: true,
      prompts: open,
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});
