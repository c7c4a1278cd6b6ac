import { afterAll, beforeAll, expect, test } from 'vitest';
import { unifyComments } from '../../../../src/cli/features/comments/unify-comments.ts';
import { readNetworkErrors } from '../../../../src/domain/requests/read-answer.ts';
import { SEED_POSTS } from '../../../../src/sandbox/demo/demo-seed.ts';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { PRIMARY } from '../../../../src/sandbox/seed.ts';
import { describeCommentRecord } from '../../../../src/service/comment-records.ts';
import { CommentsAnswer } from '../../../../src/service/endpoints/comments.ts';
import { CommentPlatform } from '../../../../src/service/platforms.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';

const NOW = Date.UTC(2026, 3, 14, 9, 30);
const SPRING_BLEND = 'Sp7kQm2XvLr9TzBd4HnW';

interface DemoCommentRow {
  readonly replies?: readonly DemoCommentRow[];
  readonly [field: string]: unknown;
}

type DemoAnswer = CommentsAnswer & {
  readonly [platform in CommentPlatform]?: readonly DemoCommentRow[];
};

let sandbox: Sandbox;
beforeAll(async () => {
  let calls = 0;
  const random = (bytes: number) => {
    calls += 1;
    return new Uint8Array(bytes).fill(calls);
  };
  sandbox = await openHeldSandbox({
    file: ':memory:',
    clock: { now: () => NOW },
    random,
  });
});
afterAll(() => sandbox.close());

async function read(path: string, alias?: string): Promise<DemoAnswer> {
  const { apiKey, xPair, profiles } = sandbox.credentials;
  const profileKey = profiles.find((profile) => profile.alias === alias)?.profileKey;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'x-twitter-oauth1-api-key': xPair.key,
    'x-twitter-oauth1-api-secret': xPair.secret,
    ...(profileKey && { 'profile-key': profileKey }),
  };
  const answer = await sandbox.fetch(new Request(`http://sandbox.localhost/comments/${path}`, { headers }));
  return CommentsAnswer.parse(await answer.json()) as DemoAnswer; // the sandbox's own rows: their fields are what is tested
}

/** Comments and their replies, as rows. */
function flat(rows: readonly DemoCommentRow[]): readonly DemoCommentRow[] {
  return rows.flatMap((row) => [row, ...flat(row.replies ?? [])]);
}

const fieldsOf = (rows: readonly DemoCommentRow[]) =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted();

test.each(CommentPlatform.options)(
  'the spring blend shows every field that %s has',
  { tags: ['COM-08'] },
  async (platform) => {
    const { comment, reply } = describeCommentRecord(platform);
    const rows = flat((await read(SPRING_BLEND))[platform] ?? []);
    expect(fieldsOf(rows)).toEqual(
      [...new Set([...Object.keys(comment.shape), ...Object.keys(reply?.shape ?? {})])].toSorted(),
    );
  },
);

test('instagram names authors in each of the ways of the table', { tags: ['COM-10'] }, async () => {
  const posts = SEED_POSTS.filter(
    ({ profile, copies }) => profile === PRIMARY && copies.some(({ platform }) => platform === 'instagram'),
  );
  const reads = await Promise.all(posts.map(({ id }) => read(id)));
  const rows = flat(reads.flatMap(({ instagram = [] }) => instagram));
  const ways = rows.map((row) => [
    ...Object.keys(row['from'] ?? {}).map((member) => `from.${member}`),
    ...['user', 'userName', 'username'].filter((member) => member in row),
  ]);
  expect([...new Set(ways.map((way) => way.toSorted().join(' ')))].toSorted()).toEqual([
    'from.id from.name user userName',
    'from.id from.username user username',
    'user username',
  ]);
  // not only our own account is named by its name
  const byName = rows.filter((row) => 'userName' in row).map((row) => row['userName']);
  expect(new Set(byName).size).toBeGreaterThan(1);
  for (const row of rows) {
    const { author } = unifyComments({ status: 'success', instagram: [row] }).comments[0] ?? {};
    expect(author?.handle ?? author?.name).toMatch(/\w/);
  }
});

