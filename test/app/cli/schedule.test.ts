import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerShell } from '../../../src/cli/framework/argv/completion/answer.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';
import { inFolder } from '../../support/in-folder.ts';
import { scripted } from '../../support/network/client.ts';

let opened: Sandbox;
let sandbox: Sandbox;
const run = (words: readonly string[], around: Around = {}) =>
  crier([...words, '--sandbox'], { sandbox, ...around });
const json = async (words: readonly string[], around: Around = {}) =>
  JSON.parse((await run([...words, '--json'], around)).stdout);

beforeAll(async () => {
  opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
  await run(['sandbox', 'clock', 'set', '2026-11-25T12:00:00Z']);
});
afterAll(() => opened.close());

describe('schedule', () => {
  test('none: an empty list, and the command that sets one', async () => {
    const ran = await run(['schedule', 'list', '-o', 'table']);
    expect([ran.exitCode, ran.stderr]).toEqual([0, expect.stringContaining('schedule set --time 09:00Z')]);
    expect((await json(['schedule', 'list'])).schedules).toEqual([]);
  });

  test('set: as the words say, with the next slots', async () => {
    const words = 'schedule set Week --time 9:00,17:30Z --days mon-thu --exclude 2026-11-26'.split(' ');
    expect(await json(words)).toMatchObject({
      status: 'success',
      title: 'Week',
      schedule: ['09:00Z', '17:30Z'],
      daysOfWeek: [1, 2, 3, 4],
      excludeDates: ['2026-11-26'],
      nextSlots: [
        '2026-11-25T17:30:00Z',
        '2026-11-30T09:00:00Z',
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    });
    const moved = await json(['schedule', 'set', 'Week', '--start', 'in 2 weeks']);
    expect(moved).toMatchObject({ schedule: ['09:00Z', '17:30Z'], setStartDate: '2026-12-09T12:00:00Z' });
    expect(moved.nextSlots[0]).toBe('2026-12-09T17:30:00Z');
  });

  test.each([
    ['fri-mon', [0, 1, 5, 6], 'Fri-Mon'],
    ['weekdays', [1, 2, 3, 4, 5], 'Mon-Fri'],
    ['0,Wed,saturday', [0, 3, 6], 'Wed Sat Sun'],
    ['every', [0, 1, 2, 3, 4, 5, 6], 'every day'],
  ])('the days %s', async (days, sent, shown) => {
    const words = ['schedule', 'set', 'Days', '--time', '09:00Z', '--days', days];
    expect((await json([...words, '--dry-run'])).request.body.daysOfWeek).toEqual(sent);
    const { stdout } = await run([...words, '-o', 'table']);
    // Fri-Mon are the last and the first of a week
    expect(stdout).toContain(shown === 'Fri-Mon' ? 'Mon Fri-Sun' : shown);
  });

  test.each([
    [['set'], 'nothing to set', 2],
    [['set', '--time', '25:00'], 'must be a time of the day', 2],
    [['set', '--time', '09:00Z', '--days', 'someday'], 'must be a day such as mon', 2],
    [['set', '--time', '09:00Z', '--exclude', '2026-02-30'], 'must be a date', 2],
    [['set', '--time', '09:00Z', '--start', 'yesterday'], '--start', 2],
    [['set', 'New', '--start', 'tomorrow'], 'schedule is required for a new schedule', 9],
    [['delete', 'Nobody', '--yes'], 'No posting schedule has the title', 5],
    [['delete', 'Week'], 'use --yes', 2],
  ])('%j is refused', async (words, message, exitCode) => {
    const ran = await run(['schedule', ...words]);
    expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      exitCode,
      expect.stringContaining(message),
    ]);
  });

  test('--dry-run changes nothing', async () => {
    const before = await json(['schedule', 'list']);
    const { request } = await json(['schedule', 'set', '--time', '7:15', '--dry-run']);
    expect(request.body).toEqual({ title: 'default', schedule: ['07:15Z'] });
    await run(['schedule', 'delete', 'Week', '--dry-run']);
    expect(await json(['schedule', 'list'])).toEqual(before);
  });

  test.each([80, 40])(
    'a table of %i columns names the schedule and its slots, in the time zone',
    async (columns) => {
      const { stdout } = await run(['schedule', 'list', '--tz', 'Asia/Tokyo'], {
        isTerminal: true,
        columns,
        env: { NO_COLOR: '1' },
      });
      expect(stdout).toContain('Week');
      expect(stdout).toContain('Thu 10 Dec 2026 02:30');
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    },
  );

  test('delete', async () => {
    await run(['schedule', 'set', 'Gone', '--time', '09:00Z']);
    expect(await json(['schedule', 'delete', 'Gone', '--yes'])).toMatchObject({
      status: 'success',
      title: 'Gone',
    });
    const { schedules } = await json(['schedule', 'list']);
    expect(schedules.map(({ title }: { title: string }) => title)).not.toContain('Gone');
  });

  test('a service that names no free slots: they are computed, which a note says', async () => {
    const schedules = { default: { schedule: ['13:05Z', 'at noon'] } };
    const network = scripted({ body: { status: 'success', schedules } });
    const ran = await crier('schedule list --json', {
      env: { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
      network,
    });
    const [read] = JSON.parse(ran.stdout).schedules;
    expect(read).toMatchObject({
      title: 'default',
      schedule: ['13:05Z', 'at noon'],
      daysOfWeek: null,
    });
    expect(read.nextSlots).toHaveLength(5);
    expect(ran.stderr).toContain('the next ones are computed');
  });

  test('titles that were shown are offered by the Tab key, in commands and in --auto-schedule', async () => {
    await inFolder({}, async (folder) => {
      const machine = {
        env: { XDG_STATE_HOME: folder, CRIER_CONFIG_DIR: folder },
        homeFolder: '/nonexistent',
        folder: '/nonexistent',
        platform: 'linux',
      };
      await run(['schedule', 'set', 'Late shift', '--time', '21:00Z'], {
        isTerminal: true,
        env: { XDG_STATE_HOME: folder },
      });
      for (const words of ['schedule delete', 'schedule set', 'posts create --auto-schedule']) {
        const answer = await answerShell(['zsh', ...words.split(' '), ''], machine);
        expect(
          answer
            .split('\n')
            .slice(1, 3)
            .map((line) => line.trim()),
        ).toEqual(['default', 'Late shift']);
      }
    });
  });
});

