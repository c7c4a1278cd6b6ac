import { expect, test } from 'vitest';
import { DEMO_SEED } from '../../../../src/sandbox/demo/demo-seed.ts';
import { PRIMARY } from '../../../../src/sandbox/seed.ts';
import { describeCommentRecord } from '../../../../src/service/comment-records.ts';
import { CommentPlatform } from '../../../../src/service/platforms.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { everywhereOn, POST, threadOn } from '../../../support/small-seed.ts';

type RecordFields = Readonly<Record<string, unknown>>;

function expectToFit(platform: CommentPlatform, comments: readonly RecordFields[]): void {
  const { comment: schema } = describeCommentRecord(platform);
  for (const comment of comments) {
    expect(schema.safeParse(comment).error).toBeUndefined();
    expect(fieldsOutside(schema, comment)).toEqual([]);
  }
}

const { ask } = await smallSandbox();
const everywhere = (await ask(`/comments/${POST.everywhere}`)).body;

test.each(CommentPlatform.options)(
  '%s: comments and replies have the fields of the record table, and no other',
  { tags: ['COM-08', 'COM-09'] },
  (platform) => {
    expectToFit(platform, everywhere[platform]);
  },
);

test('every post of the demo data keeps to the record table', { tags: ['COM-08'] }, async () => {
  const demo = await smallSandbox(DEMO_SEED);
  let seen = 0;
  for (const { id, profile } of DEMO_SEED.posts) {
    const { body } = await demo.ask(`/comments/${id}`, profile === PRIMARY ? {} : { as: profile });
    for (const platform of CommentPlatform.options) {
      seen += body[platform]?.length ?? 0;
      expectToFit(platform, body[platform] ?? []);
    }
  }
  expect(seen).toBeGreaterThan(1_000);
});

/**
 * What is absent on purpose: on instagram `parentId` comes when a reply is asked for by its id, and `userName` with
 * comments of our own, which here are replies; replies of a thread hold no replies.
 */
const ABSENT: Partial<Record<CommentPlatform, readonly string[]>> = {
  facebook: ['replies.replies'],
  instagram: ['parentId', 'userName', 'replies.replies'],
};

test.each(CommentPlatform.options)(
  '%s: no field of the record table is forgotten',
  { tags: ['COM-08'] },
  (platform) => {
    const missing = Object.keys(describeCommentRecord(platform).comment.shape).filter(
      (name) => !everywhere[platform].some((comment: RecordFields) => name in comment),
    );
    const missingInReplies = Object.keys(describeCommentRecord(platform).reply?.shape ?? {}).filter(
      (name) =>
        !everywhere[platform].some((comment: { replies?: readonly RecordFields[] }) =>
          comment.replies?.some((reply) => name in reply),
        ),
    );
    expect([...missing, ...missingInReplies.map((name) => `replies.${name}`)]).toEqual(
      ABSENT[platform] ?? [],
    );
  },
);

test('a reply on instagram has its id in `id`, on tiktok its time in `createTime`', {
  tags: ['COM-09'],
}, () => {
  expect(everywhere.instagram[1].replies[0]).toMatchObject({ id: threadOn('instagram').reply });
  expect(everywhere.instagram[1].replies[0]).not.toHaveProperty('commentId');
  expect(everywhere.tiktok[1].replies[0]).toMatchObject({ createTime: '2026-09-21 12:13:20' });
  expect(everywhere.tiktok[1].replies[0]).not.toHaveProperty('created');
});

test('replies to facebook replies carry the same parent', { tags: ['COM-12'] }, () => {
  const [first, second] = everywhere.facebook[1].replies;
  expect(second).toMatchObject({ commentId: threadOn('facebook').deeper, company: false });
  expect(second.parent).toEqual(first.parent);
  expect(first).toMatchObject({
    company: true,
    parent: {
      id: threadOn('facebook').comment,
      message: 'first on facebook',
      createdTime: '2026-09-21T11:13:20+0000',
      from: { name: 'Ada' },
    },
  });
  expect(everywhere.facebook[1].commentCount).toBe(2);
});

test.each([
  ['bluesky', '2026-09-21T11:13:20.000Z'],
  ['facebook', '2026-09-21T11:13:20Z'],
  ['threads', '2026-09-21T11:13:20+0000'],
  ['twitter', '2026-09-21T11:13:20.000Z'],
] as const)('%s writes its times as it likes', { tags: ['TIME-01'] }, (platform, created) => {
  const first = everywhere[platform].find(
    ({ comment }: { comment: string }) => comment === `first on ${platform}`,
  );
  expect(first.created).toBe(created);
});

test('on Bluesky and Threads a reply is nested in the comment it answers, at any depth', () => {
  for (const platform of ['bluesky', 'threads'] as const) {
    const { comment, reply, deeper } = threadOn(platform);
    expect(everywhere[platform][1]).toMatchObject({
      commentId: comment,
      replies: [{ commentId: reply, replies: [{ commentId: deeper, replies: [] }] }],
    });
  }
});

test('replies on reddit and X are in the list, newest first', () => {
  for (const platform of ['reddit', 'twitter'] as const) {
    const { comment, reply, deeper } = threadOn(platform);
    expect(everywhere[platform].map(({ commentId }: { commentId: string }) => commentId)).toEqual([
      `${platform}-c2`,
      deeper,
      reply,
      comment,
    ]);
  }
});

test('X says who is answered: the author of the answered comment, or of the post', () => {
  const [, deeper, reply, comment] = everywhere.twitter;
  expect(deeper).toMatchObject({
    replyTo: { username: 'us' },
    referencedTweets: [{ type: 'replied_to', id: threadOn('twitter').reply }],
  });
  expect(reply).toMatchObject({ replyTo: { username: 'ada', location: 'Porto' }, replyCount: 1 });
  expect(comment).toMatchObject({
    id: everywhereOn('twitter'),
    replyTo: { username: 'us' },
    publicMetrics: { followersCount: 12, followingCount: 3, tweetCount: 40 },
  });
});

test('a company on linkedin names its founding, kind and website; a person does not', () => {
  const [company, person] = everywhere.linkedin;
  expect(company).toMatchObject({
    founded: 1998,
    organizationType: 'Public Company',
    website: 'https://big.example',
  });
  expect(person).not.toHaveProperty('founded');
});

test('instagram names authors in both ways', { tags: ['COM-10'] }, () => {
  const [, comment] = everywhere.instagram;
  expect(comment).toMatchObject({ from: { username: 'ada' }, username: 'ada' });
  expect(comment.replies[0]).toMatchObject({ from: { name: 'Us' }, userName: 'us' });
});