test('a reply on X that someone else wrote has the answer to it', { tags: ['COM-17'] }, async () => {
  const { status, twitter } = await read('1997245615054609976?searchPlatformId=true&platform=twitter');
  expect(status).toBe('success');
  expect(twitter).toMatchObject([
    {
      commentId: '1961811554072506464',
      userName: 'KestrelLane',
      replyTo: { username: 'marisol_drifts' },
    },
  ]);
});

test('facebook does not always say who wrote', { tags: ['COM-08'] }, async () => {
  const { facebook } = await read(SPRING_BLEND);
  expect(facebook?.map((row) => 'from' in row)).toEqual([true, true, false]);
});

test('nothing is wrong with the spring blend', { tags: ['COM-15'] }, async () => {
  const answer = await read(SPRING_BLEND);
  expect(answer).toMatchObject({ status: 'success', id: SPRING_BLEND });
  expect(answer).not.toHaveProperty('errors');
});

test('the first thirty rows of the spring blend show eight networks or more', async () => {
  const answer = await read(SPRING_BLEND);
  const rows = CommentPlatform.options.flatMap((platform) =>
    flat(answer[platform] ?? []).map(() => platform),
  );
  expect(rows.length).toBeLessThanOrEqual(40);
  expect(new Set(rows.slice(0, 30)).size).toBeGreaterThanOrEqual(8);
});

test.each([
  ['Lt5nWc8RjYq3GvKs6PxA', undefined, [['tiktok', 288]]],
  [
    'Fd2hZm9TbUe6XwNr4JkC',
    undefined,
    [
      ['facebook', 485],
      ['instagram', 485],
    ],
  ],
  ['Tk6xBn4VgSj8QcLp2RyF', undefined, [['tiktok', 288]]],
  ['Hb9mXw3KfDu7VtCz5GqN', 'harbour', [['linkedin', 161]]],
  ['Bx6hPf2QyLs8TnCv5RkG', undefined, [['tiktok', 288]]],
] as const)('%s shows what can go wrong', { tags: ['COM-15'] }, async (id, alias, expected) => {
  const { errors } = await read(id, alias);
  expect(readNetworkErrors(errors).map(({ platform, code }) => [platform, code])).toEqual(expected);
});

test('the giveaway returns the newest thousand', { tags: ['COM-11'] }, async () => {
  const { instagram, facebook } = await read('Gv3rPq7YsKa5MdHt8ZwE');
  expect(instagram).toHaveLength(1000);
  expect(flat(facebook ?? [])).toHaveLength(12);
});

test.each([
  ['facebook', '738201946518273_458941942877918', undefined, 3],
  ['instagram', '18008214909100698', undefined, 2],
  ['linkedin', 'urn:li:comment:(urn:li:activity:7312048571936420117,7397753386840559499)', undefined, 2],
  ['linkedin', 'urn:li:comment:(urn:li:activity:7312048571936420117,7328037855350235422)', undefined, 1],
  ['linkedin', 'urn:li:comment:(urn:li:activity:7309514880261734407,7301292371851953318)', 'wholesale', 2],
] as const)(
  'a comment on %s is read by its id: %s',
  { tags: ['COM-03'] },
  async (platform, id, alias, rows) => {
    const query = `?commentId=true&searchPlatformId=true&platform=${platform}`;
    const answer = await read(`${encodeURIComponent(id)}${query}`, alias);
    expect(flat(answer[platform] ?? [])).toHaveLength(rows);
  },
);

test('the post on X that is a reply returns its own replies', { tags: ['COM-17'] }, async () => {
  const { twitter } = await read('Zr3kVw7NdXf9JgBt4MqS');
  expect(twitter).toHaveLength(2);
});
