import { expect, test } from 'vitest';
import { SEED_ACCOUNTS } from '../../../../src/sandbox/demo/company.ts';
import { SEED_POSTS } from '../../../../src/sandbox/demo/demo-seed.ts';
import { SEED_NATIVE_POSTS } from '../../../../src/sandbox/demo/native-posts.ts';
import { SEED_USERS } from '../../../../src/sandbox/demo/people.ts';
import { SEED_TRACKS } from '../../../../src/sandbox/demo/tracks.ts';
import { PRIMARY } from '../../../../src/sandbox/seed.ts';
import { CommentPlatform } from '../../../../src/service/platforms.ts';
import { DEMO_COMMENTS, leg, post, repeated } from './demo-comments.ts';

test('every account is that of a user of the network, once a profile', () => {
  const keys = SEED_ACCOUNTS.map(({ profile, platform }) => `${profile} ${platform}`);
  expect(repeated(keys)).toEqual([]);
  const users: Readonly<Record<string, object>> = SEED_USERS;
  const strangers = SEED_ACCOUNTS.filter(
    ({ platform, username }) => users[platform] && !(username in users[platform]),
  );
  expect(strangers).toEqual([]);
});

test('one account has to be linked again, and it is the one of the harbour on linkedin', () => {
  expect(SEED_ACCOUNTS.filter(({ token }) => token === 'expired')).toMatchObject([
    { profile: 'harbour', platform: 'linkedin' },
  ]);
});

test('audio works for the roastery and not for the harbour', () => {
  const logins = SEED_ACCOUNTS.filter(({ platform }) => platform === 'instagram');
  expect(logins).toMatchObject([
    { profile: PRIMARY, loginKind: 'page' },
    { profile: 'harbour', loginKind: 'direct' },
  ]);
});

test.each(['bluesky', 'facebook'] as const)('ids of our posts on %s begin with the account', (platform) => {
  for (const { profile, copies } of SEED_POSTS) {
    const account = SEED_ACCOUNTS.find((each) => each.profile === profile && each.platform === platform);
    for (const leg of copies.filter((each) => each.platform === platform)) {
      expect(leg.socialPostId).toContain(account?.id);
    }
  }
});

test.each([
  ['Sp7kQm2XvLr9TzBd4HnW', PRIMARY, 2 * 1440, [...CommentPlatform.options]],
  ['Lt5nWc8RjYq3GvKs6PxA', PRIMARY, 25, ['facebook', 'instagram', 'tiktok', 'youtube']],
  ['Fd2hZm9TbUe6XwNr4JkC', PRIMARY, 3 * 1440, ['facebook', 'instagram', 'threads']],
  ['Gv3rPq7YsKa5MdHt8ZwE', PRIMARY, 12 * 1440, ['facebook', 'instagram']],
  ['Tk6xBn4VgSj8QcLp2RyF', PRIMARY, 10, ['tiktok']],
  ['Hb9mXw3KfDu7VtCz5GqN', 'harbour', 5 * 1440, ['facebook', 'instagram', 'linkedin']],
  ['Wy4cNs8ZpTg2LkRm7VdJ', 'wholesale', 9 * 1440, ['bluesky', 'linkedin', 'twitter']],
  ['Qe8uJx5MhAn3FvYb6TwS', PRIMARY, 6 * 1440, ['bluesky', 'facebook', 'threads', 'twitter']],
] as const)('%s is there, of %s', (id, profile, minutesAgo, platforms) => {
  const found = post(id);
  expect(found).toMatchObject({ profile, minutesAgo });
  expect(found.copies.map(({ platform }) => platform)).toEqual(platforms);
});

