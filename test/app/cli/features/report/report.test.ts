import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Around } from '../../../../support/crier.ts';
import { createSharedRunner } from '../../../../support/sandbox/sandbox-runner.ts';

// own accounts are remembered there
const state = mkdtempSync(join(tmpdir(), 'crier-report-'));
afterAll(() => rmSync(state, { recursive: true }));
const runShared = createSharedRunner();
const run = (line: string, around: Around = {}) =>
  runShared(line, { ...around, env: { ...around.env, CRIER_STATE_DIR: state } });
const read = async (line: string) => (await run(`${line} --json`)).json;

type Figures = Record<string, number | null>;
const add = (rows: readonly Figures[], names: readonly string[]): number =>
  rows.reduce((sum, row) => names.reduce((part, name) => part + (row[name] ?? 0), sum), 0);

/** Comments and replies that a thread has. */
interface ListedComment {
  author: { isMe: boolean | null };
  text: string | null;
  createdAt: string;
}

test('the numbers of a report are those of the commands that they come from', async () => {
  const { profiles, totals, from } = await read('report --since 7d --posts 4');
  const [{ followers, posts, comments, automations, reviews }] = profiles;

  const social = await read('analytics social --days 7');
  expect(followers.followers).toBe(add(social.analytics, ['followers']));
  expect(followers.newFollowers).toBe(
    social.analytics.reduce(
      (sum: number, { daily }: { daily: Figures[] }) => sum + add(daily, ['newFollowers']),
      0,
    ),
  );
  expect(followers.days.map(({ date }: { date: string }) => date)).toHaveLength(7);

  for (const { id, interactions, views, networks } of posts.list.slice(2, 3)) {
    const { analytics } = await read(`analytics post ${id} --allow-partial`);
    expect(interactions).toBe(add(analytics, ['likes', 'comments', 'shares', 'quotes', 'saves']));
    expect(views).toBe(add(analytics, ['views']));
    expect(networks.map(({ platform }: { platform: string }) => platform)).toEqual(
      analytics.map(({ platform }: { platform: string }) => platform),
    );
  }
  const ranked = posts.list.filter((post: Figures) => post['interactions'] !== null);
  const most = Math.max(...ranked.map((post: Figures) => post['interactions']));
  expect(ranked.find(({ id }: { id: string }) => id === posts.best).interactions).toBe(most);

  const inbox = await read('comments inbox --since 7d --all --posts 4');
  expect([comments.waiting, comments.postsRead]).toEqual([inbox.inbox.length, inbox.postsRead]);
  const ids = posts.list.map(({ id }: { id: string }) => id); // all of these are of the period
  const all = (await read(`comments get ${ids.join(' ')} --flat --allow-partial`)).comments;
  const listed: ListedComment[] = all.filter(({ createdAt }: ListedComment) => createdAt >= from);
  const ofOthers = listed.filter(({ author }) => author.isMe !== true);
  expect(comments.comments + comments.replies).toBe(ofOthers.length);
  expect(comments.questions).toBe(ofOthers.filter(({ text }) => /[?？؟]/.test(text ?? '')).length);
  expect(add(comments.days, ['comments'])).toBe(ofOthers.length);

  const activity = await read('automations report --since 7d --by reason');
  expect([automations.rows, automations.sent, automations.people]).toEqual([
    activity.totals.rows,
    activity.totals.sent,
    activity.totals.people,
  ]);
  expect(automations.reasons.map(({ name, rows }: { name: string; rows: number }) => [name, rows])).toEqual(
    activity.report.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
  );

  const listedReviews = await read('reviews list');
  expect(
    reviews.networks.map(({ unanswered, totalReviewCount }: Figures) => [unanswered, totalReviewCount]),
  ).toEqual(
    listedReviews.networks.map(({ unanswered, totalReviewCount }: Figures) => [unanswered, totalReviewCount]),
  );
  expect(totals).toMatchObject({
    followers: followers.followers,
    waiting: comments.waiting,
    sent: automations.sent,
  });
});

