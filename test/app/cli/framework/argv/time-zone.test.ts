import { beforeAll, describe, expect, test } from 'vitest';
import { formatClockTime } from '../../../../../src/cli/framework/output/cell.ts';
import { createLocalClock } from '../../../../../src/domain/time/local-time.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { createFakeOutbound } from '../../../../support/engine/fake-outbound.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox', NO_COLOR: '1' };
const GET = 'posts get Su3gHk9WqZr5TcYb7MvN';
const OSLO = { env: { ...SANDBOX, CRIER_TZ: 'Europe/Oslo' } };

/** The sandbox for several runs. */
const keepOpen = (sandbox: Sandbox): Sandbox => ({ ...sandbox, close: () => {} });

const lineOf = (text: string, title: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(title))
    ?.slice(title.length)
    .trim();

describe('times of one record', () => {
  test('are in the zone of the machine and in UTC', async () => {
    const { stdout } = await crier(`${GET} -o table`, {
      env: SANDBOX,
      timeZone: 'America/New_York',
      columns: 120,
      isTerminal: true,
    });
    expect(lineOf(stdout, 'scheduled for')).toBe('Sun 27 Sep 2026 10:13:20 America/New_York, 14:13:20 UTC');
  });

  test('are in the zone of --tz, before that of CRIER_TZ', async () => {
    const ofVariable = await crier(`${GET} -o table`, { ...OSLO, isTerminal: true, columns: 120 });
    expect(lineOf(ofVariable.stdout, 'scheduled for')).toBe(
      'Sun 27 Sep 2026 16:13:20 Europe/Oslo, 14:13:20 UTC',
    );
    expect((await crier(`${GET} -o md`, OSLO)).stdout).toMatch(/Europe\/Oslo, [\d:]+ UTC/);
    const ofFlag = await crier(`${GET} -o table --tz asia/tokyo`, {
      ...OSLO,
      isTerminal: true,
      columns: 120,
    });
    expect(lineOf(ofFlag.stdout, 'scheduled for')).toBe('Sun 27 Sep 2026 23:13:20 Asia/Tokyo, 14:13:20 UTC');
  });

  test.each(['--json', '-o tsv'])('stay UTC in %s', async (format) => {
    const { stdout } = await crier(`${GET} ${format}`, OSLO);
    expect(stdout).toContain('2026-09-27T14:13:20Z');
    expect(stdout).not.toContain('Oslo');
  });

  test('a machine without a zone has UTC, once', async () => {
    const { stdout } = await crier('user -o table', { env: SANDBOX, timeZone: 'Etc/Unknown' });
    expect(lineOf(stdout, 'created')).toMatch(/^\w{3} \d+ \w{3} \d{4} [\d:]+ UTC$/);
  });
});

describe('a wrong zone exits 2 with the nearest names', () => {
  test.each([
    ['Europe/Olso', 'did you mean "Europe/Oslo"?'],
    ['oslo', 'did you mean "Europe/Oslo"?'],
    ['New York', 'did you mean "America/New_York"?'],
    ['Europe/Pari', 'did you mean "Europe/Paris"'],
    ['BST', 'unknown time zone "BST"'],
  ] as const)('%s', async (zone, expected) => {
    const { exitCode, stdout, stderr } = await crier(['posts', 'list', '--tz', zone], { env: SANDBOX });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(expected);
  });

  test('in CRIER_TZ, too, and an empty one is an error', async () => {
    expect((await crier('networks list', { env: { CRIER_TZ: 'Mars/Base' } })).stderr).toContain(
      'unknown time zone "Mars/Base"',
    );
    expect((await crier('networks list', { env: { CRIER_TZ: '' } })).exitCode).toBe(2);
  });
});

