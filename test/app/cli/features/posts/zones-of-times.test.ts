import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

/** Runs a line on the sandbox, with its notes on one line each. */
async function run(line: string | readonly string[], around: Around = {}) {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const ran = await crier([...words, '--sandbox'], around);
  return { ...ran, stderr: ran.stderr.replaceAll(/\n {2,}/g, ' ') };
}

const MACHINE = 'times are in Asia/Tokyo, the time zone of this machine';
const WEEK = `- post: One
  platforms: [bluesky]
  scheduleDate: tomorrow 9:00
- post: Two
  platforms: [bluesky]
  scheduleDate: fri 18:30
`;

describe('the times of a file name the zone of the machine', () => {
  const around = { timeZone: 'Asia/Tokyo', env: { CI: '1' } };
  const create = (name: string, content: string, flags = '', more: Around = {}) =>
    inFolder({ [name]: content }, (folder) =>
      run(`posts create -f ${name} --yes --json ${flags}`.trim(), { ...around, folder, ...more }),
    );
  const CSV = 'text,platforms,schedule\nHi,bluesky,tomorrow 9:00\n';

  test.each([
    ['several posts', 'week.yaml', WEEK, ''],
    ['a csv with one', 'week.csv', CSV, ''],
    ['a dry run', 'week.yaml', WEEK, '--dry-run'],
  ])('%s', async (_situation, name, content, flags) => {
    const { exitCode, stderr } = await create(name, content, flags);
    expect([exitCode, stderr.split(MACHINE).length - 1]).toEqual([0, 1]);
  });

  test.each([
    ['--time-zone is given', WEEK, '--time-zone Asia/Tokyo', {}],
    ['--tz is given', WEEK, '--tz Asia/Tokyo', {}],
    ['CRIER_TZ is set', WEEK, '', { env: { CI: '1', CRIER_TZ: 'Asia/Tokyo' } }],
    [
      'times have an offset',
      WEEK.replaceAll(/tomorrow 9:00|fri 18:30/g, '2026-10-01T09:00:00+09:00'),
      '',
      {},
    ],
    ['a time is a distance', WEEK.replaceAll(/tomorrow 9:00|fri 18:30/g, 'in 2h'), '', {}],
    [
      'a time names its zone',
      WEEK.replaceAll(/tomorrow 9:00|fri 18:30/g, 'tomorrow 9:00 europe/oslo'),
      '',
      {},
    ],
  ])('not if %s', async (_situation, content, flags, more) => {
    const { exitCode, stderr } = await create('week.yaml', content, flags, more);
    expect([exitCode, stderr.includes('the time zone of this machine')]).toEqual([0, false]);
  });

  test('posts check says it as well', async () => {
    const { stderr } = await inFolder({ 'week.yaml': WEEK }, (folder) =>
      crier('posts check week.yaml', { ...around, folder }),
    );
    expect(stderr.replaceAll(/\n {2,}/g, ' ')).toContain(MACHINE);
  });
});

describe('a time that is typed names the zone of the machine', () => {
  const FUTURE = ['--schedule', 'tomorrow 9:00'];
  const POST = ['--platform', 'bluesky', '--text', 'Hi'];
  test.each([
    ['posts create', ['posts', 'create', ...POST, ...FUTURE, '--yes']],
    ['posts create --dry-run', ['posts', 'create', ...POST, ...FUTURE, '--dry-run']],
    ['posts validate', ['posts', 'validate', ...POST, ...FUTURE]],
    ['posts update', ['posts', 'update', 'Su3gHk9WqZr5TcYb7MvN', ...FUTURE]],
    ['posts update --dry-run', ['posts', 'update', 'Su3gHk9WqZr5TcYb7MvN', ...FUTURE, '--dry-run']],
  ])('%s', async (_command, words) => {
    const around = { timeZone: 'Asia/Tokyo' };
    const { exitCode, stderr } = await run(words, around);
    expect([exitCode, stderr.split(MACHINE).length - 1]).toEqual([0, 1]);
    const chosen = await run([...words, '--time-zone', 'Asia/Tokyo'], around);
    expect([chosen.exitCode, chosen.stderr.includes('of this machine')]).toEqual([0, false]);
  });

  test.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['E. South America Standard Time', 'America/Sao_Paulo'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern', 'Europe/Oslo'],
  ])('a name of Windows is shown when it is refused: %s', async (zone, meant) => {
    const ran = await run(['posts', 'create', ...POST, ...FUTURE, '--time-zone', zone]);
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(`unknown time zone "${zone}"`)]);
    expect(ran.stderr).toContain(meant);
  });
});

describe('repetitions over a change of the clocks', () => {
  const WEEKLY = ['posts', 'create', '--platform', 'linkedin', '--text', 'Weekly', '--yes'];
  const repeat = (at: string, ...more: readonly string[]) =>
    run([...WEEKLY, '--schedule', at, '--repeat', '2', '--every', '1w', ...more]);

  test.each([
    [
      'in autumn, an hour earlier',
      '2026-10-19 09:00',
      'Europe/Oslo',
      'the second post, on Mon 26 Oct 2026, is at 08:00 in Europe/Oslo, and not at 09:00',
    ],
    ['the third one', '2026-10-12 09:00', 'Europe/Oslo', 'the third post, on Mon 26 Oct 2026, is at 08:00'],
    [
      'in spring of the south, an hour later',
      '2026-09-28 09:00',
      'Australia/Sydney',
      'the second post, on Mon 5 Oct 2026, is at 10:00 in Australia/Sydney',
    ],
  ])('%s', async (_situation, at, zone, said) => {
    const { exitCode, stderr } = await repeat(at, '--time-zone', zone);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining(said) });
  });

  test.each([
    ['before the change', '2026-10-01 09:00', 'Europe/Oslo'],
    ['in a zone without changes', '2026-10-19 09:00', 'Asia/Tokyo'],
  ])('nothing is different %s', async (_situation, at, zone) => {
    expect((await repeat(at, '--time-zone', zone)).stderr).not.toContain('24 hours apart');
  });

  test('a time with Z on a machine of that zone is that of UTC', async () => {
    const words = [...WEEKLY, '--schedule', '2026-10-19T07:00:00Z', '--repeat', '2', '--every', '1w'];
    expect((await run(words, { timeZone: 'Europe/Oslo' })).stderr).not.toContain('24 hours apart');
  });

  test.each(['check', 'validate'])('posts %s says it as well', async (command) => {
    const words = ['posts', command, ...WEEKLY.slice(2, -1), '--schedule', '2026-10-19 09:00'];
    const sandbox = command === 'validate' ? ['--sandbox'] : [];
    const { stderr } = await crier([
      ...words,
      ...'--repeat 2 --every 1w --tz Europe/Oslo'.split(' '),
      ...sandbox,
    ]);
    expect(stderr.replaceAll(/\n {2,}/g, ' ')).toContain('the second post, on Mon 26 Oct 2026, is at 08:00');
  });
});
