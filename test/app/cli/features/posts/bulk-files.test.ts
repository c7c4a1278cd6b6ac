import { describe, expect, test } from 'vitest';
import { readPosts } from '../../../../../src/cli/features/posts/post-file.ts';
import { readSchedule } from '../../../../../src/cli/features/schedule/read-schedule.ts';
import type { Ran } from '../../../../support/crier.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run, write } = createSandboxRunner();
const said = ({ stderr }: Ran) => stderr.replaceAll(/\s+/g, ' ');
const planned = async (name: string, ...words: readonly string[]) => {
  const { json } = await run(['posts', 'create', '-f', name, '--dry-run', '--json', ...words]);
  const { request, requests = [request] } = json as {
    request?: { body: object };
    requests?: { body: object }[];
  };
  return requests.map((each) => each?.body);
};

describe('variables of a file', () => {
  test('{{column}} in a text is the cell of its row, and what is inserted is not searched again', async () => {
    write('a.csv', 'text,platforms,name,City\nHello {{name}} of {{ city }},bluesky,Ann {{city}},Oslo\n');
    expect(await planned('a.csv')).toMatchObject([
      { post: 'Hello Ann {{city}} of Oslo', platforms: ['bluesky'] },
    ]);
  });

  test('a field of a record that a post does not have is a variable, and is not sent', async () => {
    write(
      'a.yaml',
      '- {post: "Hi {{name}}", name: Ann, platforms: [bluesky]}\n- {post: "Hi {{name}}", name: Bo, platforms: [bluesky]}\n',
    );
    const bodies = await planned('a.yaml');
    expect(bodies).toMatchObject([{ post: 'Hi Ann' }, { post: 'Hi Bo' }]);
    expect(bodies.every((body) => body !== undefined && !('name' in body))).toBe(true);
  });

  test('--text with a column is a text for each row', async () => {
    write('people.csv', 'platforms,name\nbluesky,Ann\nbluesky,Bo\n');
    expect(await planned('people.csv', '--text', 'Hello {{name}}')).toMatchObject([
      { post: 'Hello Ann' },
      { post: 'Hello Bo' },
    ]);
    const ran = await run(['posts', 'create', '-f', 'people.csv', '--text', 'Hello', '--yes']);
    expect([ran.exitCode, said(ran)]).toEqual([2, expect.stringContaining('use its columns')]);
  });

  test('four braces are literal ones', async () => {
    write('a.csv', 'text,platforms\nUse {{{{name}}}} here,bluesky\n');
    expect(await planned('a.csv')).toMatchObject([{ post: 'Use {{name}} here' }]);
  });

  test.each([
    [
      'an unknown name',
      'text,platforms,name\nHello {{nmae}} {{name}},bluesky,Ann\n',
      '{{nmae}} is not a column or field of this post; did you mean "name"?',
    ],
    ['an empty cell', 'text,platforms,name\nHello {{name}},bluesky,\n', '{{name}} is empty here'],
    ['a column that no text uses', 'text,platforms,name\nHello,bluesky,Ann\n', 'unknown column "name"'],
    [
      'a placeholder of automations',
      'text,platforms\nHi {{recipient_username}},bluesky\n',
      '{{recipient_username}} is not a column',
    ],
  ])('%s is an error before anything is sent', async (_what, text, words) => {
    write('a.csv', text);
    const ran = await run(['posts', 'create', '-f', 'a.csv', '--yes']);
    expect([ran.exitCode, said(ran)]).toEqual([2, expect.stringContaining(words)]);
    const checked = await run(['posts', 'check', 'a.csv']);
    expect(said(checked) + checked.stdout).toContain(words);
  });

  test('braces in --text without a file are an error, and doubled ones are literal', async () => {
    const words = ['posts', 'create', '--platform', 'bluesky', '--text'];
    const ran = await run([...words, 'Hi {{name}}']);
    expect([ran.exitCode, said(ran)]).toEqual([
      2,
      expect.stringContaining('{{name}} would be published as it is'),
    ]);
    expect((await run(['posts', 'check', ...words.slice(2), 'Hi {{name}}'])).exitCode).toBe(11);
    expect(said(await run([...words, 'Hi {{name}}', '--skip-check']))).toContain(
      'warning: post: {{name}} would be',
    );
    const literal = await run([...words, 'Hi {{{{name}}}}', '--dry-run', '--json']);
    expect(literal.json).toMatchObject({ request: { body: { post: 'Hi {{name}}' } } });
  });

  test('a posting schedule that is not there is an error, also of a dry run', async () => {
    const words = ['posts', 'create', '--platform', 'bluesky', '--text', 'Hi', '--auto-schedule'];
    expect(said(await run([...words, 'morning', '--dry-run']))).toContain(
      'set one first: crier schedule set',
    );
    await run(['schedule', 'set', '--time', '09:00Z']);
    const ran = await run([...words, 'morning', '--dry-run']);
    expect([ran.exitCode, said(ran)]).toEqual([
      2,
      expect.stringContaining('no posting schedule has the title "morning"'),
    ]);
    expect(said(ran)).toContain('use "default"');
    expect((await run([...words, 'default', '--dry-run'])).exitCode).toBe(0);
  });
});

