import { describe, expect, test } from 'vitest';
import type { Engaged } from '../../../../../src/cli/features/sandbox/run-engagement.ts';
import { formatInZones, UTC_CLOCK } from '../../../../../src/domain/time/local-time.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier } from '../../../../support/crier.ts';
import { openSandboxPerTest } from '../../../../support/sandbox/sandbox-per-test.ts';

const GUIDE = 'auto_K7pW2mXq9L';

let sandbox: Sandbox;
openSandboxPerTest((opened) => {
  sandbox = opened;
});

const run = (...words: readonly string[]) => crier(['sandbox', ...words], { sandbox });
const onTerminal = async (...words: readonly string[]) =>
  (await crier(['sandbox', ...words, '--color', 'never'], { sandbox, isTerminal: true, columns: 200 }))
    .stdout;
const answers = async (...words: readonly string[]) =>
  ((await run('engage', ...words, '--run', '--json')).json as Engaged).events.flatMap(({ dispatches }) =>
    dispatches.map(({ activity }) => [activity?.status, activity?.actionResults?.[0]?.errorDetails]),
  );

const DM = ['dm', '--text', 'guide'];
const COMMENT = ['comment', '--text', 'the GUIDE'];

describe('sandbox dm-limits', () => {
  test('past the conversations of a month a DM to a new person fails, until there is no limit', {
    tags: ['U-42'],
  }, async () => {
    expect(await onTerminal('dm-limits', '--per-month', '1')).toMatch(/^conversations a month +1$/m);
    expect(await answers(...DM, '--from', 'ana')).toEqual([['sent', null]]);
    expect(await answers(...DM, '--from', 'ben')).toEqual([['failed', expect.stringContaining('month')]]);
    await run('dm-limits', '--per-month', 'off');
    expect(await answers(...DM, '--from', 'cem')).toEqual([['sent', null]]);
  });

  test('shows what holds, and changes nothing, without a flag', async () => {
    await run('dm-limits', '--per-day', '7');
    expect((await run('dm-limits', '--json')).json).toMatchObject({
      perDay: 7,
      perDayOfProfile: 7,
      perHour: 200,
    });
  });

  test.each([
    ['--per-hour', '0', 'must be at least 1, or off'],
    ['--per-day', 'many', 'must be a whole number, or off'],
  ])('%s %s exits 2', async (flag, value, why) => {
    const { exitCode, stderr } = await run('dm-limits', flag, value);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});

test('sandbox status distinguishes DMs that were sent from those that wait, and until when; so does engage', {
  tags: ['ENG-14'],
}, async () => {
  await run('dm-limits', '--per-hour', '3');
  const { json } = await run('engage', ...DM, '--from', 'ana', '--count', '5', '--run', '--json');
  const held = (json as Engaged).outcomes.filter(({ result }) => result === 'in_flight');
  expect(held).toHaveLength(2);
  const first = held.map(({ dueAt }) => dueAt ?? '').toSorted()[0];
  expect(held.map(({ details }) => details)).toContain(
    `waits for the hourly DM limit (3 of 3 used) until ${first}`,
  );
  const status = await onTerminal('status');
  expect(status).toMatch(/^DMs today +sent: 3 primary;/m);
  const until = formatInZones(Date.parse(first ?? ''), UTC_CLOCK);
  expect(status).toContain(`2 primary, by the hourly limit (3 of 3 used), the first until ${until}\n`);
  await run('clock', 'advance', '2h');
  const after = await onTerminal('status');
  expect(after).toMatch(/^DMs today +sent: 5 primary;/m);
  expect(after).not.toContain('DMs waiting');
});

describe('sandbox person', () => {
  test('who blocks message requests gets no private reply: 491; a DM of theirs is answered', {
    tags: ['ENG-13'],
  }, async () => {
    expect(await onTerminal('person', '@ana', '--message-requests', 'blocked')).toMatch(/^handle +ana$/m);
    expect(await answers(...COMMENT, '--from', 'ana')).toEqual([['failed', expect.stringMatching(/^491: /)]]);
    expect(await answers(...DM, '--from', 'ana')).toEqual([['sent', null]]);
    expect(await onTerminal('status')).toMatch(/^no DMs to +ana \(blocked\)$/m);
    await run('person', 'ana', '--message-requests', 'open');
    expect(await onTerminal('status')).not.toContain('no DMs to');
  });
});

describe('sandbox comment delete', () => {
  const ID = '18054973922459999';

  test('a comment that its author took back gets no private reply: 491', { tags: ['ENG-13'] }, async () => {
    await run('engage', ...COMMENT, '--from', 'ana', '--comment-id', ID);
    expect(await onTerminal('comment', 'delete', ID)).toBe(`deleted  ${ID}\n`);
    const { json } = await run('clock', 'advance', '2m', '--json');
    expect(json).toMatchObject({
      ended: [{ status: 'failed', errorDetails: expect.stringContaining('deleted') }],
    });
  });

  test('exits 5 where there is none', async () => {
    expect((await run('comment', 'delete', ID)).exitCode).toBe(5);
  });
});

describe('sandbox fault add --endpoint sendDm', () => {
  test.each([
    ['364, which no DM fails with', '364', '--code must be 490 to 495 or 161 with sendDm'],
    ['489, which is never returned', '489', '--code is reserved: the service never returns it'],
  ])('refuses %s', { tags: ['ENG-13'] }, async (_code, code, why) => {
    const { exitCode, stderr } = await run('fault', 'add', '--code', code, '--endpoint', 'sendDm');
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(why)]);
  });

  test.each(['491', '161'])('takes %s', async (code) => {
    expect((await run('fault', 'add', '--code', code, '--endpoint', 'sendDm')).exitCode).toBe(0);
  });
});

