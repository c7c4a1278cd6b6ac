import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../../../../src/client/transport.ts';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/api', CRIER_API_KEY: 'KEY-00000000000000001' };

const { run: runWords, read, write, getStateFolder } = createSandboxRunner();
const run = (line: string, around: Around = {}): Promise<Ran> => runWords(shellWords(line), around);

interface ResultRow {
  profile: string | null;
  id: string | null;
  status: string;
  error: { code: number | null } | null;
}
const changed = ({ json }: Ran) =>
  (json as { results: readonly ResultRow[] }).results // its schema was checked
    .map(({ profile, status, error }) => [profile, status, error?.code ?? null]);

const POST = 'posts create --platform bluesky --text "Closed on Monday"';
const SCHEDULED = `${POST} --schedule 2026-10-01T10:00:00Z`;

describe('a change for several profiles', () => {
  test.each([
    ['--profile wholesale,none', ['wholesale', null]],
    ['--all-profiles', [null, 'harbour', 'wholesale']],
  ])('with %s is made for each of them, and exits 3 when one fails', async (flags, profiles) => {
    const ran = await run(`${SCHEDULED} ${flags} --yes --json`);
    const isRefused = flags === '--all-profiles';
    expect(changed(ran)).toEqual(
      profiles.map((each) => (each === 'harbour' ? [each, 'error', 156] : [each, 'scheduled', null])),
    );
    expect(ran.exitCode).toBe(isRefused ? 3 : 0);
    const { json } = await run('posts list --all-profiles --status scheduled --json');
    const texts = (json as { posts: readonly { profile: string | null; post: string }[] }).posts
      .filter(({ post }) => post === 'Closed on Monday')
      .map(({ profile }) => profile);
    expect(texts.toSorted()).toEqual([null, 'wholesale'].toSorted());
  });

  test('shows one plan by profile and network, and asks once', async () => {
    const line = `${POST} --profile wholesale,none`;
    const { screen, exitCode } = await run(line, { isTerminal: true, typed: ['n'] });
    expect(exitCode).toBe(2);
    expect(screen).toMatch(/wholesale +Bluesky +1 +post Closed on Monday/);
    expect(screen).toMatch(/Primary +Bluesky +1/);
    expect(screen.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(screen).toContain('Create 2 posts for 2 profiles?');
    expect((await run('posts list --json')).stdout).not.toContain('Closed on Monday');
  });

  test('takes its text from standard input for all of them', async () => {
    const line = 'posts create --platform bluesky --text-file - --profile wholesale,none --yes --json';
    const { exitCode } = await run(line, { stdin: 'Closed on Monday' });
    expect(exitCode).toBe(0);
    expect(
      (await run('posts list --all-profiles --json')).stdout.match(/"post": "Closed on M/g),
    ).toHaveLength(2);
  });

  test('needs --yes where there is no terminal', async () => {
    const { exitCode, stderr } = await run('automations pause --all --all-profiles');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('pause 3 automations for 2 profiles')]);
  });

  test('has a plan of all requests as a dry run, and changes nothing', async () => {
    const { json } = await run('automations pause --all --all-profiles --dry-run --json');
    expect(json).toMatchObject({
      plan: [
        { profile: null, count: 2 },
        { profile: 'harbour', count: 1 },
      ],
      requests: [{ profile: null, method: 'PUT' }, { profile: null }, { profile: 'harbour' }],
    });
    const { stdout } = await run('automations list --all-profiles --json --jq ".automations[].active"');
    expect(stdout).toContain('true');
  });

  test.each([
    ['an alias that is not saved', '--profile wholesale,other', 'no saved profile "other"'],
    ['a comma too many', '--profile wholesale,', 'an extra comma'],
    ['a flag that is wrong for all', '--profile wholesale,none --platform nowhere', 'nowhere'],
  ])('is refused for %s before anything is sent', async (_what, flags, why) => {
    const { exitCode, stderr } = await run(`${POST} ${flags} --yes`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  test('a pause of all is resumed in each profile', async () => {
    const paused = await run('automations pause --all --all-profiles --yes --json');
    expect(changed(paused)).toEqual([
      [null, 'paused', null],
      [null, 'paused', null],
      ['harbour', 'paused', null],
    ]);
    const resumed = await run('automations resume --all --all-profiles --yes --json');
    expect(changed(resumed)).toEqual(changed(paused).map(([profile]) => [profile, 'active', null]));
  });
});

describe('rows that name their profile', () => {
  test.each(['ndjson', 'csv', 'tsv', 'json'])(
    'of a list in %s are changed in that profile',
    async (format) => {
      await run(`${SCHEDULED} --profile wholesale`);
      const { stdout } = await run(`posts list --waiting --all-profiles -o ${format} -q`);
      const ran = await run('posts update --ids-from - --shift +1d --yes --json', { stdin: stdout });
      expect([ran.exitCode, changed(ran)]).toEqual([
        0,
        expect.arrayContaining([
          ['wholesale', 'updated', null],
          [null, 'updated', null],
        ]),
      ]);
    },
  );

  test('the comments of two profiles are answered and marked, each in its own', async () => {
    const { stdout } = await run('comments inbox --all-profiles -n 40 -o ndjson -q');
    const rows = stdout.split('\n').filter((line) => /"platform":"(instagram|facebook)"/.test(line));
    const two = [null, 'harbour'].map((profile) => rows.find((line) => JSON.parse(line).profile === profile));
    const stdin = two.join('\n');
    const replied = await run('comments reply --ids-from - --text "Thank you, {{name}}!" --yes --json', {
      stdin,
    });
    expect(changed(replied)).toEqual([
      [null, 'success', null],
      ['harbour', 'success', null],
    ]);
    const marked = await run('comments done --ids-from - --json', { stdin });
    expect(changed(marked)).toEqual([
      [null, 'done', null],
      ['harbour', 'done', null],
    ]);
  });

  test('one time for several posts of a profile still needs --same-time', async () => {
    for (const text of ['One', 'Two'])
      await run(`posts create --platform bluesky --text ${text} --schedule "in 2h" --profile wholesale`);
    const { stdout } = await run('posts list --waiting --all-profiles -o ndjson -q');
    const stdin = stdout
      .split('\n')
      .filter((line) => line.includes('"wholesale"'))
      .join('\n');
    const { exitCode, stderr } = await run('posts update --ids-from - --schedule "in 3h" --yes', { stdin });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--same-time')]);
  });

  test('of the profile in use need no saved profiles, as with a service from variables', async () => {
    const { transport: network, requests } = recordingNetwork({ id: 'auto_T4nV8cRz3H', active: false });
    const env = SERVICE;
    const stdin = '{"id":"auto_T4nV8cRz3H","profile":null}';
    const own = await crier('automations pause --ids-from - --json', { env, stdin, network });
    expect([own.exitCode, requests.length]).toEqual([0, 1]);
    const others = { env, stdin: stdin.replace('null', '"harbour"'), network };
    const refused = await crier('automations pause --ids-from - --yes', others);
    expect([refused.exitCode, requests.length]).toEqual([2, 1]);
  });

  test.each([
    ['ids as arguments', 'automations pause auto_T4nV8cRz3H --all-profiles', '', 'which profile it is of'],
    [
      'rows without a profile',
      'automations pause --ids-from - --all-profiles',
      'auto_T4nV8cRz3H',
      'line 1 of',
    ],
    [
      'a row of another profile than that of --profile',
      'automations pause --ids-from - --profile harbour',
      '{"id":"auto_T4nV8cRz3H","profile":null}',
      'is of the Primary Profile',
    ],
    [
      'a row of a profile without a key',
      'automations pause --ids-from -',
      '{"id":"auto_T4nV8cRz3H","profile":"gone"}',
      'the profile "gone"',
    ],
    ['an empty file', 'automations pause --ids-from - --all-profiles', '', 'there are no ids'],
  ])('%s are refused before anything is sent', async (_what, line, stdin, why) => {
    const { exitCode, stderr } = await run(`${line} --yes`, { stdin });
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(why)]);
    const { json } = await run('automations get auto_T4nV8cRz3H --json');
    expect(json).toMatchObject({ active: true });
  });
});

describe('--resume of a change', () => {
  const pauseRows = (...rows: readonly object[]) =>
    run('automations pause --ids-from - --yes --json --resume pause.log', {
      stdin: rows.map((row) => JSON.stringify(row)).join('\n'),
    });
  const OWN = { id: 'auto_T4nV8cRz3H', profile: null };

  test('skips what is done, and tries again what failed', async () => {
    const pause = () => pauseRows(OWN, { id: 'auto_nowhere000', profile: 'harbour' });
    const first = [
      [null, 'paused', null],
      ['harbour', 'error', 469],
    ];
    expect(changed(await pause())).toEqual(first);
    const again = await pause();
    expect(changed(again)).toEqual(first.slice(1));
    expect(again.stderr).toContain('1 of 2 were done before');
  });

  test('never repeats what was being sent when a run ended', async () => {
    await pauseRows(OWN);
    const lines = read('pause.log').split('\n');
    const sent = lines.findIndex((line) => line.includes('"sent"'));
    write('pause.log', `${lines.slice(0, sent + 1).join('\n')}\n`);
    await run('automations resume auto_T4nV8cRz3H');
    const again = await pauseRows(OWN);
    expect([again.exitCode, changed(again)]).toEqual([10, [[null, 'unknown', null]]]);
    expect(again.stderr).toContain('it may have been done');
    expect((await run('automations get auto_T4nV8cRz3H --json')).json).toMatchObject({ active: true });
  });

  /** Pauses two automations of a service that gives this answer, with a file of `--resume`. */
  const pauseTwo = (network: Transport, file: string) =>
    crier(`automations pause --ids-from - --yes --json --retries 0 --resume ${file}`, {
      env: SERVICE,
      stdin: 'auto_T4nV8cRz3H\nauto_D6yJ1sGf5B',
      network,
    });

  test('does not send again what may have been done, when no answer came', async () => {
    const file = join(getStateFolder(), '..', 'cut.log');
    const cut: Transport = async () => {
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
    expect(changed(await pauseTwo(cut, file)).map(([, status]) => status)).toEqual(['unknown', 'unknown']);
    const { transport, requests } = recordingNetwork({ active: false });
    expect(changed(await pauseTwo(transport, file)).map(([, status]) => status)).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(requests).toEqual([]);
  });

  test('sends nothing more for a profile that is refused as a whole', async () => {
    const refused = { action: 'request', status: 'error', code: 468, message: 'suspended' };
    const { transport, requests } = recordingNetwork(refused, 403);
    const ran = await pauseTwo(transport, join(getStateFolder(), '..', 'refused.log'));
    expect(changed(ran).map(([, status, code]) => [status, code])).toEqual([
      ['error', 468],
      ['error', 468],
    ]);
    expect(requests).toHaveLength(1);
  });
});