describe('--auto-schedule with a file', () => {
  test('gives the posts without a time the next free slots in the order of the file, as the plan shows', async () => {
    await run(['schedule', 'set', '--time', '09:00Z,17:30Z']);
    write(
      'week.csv',
      'text,platforms,schedule\nOne,bluesky,\nTwo,bluesky,2026-12-01 10:00\nThree,bluesky,\n',
    );
    const plan = await run(['posts', 'create', '-f', 'week.csv', '--auto-schedule', 'default', '--dry-run'], {
      isTerminal: true,
    });
    const shown = ['2026-09-21 17:30', '2026-12-01 10:00', '2026-09-22 09:00'];
    for (const time of shown) expect(plan.stdout).toContain(time);
    const ran = await run('posts create -f week.csv --auto-schedule default --yes --json');
    expect(ran.exitCode).toBe(0);
    const ids = (ran.json as { results: { id: string }[] }).results.map(({ id }) => id);
    const { json } = await run(['posts', 'get', ...ids, '--json']);
    expect(json).toMatchObject({
      posts: shown.map((time) => ({ scheduleDate: `${time.replace(' ', 'T')}:00Z` })),
    });
  });
});

describe('a file may have the names of the flags', () => {
  test.each([
    [
      'YAML',
      'a.yaml',
      'text: Hi\nplatform: Bluesky, X\nschedule: 1 jan 2027 10:00\nmedia: https://a.example/b.jpg\nfirstComment: First\napproveFirst: true\n',
    ],
    [
      'JSON, where null is as absent',
      'a.json',
      '{"text":"Hi","networks":["bluesky","X"],"schedule":"1 jan 2027 10:00","media":["https://a.example/b.jpg"],"firstComment":"First","approveFirst":true,"notes":null}',
    ],
  ])('%s', async (_what, name, text) => {
    write(name, text);
    expect(await planned(name)).toMatchObject([
      {
        post: 'Hi',
        platforms: ['bluesky', 'twitter'],
        scheduleDate: '2027-01-01T10:00:00Z',
        mediaUrls: ['https://a.example/b.jpg'],
        firstComment: { comment: 'First' },
        requiresApproval: true,
      },
    ]);
  });

  test('those that set several fields do as the flags do, also with hyphens', async () => {
    write(
      'a.yaml',
      [
        '- text: "One\\n\\nTwo"\n  platform: X\n  thread: true\n  thread-numbers: true\n  approve-first: true\n',
        '- text: Weekly\n  platform: linkedin\n  schedule: 1 jan 2027 10:00\n  repeat: 2\n  every: 8w\n',
        '- text: Slot\n  platform: instagram\n  media: https://a.example/b.mp4\n  autoSchedule: default\n  audio: "123"\n',
      ].join(''),
    );
    write(
      'b.yaml',
      [
        '- {text: Hi, platform: X, schedule: 1 jan 2027 10:00, time-zone: America/New_York, set: notes=Ask}\n',
        '- text: Hi\n  platform: [X, tiktok]\n  media: https://a.example/b.mp4\n  notes: Old\n',
        '  set: {notes: New, twitterOptions.longPost: true}\n  options: {tikTokOptions: {visibility: private}}\n',
      ].join(''),
    );
    expect(await planned('b.yaml')).toMatchObject([
      { scheduleDate: '2027-01-01T15:00:00Z', notes: 'Ask' },
      { notes: 'New', twitterOptions: { longPost: true }, tikTokOptions: { visibility: 'private' } },
    ]);
    await run(['schedule', 'set', '--time', '09:00Z']);
    expect(await planned('a.yaml')).toMatchObject([
      { requiresApproval: true, twitterOptions: { thread: true, threadNumber: true } },
      { autoRepost: { repeat: 2, days: 56, startDate: '2027-01-01T10:00:00Z' } },
      {
        autoSchedule: { schedule: true, title: 'default' },
        instagramOptions: { audioConfiguration: { audioId: '123' } },
      },
    ]);
  });

  test.each([
    ['thread: true', 'thread is only for X and Threads'],
    ['repeat: 3', 'repeat needs every'],
    ['repeat: 30\nevery: 2d', 'must be at most 10'],
    ['repeat: 3\nevery: soon', 'must be a number with a unit'],
    ['timeZone: Nowhere/York\nschedule: 1 jan 2027 10:00', 'unknown time zone "Nowhere/York"'],
    ['options: tiktok.yaml', 'must be an object, such as'],
    ['options: {tiktokOptions: {}}', 'did you mean "tikTokOptions"?'],
    ['set: notas=x', 'notas: no such field'],
    ['textFile: post.txt', 'a file of posts has the text itself'],
  ])('one that cannot be used is an error of the post: %s', async (field, fault) => {
    const text = `text: Hi\nplatforms: [bluesky]\n${field}\n`;
    const { entries } = await readPosts({ name: 'a.yaml', text }, async (time) =>
      readSchedule(time, { now: 0, timeZone: 'UTC' }),
    );
    expect(entries[0]?.faults).toMatchObject([{ message: expect.stringContaining(fault) }]);
  });

  test('both names of a field are an error', async () => {
    write('a.yaml', 'text: Hi\npost: Ho\nplatforms: [bluesky]\n');
    expect((await run(['posts', 'create', '-f', 'a.yaml', '--yes'])).exitCode).toBe(2);
  });
});