describe('sandbox account set', () => {
  test.each([
    ['--messaging', 'off', 'MESSAGING'],
    ['--page', 'none', 'PAGE'],
    ['--automations', 'off', 'AUTOMATIONS'],
  ])('%s %s prints a row that shows it, however narrow', async (flag, state, title) => {
    const words = ['sandbox', 'account', 'set', 'instagram', flag, state, '--color', 'never'];
    const { stdout } = await crier(words, { sandbox, isTerminal: true, columns: 50 });
    const [head = '', row = ''] = stdout.split('\n');
    expect(row.slice(head.indexOf(title))).toMatch(new RegExp(`^${state}\\b`));
  });
});

describe('sandbox clock', () => {
  const said = async (...words: readonly string[]) =>
    (await run('clock', ...words)).stderr.replaceAll(/\s+/g, ' ');

  test('a frozen clock is noted once', async () => {
    expect(await said('advance', '10m')).toBe('');
    expect(await said('set', '2027-03-02')).toContain('is now frozen');
    expect(await said('advance', '10m')).toBe('');
    expect(await said('set', '2027-03-03')).toBe('');
  });

  test.each([['set', '2026-01-01'], ['real']])('%s reports when it goes back', async (...words) => {
    await run('clock', 'set', '2027-03-02');
    expect(await said(...words)).toContain('the clock was moved back from 2027-03-02T00:00:00Z');
  });

  test('a day and several units will do', async () => {
    await run('clock', 'set', '2027-03-02');
    const { json } = await run('clock', 'advance', '1w1h30m', '--json');
    expect(json).toMatchObject({ now: '2027-03-09T01:30:00Z' });
  });

  test('advance gives programs the rows that ended, people as the sandbox knows them, and tsv a count', async () => {
    await run('engage', ...DM, '--from', 'ana');
    const shown = await onTerminal('clock', 'advance', '1m');
    expect(shown).toMatch(/^sent +ana: Here is the brew guide/m);
    await run('engage', ...DM, '--from', 'ben');
    const { json } = await run('clock', 'advance', '1m', '--json');
    const { ended, names } = json as {
      ended: readonly { readonly recipientId: string }[];
      names: Readonly<Record<string, string>>;
    };
    expect(ended).toMatchObject([{ automationId: GUIDE, status: 'sent', recipientUsername: null }]);
    expect(names[ended[0]?.recipientId ?? '']).toBe('ben');
    await run('engage', ...DM, '--from', 'cem', '--count', '3');
    expect((await run('clock', 'advance', '1m', '-o', 'tsv')).stdout).toMatch(/^(?:.*\n)*ended\t3\n$|\t3\n$/);
  });

  test.each([
    ['clock advance 1h', '2026-09-21T15:13:20Z; done: 3 dispatches'],
    ['engage dm --from ben --text guide --run', 'done: '],
  ])('interrupting %s reports where the clock is, and what was done', async (words, said) => {
    await run('engage', ...DM, '--from', 'ana', '--count', '3');
    const ending = new AbortController();
    const { answer } = sandbox;
    const interrupting: Sandbox = {
      ...sandbox,
      async answer(request) {
        const answered = await answer(request);
        if (request.url.pathname.endsWith('/clock/advance')) ending.abort('interrupted');
        return answered;
      },
    };
    const { exitCode, stderr } = await crier(`sandbox ${words}`, {
      sandbox: interrupting,
      signal: ending.signal,
    });
    expect(exitCode).toBe(130);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(said);
    expect(stderr).toContain('the sandbox clock is at ');
  });
});