describe('posts create', () => {
  const POST = ['posts', 'create', '--platform', 'bluesky', '--yes'];

  test('--auto-schedule: at the next free slot', async () => {
    await run(['schedule', 'set', 'Noon', '--time', '12:30Z']);
    const first = await json([...POST, '--text', 'first of the queue', '--auto-schedule', 'Noon']);
    expect(first).toMatchObject({ status: 'scheduled', scheduleDate: '2026-11-25T12:30:00Z' });
    const second = await json([...POST, '--text', 'and the second one', '--auto-schedule', 'Noon']);
    expect(second.scheduleDate).toBe('2026-11-26T12:30:00Z');
    const ran = await run([...POST, '--text', 'x', '--auto-schedule', 'noon']);
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('"Noon"')]);
    const both = await run([...POST, '--text', 'x', '--auto-schedule', 'Noon', '--schedule', 'tomorrow']);
    expect(both.exitCode).toBe(2);
  });

  test('--repeat: further posts, listed by their id, and deleted with the first', async () => {
    const ran = await run([...POST, '--text', 'again and again', '--repeat', '2', '--every', '1w', '--json']);
    const { id, autoRepostId } = JSON.parse(ran.stdout);
    expect(ran.stderr).toContain(`posts list --auto-repost-id ${autoRepostId}`);
    const { posts } = await json(['posts', 'list', '--auto-repost-id', autoRepostId]);
    const [third, second, first] = posts;
    expect(first).toMatchObject({ id, status: 'success' });
    expect([second.scheduleDate, third.scheduleDate]).toEqual([
      '2026-12-02T12:00:00Z',
      '2026-12-09T12:00:00Z',
    ]);
    const deleted = await run(['posts', 'delete', id, second.id, '--yes', '--json']);
    expect(JSON.parse(deleted.stdout).results).toMatchObject([
      { id, status: 'deleted', deletedReposts: [second.id, third.id] },
      { id: second.id, status: 'deleted', deletedReposts: [] },
    ]);
    expect(deleted.stderr).toContain('its 2 repetitions to come are deleted as well');
  });

  test('--repeat with --schedule begins then', async () => {
    const words = [
      ...POST,
      ...'--text later --repeat 1 --every 48h --schedule 2026-11-27T08:00:00Z'.split(' '),
    ];
    expect((await json([...words, '--dry-run'])).request.body).toMatchObject({
      autoRepost: { repeat: 1, days: 2, startDate: '2026-11-27T08:00:00Z' },
    });
    expect(await json(words)).toMatchObject({ status: 'scheduled', scheduleDate: '2026-11-27T08:00:00Z' });
  });

  test.each([
    [['--repeat', '2'], '--repeat needs --every'],
    [['--every', '7d'], '--every needs --repeat'],
    [['--repeat', '11', '--every', '7d'], '--repeat'],
    [['--repeat', '1', '--every', '36h'], 'must be whole days'],
    [['--repeat', '1', '--every', '1d'], 'must be at least 2'],
    [['--thread'], '--thread is only for X and Threads'],
  ])('%j is refused', async (words, message) => {
    const ran = await run([...POST, '--text', 'x', ...words]);
    expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
  });

  test('--thread: a note counts its posts, and their ids are shown', async () => {
    const words = [
      ...'posts create --platform twitter,threads --text'.split(' '),
      'a cup\n\nof tea',
      '--thread',
    ];
    const ran = await run([...words, '--yes', '--json']);
    const { id, postIds } = JSON.parse(ran.stdout);
    expect(ran.stderr).toContain('X: a thread of 2 posts');
    const { stdout } = await run(['posts', 'get', id, '-o', 'table']);
    for (const { thread } of postIds) expect(stdout).toContain(`2 posts, then ${thread[1].id}`);
    const { posts } = await json(['posts', 'list', '--platform', 'twitter', '-n', '2']);
    expect(posts).toMatchObject([{ threadNumber: 2, replyTo: posts[1].id }, { threadNumber: 1 }]);
  });

  test('--thread sets the options of the networks that have threads', async () => {
    const words = ['posts', 'create', '--text', 'a\n\nb', '--dry-run', '--json'];
    const sent = async (more: readonly string[]) =>
      JSON.parse((await run([...words, ...more])).stdout).request.body;
    const both = await sent(['--platform', 'twitter,threads,bluesky', '--thread', '--thread-numbers']);
    const options = { thread: true, threadNumber: true };
    expect(both).toMatchObject({ twitterOptions: options, threadsOptions: options });
    const one = await sent(
      '--platform threads --thread --set threadsOptions.allowCountries=["NO"]'.split(' '),
    );
    expect(one.threadsOptions).toEqual({ thread: true, allowCountries: ['NO'] });
    expect(one).not.toHaveProperty('twitterOptions');
  });
});
