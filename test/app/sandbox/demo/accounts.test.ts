import { expect, test } from 'vitest';
import { SEED_ACCOUNTS, SEED_PROFILES } from '../../../../src/sandbox/demo/company.ts';
import { SEED_POSTS } from '../../../../src/sandbox/demo/demo-seed.ts';
import { SEED_USERS } from '../../../../src/sandbox/demo/people.ts';
import { PRIMARY } from '../../../../src/sandbox/seed.ts';
import { repeated } from './demo-comments.ts';

test('has two User Profiles', () => {
  expect(SEED_PROFILES).toEqual([
    { alias: 'harbour', title: 'Kestrel Lane Harbour' },
    { alias: 'wholesale', title: 'Kestrel Lane Wholesale' },
  ]);
});

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
