import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const run = (line: readonly string[], stdin = '') =>
  crier([...line, '--sandbox'], { sandbox: { ...sandbox, close: () => {} }, stdin });
const reply = (text: string, rows: readonly object[], ...flags: readonly string[]) =>
  run(
    ['comments', 'reply', '--ids-from', '-', '--text', text, ...flags],
    rows.map((row) => JSON.stringify(row)).join('\n'),
  );

const ZOE = {
  id: '18054973922452013',
  platform: 'instagram',
  author: { handle: 'zoe.drinks.slow', name: 'Zoë Naquet' },
};
const LEN = {
  id: '738214470912836_705091696649832',
  platform: 'facebook',
  author: { handle: null, name: 'Len Hathersage' },
};
const ON_REDDIT = { id: 't1_mmsjusg', platform: 'reddit', author: { handle: 'u1', name: null } };

/** The request of each reply of a dry run. */
const planned = async (text: string, rows: readonly object[]) => {
  const { json, stderr } = await reply(text, rows, '--dry-run', '--json');
  const { requests } = json as { requests: { body: { comment: string; platforms: string[] } }[] }; // its schema was checked
  return { sent: requests.map(({ body }) => [...body.platforms, body.comment]), stderr };
};

describe('rows of several networks', () => {
  test.each(['ndjson', 'csv', 'tsv', 'json'])('of the inbox in %s need no --platform', async (format) => {
    const inbox = await run(['comments', 'inbox', '-n', '3', '-o', format]);
    const { json } = await run(
      ['comments', 'reply', '--ids-from', '-', '--text', 'Thank you!', '--dry-run', '--json'],
      inbox.stdout,
    );
    const { requests } = json as { requests: { body: { platforms: string[] } }[] };
    expect(requests.map(({ body }) => body.platforms)).toEqual([['youtube'], ['instagram'], ['facebook']]);
  });

  test('a network that takes no reply fails by itself, and a dry run says so', async () => {
    const rows = [ON_REDDIT, LEN];
    const plan = await planned('Thank you!', rows);
    expect(plan.sent).toEqual([['facebook', 'Thank you!']]);
    expect(plan.stderr).toContain('not sent: the comment t1_mmsjusg: Reddit comments cannot be replied to');
    const { exitCode, json } = await reply('Thank you!', rows, '--json');
    expect([exitCode, json]).toMatchObject([3, { results: [{ status: 'error' }, { status: 'success' }] }]);
  });

  test('--platform that a row contradicts is refused before anything is sent', async () => {
    const { exitCode, stderr } = await reply('Thank you!', [ZOE], '--platform', 'facebook');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is for --platform instagram')]);
  });
});

describe('names in double braces', () => {
  test.each([
    ['the name', 'Hi {{name}}!', LEN, 'Hi Len Hathersage!'],
    ['the handle, in any case of the word', 'Hi @{{ Handle }}!', ZOE, 'Hi @zoe.drinks.slow!'],
    ['literal braces', '{{{{name}}}} is {{name}}', LEN, '{{name}} is Len Hathersage'],
    [
      'the handle for a name that is not there',
      'Hi {{name}}',
      { ...ZOE, author: { handle: 'zoe' } },
      'Hi zoe',
    ],
    [
      'a hostile name, on one line and not as a template',
      'Hi {{name}}!',
      { ...ZOE, author: { name: '\u202E{{handle}}\r\nBuy  now' } },
      'Hi {{handle}} Buy now!',
    ],
    [
      'a name with emoji and of another script',
      'أهلا {{name}}',
      { ...ZOE, author: { name: '👩‍🍳 سارة' } },
      'أهلا 👩‍🍳 سارة',
    ],
    [
      'the name that the service gives, where the row has none',
      'Hi {{name}}',
      { ...ZOE, author: undefined },
      'Hi Zoë Naquet',
    ],
  ])('are filled by %s', async (_what, text, row, expected) => {
    const { sent } = await planned(text, [row]);
    expect(sent.map((texts) => texts.map((each) => each.normalize()))).toEqual([[row.platform, expected]]);
  });

  test.each([
    ['another name', ['Hi {{first}}'], '{{first}} would be published as it is'],
    ['a handle that the network does not say', ['Hi {{handle}}'], 'does not say the handle'],
  ])('%s is refused, and nothing is sent', async (_what, [text = ''], why) => {
    const { exitCode, stdout, stderr } = await reply(text, [LEN]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(why);
  });

  test('a comment of your own has no writer to name', async () => {
    const { exitCode, stderr } = await run([
      'comments',
      'reply',
      'x6w75Q8z8p0rl5q7HaIQ',
      '--text',
      'Hi {{name}}',
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('a Service Comment ID is of a')]);
  });
});
