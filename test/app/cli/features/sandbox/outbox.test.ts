import { beforeAll, describe, expect, test } from 'vitest';
import type { OutboxItem } from '../../../../../src/cli/features/sandbox/outbox.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier } from '../../../../support/crier.ts';
import { openSandboxOnce, openSandboxPerTest } from '../../../../support/sandbox/sandbox-per-test.ts';

const WHOLESALE = 'auto_D6yJ1sGf5B';
const HOOK = 'https://hooks.kestrellane.example/in';
const SPRING_BLEND = 'Sp7kQm2XvLr9TzBd4HnW';

let sandbox: Sandbox;

const run = (...words: readonly string[]) => crier(words, { sandbox });
const engage = async (...words: readonly string[]) => run('sandbox', 'engage', ...words);
const outbox = async (...words: readonly string[]) =>
  ((await run('sandbox', 'outbox', ...words, '--json')).json as { outbox: readonly OutboxItem[] }).outbox;
const onTerminal = async (columns: number, ...words: readonly string[]) =>
  (await crier([...words, '--color', 'never'], { sandbox, isTerminal: true, columns })).stdout;

const COMMENT = ['comment', '--from', 'mara', '--text', 'the GUIDE, please'];

describe('sandbox outbox', () => {
  openSandboxOnce((opened) => {
    sandbox = opened;
  });
  beforeAll(async () => {
    const hook = ['hooks', 'register', 'automations', HOOK, '--sandbox'];
    expect((await run(...hook)).exitCode).toBe(0);
    expect((await run('automations', 'resume', WHOLESALE, '--sandbox')).exitCode).toBe(0);
    await engage(...COMMENT, '--run');
    await engage('comment', '--from', 'anna', '--text', 'wholesale?', '--post', SPRING_BLEND, '--run');
  });

  test('lists what was sent, the newest first: DMs, emails, and events that wait', async () => {
    expect(
      (await outbox()).map(({ kind, state, recipientUsername }) => [kind, state, recipientUsername]),
    ).toEqual([
      ['webhook', 'waiting', 'anna'],
      ['webhook', 'waiting', 'anna'],
      ['email', 'queued', 'anna'],
      ['dm', 'received', 'anna'],
      ['dm', 'received', 'mara'],
    ]);
  });

  test.each([
    ['--kind dm', 'anna mara'],
    ['--recipient @Anna', `${HOOK} ${HOOK} wholesale@kestrellane.example anna`],
    ['--recipient mara', 'mara'],
    ['--recipient mara --kind email', ''],
  ])('%s leaves the others out', async (words, to) => {
    expect((await outbox(...words.split(' '))).map((each) => each.to).join(' ')).toBe(to);
  });

  test('is a table that fits; where it is narrow, the text is below', async () => {
    const wide = await onTerminal(80, 'sandbox', 'outbox');
    expect(wide.split('\n')[0]).toMatch(/^WHEN +KIND +STATE +WHO +WHAT$/);
    const narrow = await onTerminal(40, 'sandbox', 'outbox');
    expect(narrow.split('\n')[0]).toMatch(/^WHEN +KIND +STATE +WHO$/);
    expect(narrow).toMatch(/mara\n {2}\S[^\n]* brew guide/);
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  test('-n keeps the latest and reports it; --all has all of them', async () => {
    const { json, stderr } = await run('sandbox', 'outbox', '-n', '2', '--json');
    expect(json).toMatchObject({
      outbox: [{ kind: 'webhook' }, { kind: 'webhook' }],
      meta: { pagination: { hasMore: true, limit: 2 } },
    });
    expect(stderr).toContain('showing the latest 2; use --all for all');
    const all = await run('sandbox', 'outbox', '--all', '--json');
    expect(all.json).toMatchObject({ meta: { pagination: { hasMore: false, limit: null } } });
    expect((await run('sandbox', 'outbox', '--all', '-n', '2')).exitCode).toBe(2);
  });

  test('nothing that passes a filter is not nothing at all', async () => {
    const said = await onTerminal(200, 'sandbox', 'outbox', '--recipient', 'nobody');
    expect(said).toBe('no matching items; 5 without filters\n');
  });
});

describe('sandbox outbox of its own', () => {
  openSandboxPerTest((opened) => {
    sandbox = opened;
  });

  test('sandbox outbox --since and --profile leave out the older and those of others; of several profiles each is named', async () => {
    await engage(...COMMENT, '--run');
    await run('sandbox', 'clock', 'advance', '2h');
    await engage('reaction', '--from', 'mara', '--emoji', '❤️', '--profile', 'harbour', '--run');
    expect(await outbox('--since', '1h')).toMatchObject([{ profile: 'harbour' }]);
    expect(await outbox('--profile', 'harbour')).toHaveLength(1);
    expect(await outbox('--profile', 'none')).toHaveLength(1);
    expect(await onTerminal(120, 'sandbox', 'outbox')).toMatch(/^WHEN +KIND +PROFILE +STATE /);
  });

  test('a DM that the network dropped is distinguished from one that was received, and all is in order of time', {
    tags: ['ENG-20'],
  }, async () => {
    await engage(...COMMENT, '--run');
    await run('sandbox', 'person', '@zoe', '--message-requests', 'silent');
    await engage('comment', '--from', 'zoe', '--text', 'the guide', '--run');
    const sent = await outbox();
    expect(sent.find(({ to }) => to === 'zoe')).toMatchObject({ kind: 'dm', state: 'dropped' });
    expect(sent[0]).toMatchObject({ to: 'zoe' });
    const times = sent.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('an empty outbox says what is still to come, and how to have it', async () => {
    expect(await onTerminal(200, 'sandbox', 'outbox')).toBe(
      'nothing was sent; to simulate a person: crier sandbox engage\n',
    );
    await engage(...COMMENT);
    const said = await onTerminal(200, 'sandbox', 'outbox');
    const [, until = '', advance = ''] =
      /^nothing was sent yet; 1 dispatch is pending until (\S+); to advance the clock: crier (sandbox clock advance \d+s)\n$/.exec(
        said,
      ) ?? [];
    expect(until).toMatch(/^2026-09-21T14:1/);
    await run(...advance.split(' '));
    expect(await outbox()).toHaveLength(1);
  });

  test('sandbox outbox knows by its row of activity whom an email is about, whatever the case of the name', async () => {
    const words = 'automations create --sandbox --on comment --post all --keyword MAIL'.split(' ');
    const mail = ['--email', 'desk@shop.example', '--email-message', 'Somebody asks'];
    expect((await run(...words, ...mail)).exitCode).toBe(0);
    await engage('comment', '--from', 'Nora.K', '--text', 'mail me', '--run');
    expect(await outbox('--recipient', 'nora.k')).toMatchObject([
      { kind: 'email', to: 'desk@shop.example', recipientUsername: 'Nora.K' },
    ]);
  });
});
