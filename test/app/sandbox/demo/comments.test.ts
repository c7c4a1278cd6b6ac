import { expect, test } from 'vitest';
import { createCrowdComments } from '../../../../src/sandbox/demo/crowd.ts';
import { CROWD_LANGUAGES } from '../../../../src/sandbox/demo/crowd-words.ts';
import { SEED_USERS } from '../../../../src/sandbox/demo/people.ts';
import { CommentPlatform } from '../../../../src/service/platforms.ts';
import { ALL_POSTS, DEMO_COMMENTS, leg, listCommentsUnder } from './demo-comments.ts';

const BLUESKY_ID = /^at:\/\/did:plc:[a-z2-7]{24}\/app\.bsky\.feed\.post\/[a-z2-7]{13}$/;
const SHORT_ID = /^\d{17,18}$/;
const LONG_ID = /^\d{19}$/;

/** How each network writes the id of a post, and of a comment. */
const IDS: Readonly<Record<CommentPlatform, { readonly post: RegExp; readonly comment: RegExp }>> = {
  bluesky: { post: BLUESKY_ID, comment: BLUESKY_ID },
  facebook: { post: /^\d{15}_\d{15}$/, comment: /^\d{15}_\d{15}$/ },
  instagram: { post: /^\d{17}$/, comment: /^\d{17}$/ },
  linkedin: {
    post: /^urn:li:activity:\d{19}$/,
    comment: /^urn:li:comment:\(urn:li:activity:\d{19},\d{19}\)$/,
  },
  reddit: { post: /^t3_[0-9a-z]{7}$/, comment: /^t1_[0-9a-z]{7}$/ },
  threads: { post: SHORT_ID, comment: SHORT_ID },
  tiktok: { post: /^(\d{19}|pending|failed)$/, comment: LONG_ID },
  twitter: { post: LONG_ID, comment: LONG_ID },
  youtube: { post: /^[\w-]{11}$/, comment: /^Ug[\w-]{17}4AaABAg(\.[\w-]{22})?$/ },
};

test.each(CommentPlatform.options)(
  'ids on %s are unique, and written as the network writes them',
  { tags: ['COM-25'] },
  (platform) => {
    const said = DEMO_COMMENTS.filter((each) => each.leg.platform === platform);
    const posts = ALL_POSTS.flatMap(({ copies }) => copies).filter((each) => each.platform === platform);
    const posted = posts.map(({ socialPostId }) => socialPostId);
    for (const { id } of said) expect(id).toMatch(IDS[platform].comment);
    for (const id of posted) expect(id).toMatch(IDS[platform].post);
    const unique = new Set([...said.map(({ id }) => id), ...posted.filter((id) => /\d/.test(id))]);
    expect(unique.size).toBe(said.length + posted.filter((id) => /\d/.test(id)).length);
  },
);

test('facebook, linkedin and youtube ids name their parent', () => {
  for (const {
    leg: { platform, socialPostId },
    id,
    parent,
  } of DEMO_COMMENTS) {
    if (platform === 'facebook') expect(id.split('_')[0]).toBe(socialPostId.split('_')[1]);
    if (platform === 'linkedin') expect(id).toContain(socialPostId);
    if (platform === 'youtube') expect(id.split('.')[0]).toBe(parent?.id ?? id);
  }
});

test('everybody who speaks is known to the network, under their own handle', () => {
  expect(
    DEMO_COMMENTS.filter(({ by, leg: { platform } }) => SEED_USERS[platform][by]?.handle !== by),
  ).toEqual([]);
});

test('no reply is older than what it answers', () => {
  const early = DEMO_COMMENTS.filter(
    ({ minutesAgo, parent, post: under }) => minutesAgo >= (parent ?? under).minutesAgo,
  );
  expect(early.map(({ id }) => id)).toEqual([]);
  expect(DEMO_COMMENTS.filter(({ minutesAgo }) => !Number.isInteger(minutesAgo))).toEqual([]);
});

test('under one post followers continue to comment for a day, on three networks', {
  tags: ['COM-13'],
}, () => {
  const late = DEMO_COMMENTS.filter(({ minutesAgo }) => minutesAgo <= 0);
  expect(late.map(({ minutesAgo }) => -minutesAgo).toSorted((a, b) => a - b)).toEqual([
    3, 12, 25, 60, 180, 1440,
  ]);
  expect(new Set(late.map(({ post: { id } }) => id))).toEqual(new Set(['Lt5nWc8RjYq3GvKs6PxA']));
  expect(new Set(late.map(({ leg: { platform } }) => platform)).size).toBe(3);
  expect(late.filter(({ parent }) => parent !== null)).toHaveLength(2);
});

test('comments under a story were written while it was visible', { tags: ['COM-21'] }, () => {
  const late = DEMO_COMMENTS.filter(
    ({ leg: { kind }, minutesAgo, post: under }) => kind === 'story' && under.minutesAgo - minutesAgo > 1440,
  );
  expect(late).toEqual([]);
});

test('the giveaway has more on Instagram than the network returns', { tags: ['COM-11'] }, () => {
  expect(leg('Gv3rPq7YsKa5MdHt8ZwE', 'instagram').comments).toHaveLength(1243);
  expect(listCommentsUnder('Gv3rPq7YsKa5MdHt8ZwE', 'facebook')).toHaveLength(12);
});

