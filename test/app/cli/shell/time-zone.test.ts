import { describe, expect, test } from 'vitest';
import { crier } from '../../../support/crier.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox', NO_COLOR: '1' };
const GET = 'posts get Su3gHk9WqZr5TcYb7MvN';
const OSLO = { env: { ...SANDBOX, CRIER_TZ: 'Europe/Oslo' } };

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
    const ofFlag = await crier(`${GET} -o table --tz asia/tokyo`, {
      ...OSLO,
      isTerminal: true,
      columns: 120,
    });
    expect(lineOf(ofFlag.stdout, 'scheduled for')).toBe('Sun 27 Sep 2026 23:13:20 Asia/Tokyo, 14:13:20 UTC');
  });

  test.each(['--json', '-o tsv', '-o csv'])('stay UTC in %s', async (format) => {
    const { stdout } = await crier(`${GET} ${format}`, OSLO);
    expect(stdout).toContain('2026-09-27T14:13:20Z');
    expect(stdout).not.toContain('Oslo');
  });

  test('a machine without a zone has UTC, once', async () => {
    const { stdout } = await crier('user -o table', { env: SANDBOX, timeZone: 'Etc/Unknown' });
    expect(lineOf(stdout, 'created')).toMatch(/^\w{3} \d+ \w{3} \d{4} [\d:]+ UTC$/);
  });

  test.each(['automations get auto_K7pW2mXq9L', 'user', 'sandbox clock now', GET])('%s', async (line) => {
    const { stdout } = await crier(`${line} -o md`, OSLO);
    expect(stdout).toMatch(/Europe\/Oslo, [\d:]+ UTC/);
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
