import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Around, crier, type Ran } from '../../../../../support/crier.ts';
import { inFolder } from '../../../../../support/in-folder.ts';
import { networkError, scripted } from '../../../../../support/network/client.ts';
import { createSandboxRunner } from '../../../../../support/sandbox/sandbox-runner.ts';

const { run, getStateFolder } = createSandboxRunner();

const WEEK = `- {post: One, platforms: [bluesky]}
- {post: Two, platforms: [bluesky, linkedin], scheduleDate: "2027-01-01T00:00:00Z"}
- {post: Three, platforms: [instagram], mediaUrls: [https://a.example/b.jpg]}
`;
const MIXED = `text,platforms,media
One,bluesky,
Two,pinterest,
Three,bluesky,
Three,bluesky,
`;

/** Runs `posts create` on a file. */
const create = (
  text: string,
  words = '--yes',
  { name = 'week.yaml', ...around }: Around & { name?: string } = {},
) => inFolder({ [name]: text }, (folder) => run(`posts create -f ${name} ${words}`, { folder, ...around }));

interface Result {
  readonly post: number;
  readonly status: string;
  readonly id: string | null;
  readonly idempotencyKey: string;
  readonly error: { readonly code: number | null } | null;
}
const resultsOf = ({ json }: Ran) => (json as { results: readonly Result[] }).results; // held against its schema
const statusesOf = (ran: Ran) => resultsOf(ran).map(({ status }) => status);
const recorded = ({ stderr }: Ran) => stderr.replaceAll(/\s+/g, ' ');
const listTexts = async () => {
  const { stdout } = await run('posts list --all --fields post');
  return stdout.trimEnd().split('\n').slice(1);
};
const countOf = async (text: string) => (await listTexts()).filter((each) => each === text).length;
const injectFault = (words: string) => run(`sandbox fault add --endpoint createPost ${words}`);