test('facebook has a reply to a reply', { tags: ['COM-12'] }, () => {
  const depth = DEMO_COMMENTS.filter(({ leg: { platform } }) => platform === 'facebook').flatMap(
    ({ replies }) => replies ?? [],
  );
  expect(depth.some(({ replies }) => replies !== undefined)).toBe(true);
});

test('two comments of companies and people on linkedin have replies, and a company writes both', {
  tags: ['COM-24'],
}, () => {
  const answered = DEMO_COMMENTS.filter(
    ({ leg: { platform }, replies }) => platform === 'linkedin' && replies,
  );
  expect(answered.length).toBeGreaterThanOrEqual(2);
  expect(answered.some(({ by }) => SEED_USERS.linkedin[by]?.company)).toBe(true);
});

test.each([
  ['right to left, Arabic', /\p{Script=Arabic}{4}/u],
  ['right to left, Hebrew', /\p{Script=Hebrew}{3}/u],
  ['Hindi', /\p{Script=Devanagari}{3}/u],
  ['Japanese', /\p{Script=Hiragana}.*\p{Script=Han}|\p{Script=Han}.*\p{Script=Hiragana}/u],
  ['German', /ß/],
  ['Spanish', /¿/],
  ['a flag', /\p{RI}\p{RI}/u],
  ['emoji joined to a family', /👨‍👩‍👧/u],
  ['an emoji with a skin tone', /\p{Emoji_Modifier}/u],
  ['combining marks', /[a-z]\p{M}/u],
  ['a link', 'https://kestrellane.example/'],
  ['line breaks', '\n\n'],
  ['an escape sequence', '\u001b[2J'],
  ['a hidden link of the terminal', '\u001b]8;;'],
  ['an override of the direction', '\u202e'],
  ['a formula', /^=HYPERLINK\(/],
  ['a friend tagged at the start', /^@[a-z]/],
])('one comment has %s', (_what, sought) => {
  const isSought = (text: string) => (typeof sought === 'string' ? text.includes(sought) : sought.test(text));
  expect(DEMO_COMMENTS.some(({ text }) => isSought(text))).toBe(true);
});

test('one comment is long', () => {
  const longest = Math.max(...DEMO_COMMENTS.map(({ text }) => text.length));
  expect(longest).toBeGreaterThan(800);
  expect(longest).toBeLessThan(1000);
});

test('no address exists', () => {
  const media = DEMO_COMMENTS.map(({ extra }) => JSON.stringify(extra ?? {}));
  const bios = Object.values(SEED_USERS)
    .flatMap((users) => Object.values(users))
    .map((user) => JSON.stringify(user));
  const everything = [
    ...DEMO_COMMENTS.map(({ text }) => text),
    ...ALL_POSTS.map(({ text }) => text),
    ...media,
    ...bios,
  ];
  const hosts = everything.join('\n').matchAll(/https?:\/\/([\w.-]+)/g);
  expect([...hosts].map(([, host = '']) => host).filter((host) => !host.endsWith('.example'))).toEqual([]);
});

test('no text begins or ends with a space, or contains two in a row', () => {
  expect(DEMO_COMMENTS.filter(({ text }) => text !== text.trim() || text.includes('  '))).toEqual([]);
});

const crowd = () => createCrowdComments({ count: 1243, fromMinutesAgo: 17_278, toMinutesAgo: 7_200 });

test('says the same on every machine', () => {
  expect(crowd()[0]).toEqual({
    id: '17941064996942993',
    by: 'mirela.grows.beans',
    minutesAgo: 17278,
    text: '当たりますように🙏 @hedda.mends.boats ブラックで 🐕\u200d🦺',
    likes: 35,
  });
  expect(crowd().at(-1)).toEqual({
    id: '17966112128105493',
    by: 'hedda.bakes.rye',
    minutesAgo: 7216,
    text: '@ailsa.plays.tuba @ottoline.reads.late this is the one! With a little cardamom 😍',
    likes: 0,
  });
  expect(crowd()).toEqual(crowd());
  expect(crowd()).toEqual(leg('Gv3rPq7YsKa5MdHt8ZwE', 'instagram').comments);
});

test('no two neighbours are the same person or say the same thing', () => {
  const all = crowd();
  const alike = all.filter(({ by, text }, at) => by === all[at - 1]?.by || text === all[at - 1]?.text);
  expect(alike).toEqual([]);
});

test('the comments come in order, most of them early', () => {
  const ages = crowd().map(({ minutesAgo }) => minutesAgo);
  expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  expect(ages.filter((age) => age > 17_278 - 1440).length).toBeGreaterThan(1243 / 4);
});

test('no one tags themselves, and every tagged user exists', () => {
  for (const { by, text } of crowd()) {
    const tagged = [...text.matchAll(/@([a-z]+(?:\.[a-z]+)*)/g)].map(([, handle = '']) => handle);
    expect(tagged.length).toBeGreaterThan(0);
    expect(tagged).not.toContain(by);
    expect(tagged.filter((handle) => !SEED_USERS.instagram[handle])).toEqual([]);
  }
});

test('no blank of a sentence is left open', () => {
  expect(crowd().filter(({ text }) => /[{}]/.test(text))).toEqual([]);
});

test('the languages share a hundred', () => {
  expect(CROWD_LANGUAGES.reduce((sum, { share }) => sum + share, 0)).toBe(100);
});