test('ids are those of the service, and no two are the same', () => {
  const ids = SEED_POSTS.map(({ id }) => id);
  expect(repeated(ids)).toEqual([]);
  for (const id of ids) expect(id).toMatch(/^(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{20}$/);
});

test('they are in order, newest first, and each is of a known profile with that network linked', () => {
  const ages = SEED_POSTS.map(({ minutesAgo }) => minutesAgo);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  const linked = SEED_ACCOUNTS.map(({ profile, platform }) => `${profile} ${platform}`);
  const used = SEED_POSTS.flatMap(({ profile, copies }) =>
    copies.map(({ platform }) => `${profile} ${platform}`),
  );
  expect(used.filter((each) => !linked.includes(each))).toEqual([]);
});

test('native posts are listed newest first, and each is of a linked account', () => {
  const ages = SEED_NATIVE_POSTS.map(({ minutesAgo }) => minutesAgo);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  const linked = SEED_ACCOUNTS.map(({ profile, platform }) => `${profile} ${platform}`);
  const used = SEED_NATIVE_POSTS.map(({ profile, platform }) => `${profile} ${platform}`);
  expect(used.filter((each) => !linked.includes(each))).toEqual([]);
});

test.each([
  [
    'a tiktok that is still pending, beside others',
    'Lt5nWc8RjYq3GvKs6PxA',
    'tiktok',
    { socialPostId: 'pending' },
  ],
  [
    'a tiktok that is still pending, with no other network',
    'Tk6xBn4VgSj8QcLp2RyF',
    'tiktok',
    { socialPostId: 'pending' },
  ],
  ['a tiktok that failed', 'Bx6hPf2QyLs8TnCv5RkG', 'tiktok', { socialPostId: 'failed' }],
  ['an instagram story that is over', 'Fd2hZm9TbUe6XwNr4JkC', 'instagram', { kind: 'story' }],
  ['a facebook story that is over', 'Fd2hZm9TbUe6XwNr4JkC', 'facebook', { kind: 'story' }],
  ['a subreddit', 'Sp7kQm2XvLr9TzBd4HnW', 'reddit', { subreddit: 'harbour_coffee' }],
] as const)('%s', { tags: ['COM-19', 'COM-21'] }, (_why, id, platform, expected) => {
  expect(leg(id, platform)).toMatchObject(expected);
});

test('one X post answers another of ours', { tags: ['COM-17'] }, () => {
  const answered = leg('Zr3kVw7NdXf9JgBt4MqS', 'twitter').replyToSocialPostId;
  expect(answered).toBe(leg('Mn5cTy8LrWb2QzHp6KsD', 'twitter').socialPostId);
});

test('one post has no comments at all', () => {
  expect(DEMO_COMMENTS.filter((said) => said.post.id === 'Qe8uJx5MhAn3FvYb6TwS')).toEqual([]);
});

test('about thirty tracks, no id twice, every length possible', () => {
  expect(SEED_TRACKS).toHaveLength(30);
  expect(repeated(SEED_TRACKS.map(({ audioId }) => audioId))).toEqual([]);
  for (const { audioId, durationMs } of SEED_TRACKS) {
    expect(audioId).toMatch(/^88\d{13}$/);
    expect(durationMs ?? 1).toBeGreaterThan(0);
  }
});

test('one has nothing but its id', { tags: ['AUD-04'] }, () => {
  const bare = SEED_TRACKS.filter(
    ({ title, displayArtist, durationMs }) => !title && !displayArtist && !durationMs,
  );
  expect(bare).toHaveLength(1);
});

test('one is no longer available', { tags: ['AUD-06'] }, () => {
  expect(SEED_TRACKS.filter(({ available }) => available === false)).toHaveLength(1);
});

test.each([
  ['slow', 'music'],
  ['slow', 'original_sound'],
  ['coffee', 'music'],
  ['coffee', 'original_sound'],
  ['rain', 'music'],
  ['rain', 'original_sound'],
])('"%s" finds several of the kind %s', { tags: ['AUD-04'] }, (word, kind) => {
  const found = SEED_TRACKS.filter(
    ({ title = '', displayArtist = '', keywords = [], audioType = 'music', available = true }) =>
      available &&
      audioType === kind &&
      [title, displayArtist, ...keywords].join(' ').toLowerCase().includes(word),
  );
  expect(found.length).toBeGreaterThanOrEqual(2);
});