describe('a file of several posts', () => {
  test.each([
    ['documents', 'week.yaml', WEEK.replaceAll(/^- /gm, '--- ')],
    [
      'a table',
      'week.csv',
      'text,platforms,schedule\nOne,bluesky,\nTwo,bluesky,1 jan 2027 0:00\nThree,bluesky,\n',
    ],
  ])('is sent in its order: %s', async (_what, name, text) => {
    const ran = await create(text, '--yes --json', { name });
    expect([ran.exitCode, statusesOf(ran)]).toEqual([0, ['success', 'scheduled', 'success']]);
    expect(recorded(ran)).toContain('3 posts: 2 published, 1 scheduled');
    expect((await listTexts()).slice(0, 3).toSorted()).toEqual(['One', 'Three', 'Two']);
  });

  test('twice posts nothing twice, in another order, from standard input and on another machine either', async () => {
    const first = await create(WEEK, '--yes --json');
    const again = await create(WEEK, '--json');
    expect([again.exitCode, statusesOf(again)]).toEqual([0, ['sent before', 'sent before', 'sent before']]);
    expect(resultsOf(again).map(({ id }) => id)).toEqual(resultsOf(first).map(({ id }) => id));
    // the service has the keys
    const elsewhere = await create(WEEK, '--yes --json', { env: {} });
    expect([elsewhere.exitCode, statusesOf(elsewhere)]).toEqual([0, statusesOf(again)]);
    const turned = WEEK.trimEnd().split('\n').toReversed().join('\n');
    const piped = await run('posts create -f - --yes --json', {
      stdin: `${turned}\n- {post: Four, platforms: [bluesky]}`,
    });
    expect(statusesOf(piped)).toEqual(['sent before', 'sent before', 'sent before', 'success']);
    expect(await countOf('One')).toBe(1);
  });

  const TOMORROW = {
    'a.csv': 'text,platforms,schedule\nOne,bluesky,tomorrow 9:00\nTwo,bluesky,in 2h\n',
    'a.ndjson':
      '{"post":"One","platforms":["bluesky"],"scheduleDate":"tomorrow 9:00"}\n{"post":"Two","platforms":["bluesky"],"scheduleDate":"in 2h"}\n',
  };
  test.each(Object.entries(TOMORROW))('with words of time is sent once on a day: %s', async (name, text) => {
    const first = await create(text, '--yes --json --tz Europe/Oslo', { name });
    expect(first.json).toMatchObject({
      results: [{ scheduleDate: '2026-09-22T07:00:00Z' }, { scheduleDate: '2026-09-21T16:13:20Z' }],
    });
    await run('sandbox clock advance 1h');
    for (const around of [{}, { env: {} }]) {
      const again = await create(text, '--yes --json', { name, ...around });
      expect([again.exitCode, statusesOf(again)]).toEqual([0, ['sent before', 'sent before']]);
      expect(resultsOf(again).map(({ id }) => id)).toEqual(resultsOf(first).map(({ id }) => id));
    }
  });

  test('is sent again to a sandbox that was reset, and for another profile', async () => {
    await create(WEEK);
    expect(statusesOf(await create(WEEK.replaceAll('instagram', 'facebook'), '--yes --json'))).toEqual([
      'sent before',
      'sent before',
      'success',
    ]);
    const other = '- {post: One, platforms: [instagram], mediaUrls: [https://a.example/b.jpg]}\n';
    await create(other, '--yes --resume');
    expect(statusesOf(await create(other, '--yes --resume --json --profile harbour'))).toEqual(['success']);
    await run('sandbox reset --yes');
    expect(statusesOf(await create(WEEK, '--yes --json'))).toEqual(['success', 'scheduled', 'success']);
  });

  test('is remembered in a file that only its owner reads, without texts and keys', async () => {
    await create(WEEK);
    const file = join(getStateFolder(), 'sent-posts.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain('Three');
  });

  test('takes flags for all of its posts, and refuses those of one', async () => {
    const ran = await create(WEEK, '--yes --json --set notes=Autumn --platform facebook');
    expect(statusesOf(ran)).toEqual(['success', 'scheduled', 'success']);
    for (const words of ['--text Hi', '--idempotency-key k', '--validate-only']) {
      const refused = await create(WEEK, `--yes ${words}`);
      expect([refused.exitCode, recorded(refused)]).toEqual([
        2,
        expect.stringContaining('file of several posts'),
      ]);
    }
  });
});

describe('a file with one post', () => {
  const ONE = 'post: Only\nplatforms: [bluesky]\n';

  test('has the document of one, and a new key each time', async () => {
    const made = await create(ONE, '--json');
    expect([made.exitCode, made.json]).toMatchObject([
      0,
      { status: 'success', postIds: [{ platform: 'bluesky' }] },
    ]);
    const keyOf = async () =>
      /"idempotencyKey": *"(.*?)"/.exec((await create(ONE, '--dry-run --json')).stdout)?.[1];
    expect(await keyOf()).not.toBe(await keyOf());
  });

  test('is one of several with --resume, or as a table', async () => {
    expect(statusesOf(await create(ONE, '--yes --resume --json'))).toEqual(['success']);
    const table = 'text,platforms\nOnly,bluesky\n';
    expect(statusesOf(await create(table, '--yes --json', { name: 'a.csv' }))).toEqual(['sent before']);
  });

  test('--resume without a file is refused', async () => {
    const ran = await run('posts create --text Hi --platform bluesky --resume');
    expect([ran.exitCode, recorded(ran)]).toEqual([2, expect.stringContaining('use -f <file>')]);
  });
});

describe('the plan', () => {
  test('is shown on a terminal, which asks, and no sends nothing', async () => {
    const around = { isTerminal: true, timeZone: 'Europe/Oslo' };
    const ran = await create(WEEK, '--color never', { ...around, typed: ['n'] });
    expect([ran.exitCode, ran.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "for the Primary Profile of the sandbox
      how each network shows them: crier posts preview -f week.yaml
      3 posts in week.yaml, times in Europe/Oslo

      #  WHEN              NETWORKS           POST
      1  now               Bluesky            One
      2  2027-01-01 01:00  Bluesky, LinkedIn  Two
      3  now               Instagram          Three
      Publish or schedule these 3 posts? [y/N] crier: nothing was changed
      ",
      ]
    `);
    expect(await countOf('One')).toBe(0);
    expect((await create(WEEK, '', { ...around, typed: ['y'] })).exitCode).toBe(0);
    expect(await countOf('One')).toBe(1);
  });

  test('says which posts become several, and names the command that shows them', async () => {
    const week = `- {post: One, platforms: [bluesky]}
- post: "The kettle.\\n\\nThe press.\\n\\nThe cup."
  platforms: [twitter, threads, bluesky]
  twitterOptions: {thread: true}
  threadsOptions: {thread: true}
`;
    const note = 'post 2 becomes 3 posts on X and 3 posts on Threads';
    const ran = await create(week, '', { isTerminal: true, typed: ['n'] });
    expect(recorded(ran)).toContain(`${note} how each network shows them: crier posts preview -f week.yaml`);
    expect(recorded(await create(week, '--dry-run'))).toContain(note);
  });

  test('needs --yes without a terminal', async () => {
    const ran = await create(WEEK, '');
    expect([ran.exitCode, recorded(ran)]).toEqual([
      2,
      expect.stringContaining('use --yes to skip the question'),
    ]);
  });

  test('of --dry-run is all that is printed', async () => {
    const { json } = await create(WEEK, '--dry-run --json');
    expect(json).toMatchObject({
      plan: [
        {
          post: 1,
          line: 1,
          action: 'send',
          text: 'One',
          platforms: ['bluesky'],
          scheduleDate: null,
          faults: [],
        },
        { post: 2, line: 2, scheduleDate: '2027-01-01T00:00:00Z' },
        { post: 3, line: 3 },
      ],
      requests: [{ method: 'POST' }, {}, {}],
    });
    expect(await countOf('One')).toBe(0);
  });

  test.each([80, 40])('of a file with faults says which, in %i columns', async (columns) => {
    const ran = await create(MIXED, '--dry-run --color never', {
      name: 'mixed.csv',
      isTerminal: true,
      columns,
    });
    expect([ran.exitCode, ran.stdout]).toEqual([
      2,
      expect.stringMatching(/^2 {2}now {3}Pinterest {2}Two\s+Pinterest: mediaUrls: /m),
    ]);
    expect(ran.stdout).toMatch(/^4 {2}now {3}Bluesky {4}Three\s+post: is the same as post 3;/m);
    for (const line of ran.screen.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

describe('faults that can be found offline', () => {
  test('send nothing, and are all listed', async () => {
    const ran = await create(MIXED, '--yes --json', { name: 'mixed.csv' });
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.error).toMatchObject({
      message: '2 of 4 posts cannot be sent',
      code: 139,
      details: {
        errors: [
          { requestedId: 'post 2', platform: 'pinterest', code: 139, file: 'mixed.csv', line: 3 },
          { requestedId: 'post 4', message: expect.stringContaining('the same as post 3') },
        ],
      },
    });
    expect(await countOf('One')).toBe(0);
  });

  test('with --skip-invalid are skipped', async () => {
    const ran = await create(MIXED, '--yes --skip-invalid --json', { name: 'mixed.csv' });
    expect([ran.exitCode, statusesOf(ran)]).toEqual([0, ['success', 'invalid', 'success', 'invalid']]);
    expect(recorded(ran)).toContain('4 posts: 2 published, 2 invalid and skipped');
  });

  test('of syntax are refused in any case', async () => {
    const ran = await create('text,txet\nA,B\n', '--yes --skip-invalid', { name: 'a.csv' });
    expect([ran.exitCode, recorded(ran)]).toEqual([
      2,
      expect.stringContaining('a.csv:1:6: unknown column "txet"; did you mean "text"?'),
    ]);
  });
});

describe('when some fail', () => {
  test('it exits 3, the others are sent, and --resume sends only what is missing', async () => {
    await injectFault('--code 436 --network bluesky --count 1');
    const ran = await create(WEEK, '--yes --json');
    expect([ran.exitCode, statusesOf(ran)]).toEqual([3, ['error', 'scheduled', 'success']]);
    expect(ran.stderr).toContain('crier posts create --file week.yaml --resume --yes --sandbox\n');
    const plain = await create(WEEK, '--yes --json');
    expect([plain.exitCode, statusesOf(plain)]).toEqual([3, ['failed before', 'sent before', 'sent before']]);
    const resumed = await create(WEEK, '--yes --json --resume');
    expect([resumed.exitCode, statusesOf(resumed)]).toEqual([0, ['success', 'sent before', 'sent before']]);
    expect(resultsOf(resumed)[0]?.idempotencyKey).toBe(`${resultsOf(ran)[0]?.idempotencyKey}-2`);
    expect(statusesOf(await create(WEEK, '--yes --json --resume'))).toEqual([
      'sent before',
      'sent before',
      'sent before',
    ]);
  });

  test('a post that only some networks took is resumed for the others', async () => {
    await injectFault('--code 364 --network linkedin --count 1');
    const text = '- {post: Both, platforms: [bluesky, linkedin]}\n- {post: Other, platforms: [bluesky]}\n';
    const ran = await create(text, '--yes --json');
    expect([ran.exitCode, statusesOf(ran)]).toEqual([3, ['partial', 'success']]);
    const resumed = await create(text, '--yes --json --resume');
    expect(resultsOf(resumed)[0]).toMatchObject({
      status: 'success',
      platforms: ['linkedin'],
      postIds: [{ platform: 'linkedin' }],
    });
    expect(await countOf('Both')).toBe(2);
  });

  test('a post that was retried since is not sent again', async () => {
    await injectFault('--code 436 --network bluesky --count 1');
    const [failed] = resultsOf(await create(WEEK, '--yes --json'));
    expect((await run(`posts retry ${failed?.id}`)).exitCode).toBe(0);
    const resumed = await create(WEEK, '--yes --json --resume');
    expect([resumed.exitCode, statusesOf(resumed)]).toEqual([
      0,
      ['sent before', 'sent before', 'sent before'],
    ]);
  });

  test('when all would fail alike, the rest is not sent, and is sent later without --resume', async () => {
    await injectFault('--code 1429 --count 1');
    const ran = await create(WEEK, '--yes --json');
    expect([ran.exitCode, statusesOf(ran)]).toEqual([7, ['error', 'not sent', 'not sent']]);
    expect(statusesOf(await create(WEEK, '--yes --json'))).toEqual(['success', 'scheduled', 'success']);
  });
});

describe('a response that is lost', () => {
  const env = () => ({
    CRIER_BASE_URL: 'https://api.example',
    CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001',
    CRIER_STATE_DIR: getStateFolder(),
  });
  const OUT = { status: 'success', errors: [], id: 'Rb5tYw2QnE8sLk0ZcV3d', postIds: [] };
  const USED = { status: 400, body: { status: 'error', code: 1409, message: 'used' } };
  const TWO = '- {post: One, platforms: [bluesky]}\n- {post: Two, platforms: [bluesky]}\n';
  const send = async (network: ReturnType<typeof scripted>, around: Around = {}) => {
    const ran = await inFolder({ 'two.yaml': TWO }, (folder) =>
      crier('posts create -f two.yaml --yes --json', { folder, env: env(), network, ...around }),
    );
    return { ran, keys: network.asked.map(({ body }) => JSON.parse(body ?? '{}').idempotencyKey) };
  };

  test('has its key sent again, which the service refuses if the post was accepted', async () => {
    const lost = await send(scripted(networkError('ECONNRESET'), { body: OUT }));
    expect([lost.ran.exitCode, statusesOf(lost.ran)]).toEqual([3, ['error', 'success']]);
    const again = await send(scripted(USED));
    expect([again.ran.exitCode, statusesOf(again.ran)]).toEqual([0, ['sent before', 'sent before']]);
    expect(again.keys).toEqual([lost.keys[0]]);
    expect((await send(scripted(networkError('ECONNRESET')))).keys).toEqual([]);
  });

  test('a key that the service refuses after it refused the post is a failure', async () => {
    const body = { status: 'error', code: 101, message: 'no' };
    await send(scripted({ status: 400, body }, { body: OUT }));
    const again = await send(scripted(USED));
    expect([again.ran.exitCode, statusesOf(again.ran)]).toEqual([3, ['error', 'sent before']]);
  });

  test('other keys of the same service are another account', async () => {
    await send(scripted({ body: OUT }));
    const other = { env: { ...env(), CRIER_API_KEY: 'KEY-OF-ANOTHER-ONE-0002' } };
    expect(statusesOf((await send(scripted({ body: OUT }), other)).ran)).toEqual(['success', 'success']);
    expect(readFileSync(join(getStateFolder(), 'sent-posts.json'), 'utf8')).not.toContain('KEY-OF');
  });
});