describe('typed times', () => {
  const dryRun = 'posts create --text Hi --platform bluesky --dry-run --json --schedule';
  const scheduled = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { json } = await crier([...dryRun.split(' '), 'tomorrow 9:00', ...words], {
      env: { ...SANDBOX, ...env },
    });
    return (json as { request: { body: { scheduleDate: string } } }).request.body.scheduleDate;
  };

  test('--schedule is in the zone of --time-zone, else of --tz', async () => {
    expect(await scheduled([])).toBe('2026-09-22T09:00:00Z');
    expect(await scheduled(['--tz', 'Europe/Oslo'])).toBe('2026-09-22T07:00:00Z');
    expect(await scheduled([], { CRIER_TZ: 'Europe/Oslo' })).toBe('2026-09-22T07:00:00Z');
    expect(await scheduled(['--tz', 'Europe/Oslo', '--time-zone', 'Asia/Tokyo'])).toBe(
      '2026-09-22T00:00:00Z',
    );
  });

  test.each([
    ['2026-09-01', [], 'Tue 1 Sep 2026 00:00 UTC'],
    ['2026-09-01', ['--tz', 'Europe/Oslo'], 'Tue 1 Sep 2026 00:00 Europe/Oslo, Mon 31 Aug 2026 22:00 UTC'],
    ['2026-09-01T10:00:00Z', ['--tz', 'Europe/Oslo'], 'Tue 1 Sep 2026 12:00 Europe/Oslo, 10:00 UTC'],
    ['2026-09-01 10:00:00', ['--tz', 'Europe/Oslo'], 'Tue 1 Sep 2026 10:00 Europe/Oslo, 08:00 UTC'],
  ] as const)('sandbox clock set %s %j', async (time, words, now) => {
    const { stdout } = await crier(['sandbox', 'clock', 'set', time, ...words, '-o', 'table'], {
      env: SANDBOX,
    });
    expect(lineOf(stdout.replaceAll(/\n +/g, ' '), 'now')).toBe(now);
  });

  test('--since has days of the zone', async () => {
    const request = async (words: readonly string[]) =>
      (await crier(['posts', 'list', '--since', 'yesterday', '-v', ...words], { env: SANDBOX })).stderr;
    expect(await request([])).toContain('2026-09-20T00');
    expect(await request(['--tz', 'Europe/Oslo'])).toContain('2026-09-19T22');
  });
});

describe('times of day in tables', () => {
  const around = { isTerminal: true, columns: 120 };
  let sandbox: Sandbox;
  beforeAll(async () => {
    const outbound = createFakeOutbound(() => ({ status: 503 }));
    sandbox = keepOpen(await openTestSandbox(undefined, { openOutbound: async () => outbound }));
    const register = 'hooks register automations https://hooks.example.com/x --sandbox';
    for (const each of [register, 'sandbox trigger automations --sandbox', 'sandbox clock advance 20s'])
      await crier(each, { ...around, sandbox, env: SANDBOX });
  });
  const show = async (line: string, env: Readonly<Record<string, string>> = SANDBOX) =>
    (await crier(line, { ...around, sandbox, env })).stdout;
  const HISTORY = 'hooks history --attempts --sandbox';

  test('are UTC without a choice, whatever the zone of the machine', async () => {
    expect(await show(HISTORY)).toMatch(/^14:13:\d\dZ /m);
  });

  test('are in the zone of --tz, with its distance to UTC', async () => {
    expect(await show(`${HISTORY} --tz Europe/Oslo`)).toMatch(/^16:13:\d\d\+02 /m);
  });

  test.each(['-o tsv', '--json'])('stay UTC in %s', async (format) => {
    const text = await show(`${HISTORY} --tz Europe/Oslo ${format}`);
    expect(text).toContain('2026-09-21T14:13:20');
    expect(text).not.toContain('16:13');
  });
});

describe('times in sentences', () => {
  const around = { env: SANDBOX, isTerminal: true, columns: 200 };
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = keepOpen(await openTestSandbox());
    await crier('sandbox engage comment --from mara --text GUIDE', { ...around, sandbox });
  });
  const explain = async (words: string, timeZone = 'Etc/Unknown') =>
    (await crier(`automations explain auto_K7pW2mXq9L ${words}`, { ...around, sandbox, timeZone })).stdout;

  test('of automations explain are in the zone and in UTC, its heading, too', async () => {
    const text = await explain('--tz Europe/Oslo');
    expect(text).toMatch(
      /^pending · mara · "GUIDE" · Mon 21 Sep 2026 16:13:20 Europe\/Oslo, 14:13:20 UTC · \d+$/m,
    );
    expect(text).toMatch(
      /waiting, due Mon 21 Sep 2026 16:1[34]:\d\d Europe\/Oslo, 14:1[34]:\d\d UTC: it starts/,
    );
    expect(await explain('', 'Asia/Tokyo')).toMatch(/due Mon 21 Sep 2026 23:1[34]:\d\d Asia\/Tokyo, 14:/);
    expect(await explain('')).toMatch(/due Mon 21 Sep 2026 14:1[34]:\d\d UTC: it starts/);
  });

  test.each(['--json', '-o tsv'])('of automations explain stay ISO in %s', async (format) => {
    expect(await explain(`--tz Europe/Oslo ${format}`)).toMatch(
      /waiting, due 2026-09-21T14:1[34]:\d\dZ: it starts/,
    );
  });

  test('of sandbox status', async () => {
    const { stdout } = await crier('sandbox status', { ...around, env: OSLO.env });
    expect(lineOf(stdout, 'clock')).toBe('Mon 21 Sep 2026 16:13:20 Europe/Oslo, 14:13:20 UTC, real time');
    const { json } = await crier('sandbox status --json', { env: OSLO.env });
    expect(json).toMatchObject({ clock: { now: '2026-09-21T14:13:20Z' } });
  });
});

