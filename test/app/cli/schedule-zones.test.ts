import { describe, expect, test } from 'vitest';
import type { Around } from '../../support/crier.ts';
import { createSharedRunner } from '../../support/sandbox/sandbox-runner.ts';

const run = createSharedRunner();

/** Runs on a day, in UTC. */
async function runOn(day: string, line: string, around: Around = {}) {
  await run(`sandbox clock set ${day}T10:00:00Z`);
  const ran = await run(line, around);
  return { ...ran, stderr: ran.stderr.replaceAll(/\n {2,}/g, ' ') }; // notes are wrapped
}

const OSLO = '--tz Europe/Oslo';
const planned = async (line: string, around?: Around) => {
  const { json, exitCode, stderr } = await runOn(
    '2026-10-12',
    `schedule set ${line} --dry-run --json`,
    around,
  );
  const { request } = (json ?? {}) as { request?: { body: Record<string, unknown> } }; // none after a failure
  return { exitCode, stderr, ...request?.body };
};

describe('the times of a posting schedule are typed in the zone of --tz', () => {
  test.each([
    [
      'a time of the zone',
      `--time 09:00 --days mon-fri ${OSLO}`,
      { schedule: ['07:00Z'], daysOfWeek: [1, 2, 3, 4, 5] },
      '09:00 in Europe/Oslo is 07:00 UTC',
    ],
    [
      'several times',
      `--time 9:00,17:30 ${OSLO}`,
      { schedule: ['07:00Z', '15:30Z'] },
      '09:00 and 17:30 in Europe/Oslo are 07:00 and 15:30 UTC',
    ],
    [
      'a time with Z',
      `--time 07:00Z --days mon ${OSLO}`,
      { schedule: ['07:00Z'], daysOfWeek: [1] },
      'days and dates are those of UTC',
    ],
    [
      'half past midnight on Monday is on Sunday',
      `--time 00:30 --days mon ${OSLO}`,
      { schedule: ['22:30Z'], daysOfWeek: [0] },
      '00:30 in Europe/Oslo is 22:30 UTC, a day earlier',
    ],
    [
      'Saturday evening in New York is on Sunday',
      '--time 21:00 --days sat --tz America/New_York',
      { schedule: ['01:00Z'], daysOfWeek: [0] },
      'a day later',
    ],
    [
      'dates move with the days',
      `--time 00:30 --exclude 2026-12-26 ${OSLO}`,
      { schedule: ['22:30Z'], excludeDates: ['2026-12-25'] },
      '22:30 UTC',
    ],
    [
      'every day stays every day',
      `--time 00:30,9:00 ${OSLO}`,
      { schedule: ['22:30Z', '07:00Z'] },
      '22:30 and 07:00 UTC',
    ],
    [
      'an offset of 45 minutes',
      '--time 9:00 --tz Asia/Kathmandu',
      { schedule: ['03:15Z'] },
      '09:00 in Asia/Kathmandu is 03:15 UTC',
    ],
    [
      'both kinds of times',
      `--time 9:00,12:00Z ${OSLO}`,
      { schedule: ['07:00Z', '12:00Z'] },
      '09:00 in Europe/Oslo is 07:00 UTC',
    ],
    ['without --tz it is UTC', '--time 09:00', { schedule: ['09:00Z'] }, ''],
  ])('%s', async (_situation, line, body, said) => {
    const ran = await planned(line);
    expect(ran).toMatchObject({ exitCode: 0, ...body });
    expect(ran.stderr).toContain(said);
  });

  test('days that one schedule cannot have are refused', async () => {
    const { exitCode, stderr } = await planned(`--time 00:30,09:00 --days mon ${OSLO}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('fall on different days in UTC')]);
  });

  test('the offset is that of the first slot: the clocks may change before it', async () => {
    const line = `schedule set --time 09:00 --days mon ${OSLO} --dry-run --json`;
    expect((await runOn('2026-10-24', line)).json).toMatchObject({
      request: { body: { schedule: ['08:00Z'] } },
    });
  });

  test('on a machine of another zone, a time without Z has a note that it is in UTC', async () => {
    const ran = await planned('--time 09:00', { timeZone: 'Asia/Tokyo' });
    expect(ran).toMatchObject({ schedule: ['09:00Z'] });
    expect(ran.stderr).toContain('times are in UTC; to type them in your time zone, add --tz Asia/Tokyo');
  });
});

describe('slots are at the same time in UTC all year, so they move', () => {
  const FIXED = 'slots are at the same time in UTC all year: ';

  test.each([
    [
      'in the north they are an hour earlier in autumn',
      '2026-10-12',
      'Europe/Oslo',
      'from Sun 25 Oct 2026 on, an hour earlier in Europe/Oslo, at 08:00',
    ],
    [
      'and an hour later in spring',
      '2027-03-01',
      'Europe/Oslo',
      'from Sun 28 Mar 2027 on, an hour later in Europe/Oslo, at 09:00',
    ],
    [
      'in the south it is the other way round',
      '2026-09-21',
      'Australia/Sydney',
      'from Sun 4 Oct 2026 on, an hour later in Australia/Sydney, at 18:00',
    ],
    [
      'on Lord Howe Island they move by half an hour',
      '2026-09-21',
      'Australia/Lord_Howe',
      'from Sun 4 Oct 2026 on, 30 minutes later in Australia/Lord_Howe, at 18:00',
    ],
    [
      'in Morocco for the month of Ramadan',
      '2026-01-10',
      'Africa/Casablanca',
      'from Sun 15 Feb 2026 on, an hour earlier in Africa/Casablanca, at 07:00',
    ],
  ])('%s', async (_situation, day, zone, said) => {
    const set = await runOn(day, `schedule set --time 07:00Z --tz ${zone} --json`);
    expect(set).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(FIXED + said) });
  });

  test.each(['UTC', 'Asia/Tokyo', 'America/Sao_Paulo', 'Etc/GMT+5'])(
    'in %s there is no such note',
    async (zone) => {
      const { stderr } = await runOn('2026-10-12', `schedule set --time 07:00Z --tz ${zone} --json`);
      expect(stderr).not.toContain(FIXED);
    },
  );

  test('the list shows slots in the zone and in UTC, and says it as well, and an empty one does not', async () => {
    const line = `schedule list ${OSLO} -o table`;
    await run('schedule delete default --yes');
    expect((await runOn('2026-10-12', line)).stderr).not.toContain(FIXED);
    await run('schedule set --time 07:00Z');
    const { stdout, stderr } = await runOn('2026-10-23', line);
    expect(stdout).toMatch(/Sat 24 Oct 2026 09:00 \(07:00 UTC\)[\s\S]*Sun 25 Oct 2026 08:00 \(07:00 UTC\)/);
    expect(stderr).toContain(`${FIXED}from Sun 25 Oct 2026 on, an hour earlier in Europe/Oslo, at 08:00`);
  });
});