test('for all profiles, a cover adds them up and leads to the page of each', async () => {
  const { totals, profiles } = await read('report --all-profiles --posts 1');
  expect(
    profiles.map(({ profile, brand }: { profile: string | null; brand: string }) => [profile, brand]),
  ).toEqual([
    [null, 'Kestrel Lane Coffee'],
    ['harbour', 'Kestrel Lane Harbour'],
    ['wholesale', 'Kestrel Lane Wholesale'],
  ]);
  expect(totals.waiting).toBe(
    add(
      profiles.map(({ comments }: { comments: Figures }) => comments),
      ['waiting'],
    ),
  );
  const { stdout, exitCode } = await run('report --all-profiles --posts 1 -o html');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    '<title>Kestrel Lane Coffee, Kestrel Lane Harbour and Kestrel Lane Wholesale, 14 to 21 September 2026</title>',
  );
  expect(stdout).toContain('<a href="#profile-2"><bdi>Kestrel Lane Harbour</bdi></a>');
  expect(stdout.match(/<section class="page" id="profile-\d"/g)).toHaveLength(3);
  // charts have a text that says what they show
  expect(stdout).toMatch(
    /role="img" aria-label="New followers by day: \d+ in 7 days; the most on \w{3} \d+ Sep 2026 \(\d+\), the fewest on /,
  );
  expect(stdout).toContain('<title>Mon 21 Sep 2026: ');
  expect(stdout).not.toMatch(/<script|<link|https?:\/\/[^<]*"|undefined|NaN|\[object/);
});

test.each([80, 40, 120])('a terminal of %i columns has figures and tables', async (columns) => {
  const { stdout } = await run('report --posts 4 -o table', {
    isTerminal: true,
    columns,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toMatch(/^Kestrel Lane Coffee\n14 to 21 September 2026\n/);
  expect(stdout).toContain('Most interactions');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
});

test('Markdown has a heading for each part', async () => {
  const { stdout } = await run('report --profile harbour --posts 1 -o md');
  expect(stdout).toMatch(/^# Kestrel Lane Harbour\n\n14 to 21 September 2026\n/);
  expect(stdout.match(/^## .*/gm)).toEqual(
    expect.arrayContaining(['## Followers', '## Posts', '## Comments', '## Reviews']),
  );
  expect(stdout).toMatch(/^\*\*New followers by day\*\* `[▁▂▃▄▅▆▇█·]+` \d+ in 7 days/m);
});

test('csv and tsv have a row for each profile', async () => {
  const { stdout } = await run('report --all-profiles --posts 1 -o tsv --fields brand,comments.waiting');
  expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
    'brand',
    'Kestrel Lane Coffee',
    'Kestrel Lane Harbour',
    'Kestrel Lane Wholesale',
    '',
  ]);
});

test('what could not be read is named, also where people read the page, and posts that were left out are counted in a note', async () => {
  const { stdout, stderr, exitCode } = await run('report --posts 3 -o html');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('only the latest 3 posts were read: raise --posts to read more');
  expect(stderr).toContain('not read of the comments and posts: TikTok in 2 posts (288)');
  expect(stdout).toContain('<bdi>comments and posts: TikTok in 2 posts (288)</bdi>');
});

test.each([
  ['report -o raw', '-o raw prints one response'],
  ['report --since 2030-01-01', 'the period begins in the future'],
  ['report --since 1970-01-01', 'the period is longer than a year'],
])('crier %s is refused', async (line, why) => {
  const { exitCode, stdout, stderr } = await run(line);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
});

test('a note names the parts for which the service does not go back far enough', async () => {
  const { exitCode, stderr } = await run('report --since 365d --profile wholesale -o md');
  expect(exitCode).toBe(0);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'not read of the followers: the service has only the last 360 days',
  );
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
    /not read of the automations: the service has only the last \d+ days/,
  );
});

test('a part that fails as a whole leaves the others, with exit code 3', async () => {
  await run('sandbox fault add --code 1429 --endpoint listReviews --count 2');
  const { exitCode, json, stderr } = await run('report --posts 4 --json');
  expect(json.profiles[0].comments.comments).toBeGreaterThan(0);
  expect(json.profiles[0].reviews).toBeNull();
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining('1 part could not be read')]);
});

test('a profile that could not be read is named on the cover, with exit code 3', async () => {
  await run('sandbox fault add --code 471 --endpoint getHistory --count 1');
  const { exitCode, stdout } = await run('report --all-profiles --posts 1 -o html');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('the Primary Profile: The profile has no linked account');
  expect(stdout.match(/<section class="page" id="profile-\d"/g)).toHaveLength(2);
});