describe('days and hours by which is counted', () => {
  const names = (json: unknown, key: 'stats' | 'report') =>
    (json as Record<typeof key, { name: string }[]>)[key].map(({ name }) => name);
  const STATS = 'comments stats Sp7kQm2XvLr9TzBd4HnW --json --by';

  test('of comments stats are UTC, or of --tz, whatever the zone of the machine', async () => {
    const days = async (words: string) =>
      (await crier(`${STATS} day ${words}`, { env: SANDBOX, timeZone: 'Asia/Tokyo' })).json;
    const [utc, far] = [await days(''), await days('--tz Pacific/Kiritimati')];
    expect(names(utc, 'stats')).toEqual(['2026-09-19', '2026-09-20', '2026-09-21']);
    expect(names(far, 'stats')).toEqual(['2026-09-20', '2026-09-21']);
    expect([utc, far]).toMatchObject([{ timeZone: 'UTC' }, { timeZone: 'Pacific/Kiritimati' }]);
  });

  test('the heat map of comments stats is shifted by the zone', async () => {
    const hours = async (zone: string) => {
      const { json } = await crier(`${STATS} weekday --tz ${zone}`, { env: SANDBOX });
      return (json as { stats: { hours: number[] }[] }).stats.flatMap((each) => each.hours);
    };
    const [utc, later] = [await hours('UTC'), await hours('Etc/GMT-3')];
    expect(later).toEqual([...utc.slice(-3), ...utc.slice(0, -3)]);
  });

  test('are said above the table', async () => {
    const line = 'comments stats Sp7kQm2XvLr9TzBd4HnW --by hour -o table';
    const table = async (words: string) => (await crier(`${line} ${words}`, { env: SANDBOX })).stdout;
    expect((await table('--tz Europe/Oslo')).replaceAll(/\s+/g, ' ')).toContain(
      'likes; times in Europe/Oslo HOUR',
    );
    expect(await table('')).not.toContain('times in');
  });

  test('of automations report', async () => {
    const sandbox = keepOpen(await openTestSandbox());
    await crier('sandbox engage comment --from mara --text GUIDE --run', { env: SANDBOX, sandbox });
    const days = async (zone: string) =>
      (
        await crier(`automations report auto_K7pW2mXq9L --by day --json --tz ${zone}`, {
          env: SANDBOX,
          sandbox,
        })
      ).json;
    const far = await days('Pacific/Kiritimati');
    expect(names(await days('UTC'), 'report')).toEqual(['2026-09-21']);
    expect(names(far, 'report')).toEqual(['2026-09-22']);
    expect(far).toMatchObject({ timeZone: 'Pacific/Kiritimati' });
  });
});

test.each([
  ['2026-07-01T10:00:05Z', 'Europe/Oslo', '12:00:05+02'],
  ['2026-01-01T10:00:05Z', 'Europe/Oslo', '11:00:05+01'],
  ['2026-01-01T10:00:05Z', 'America/St_Johns', '06:30:05-03:30'],
  ['2026-01-01T10:00:05Z', 'Africa/Abidjan', '10:00:05Z'],
  ['2026-10-25T00:30:00Z', 'Europe/Oslo', '02:30:00+02'],
  ['2026-10-25T01:30:00Z', 'Europe/Oslo', '02:30:00+01'],
  ['2026-01-01T10:00:05.900Z', 'Europe/London', '10:00:05Z'],
])('%s is %s: %s', (moment, zone, shown) => {
  const ms = Date.parse(moment);
  expect(formatClockTime(ms, ms, createLocalClock(zone))).toBe(shown);
});

test('a time of another day of the zone has its date there', () => {
  const [ms, now] = [Date.parse('2026-07-01T22:30:00Z'), Date.parse('2026-07-01T21:30:00Z')];
  expect(formatClockTime(ms, now)).toBe('22:30:00Z');
  expect(formatClockTime(ms, now, createLocalClock('Europe/Oslo'))).toBe('07-02 00:30');
});
