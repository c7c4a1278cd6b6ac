import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPostFaults } from '../../../src/domain/posts/find-post-faults.ts';
import { listPostNetworks } from '../../../src/domain/posts/post-part.ts';
import { Platform } from '../../../src/service/platforms.ts';
import { ALL_NETWORKS, POST_OPTIONS, PostBody } from '../../../src/service/post-body.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';
import { anyCharacters } from '../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { NOW } from '../../support/sandbox/post-fault-lines.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();

const anyText = fc.oneof(
  anyCharacters({ maxLength: 600 }),
  fc
    .constantFrom('', ' ', '#a', 'https://', '\n\n', '👨‍👩‍👧', 'é', '。')
    .chain((piece) => fc.nat(700).map((count) => piece.repeat(count))),
  fc.constantFrom(...HOSTILE_TEXTS.map(([, text]) => text)),
);
const anyUrl = fc.oneof(
  fc.webUrl(),
  anyText,
  fc.constantFrom('https://cdn.example/a.mp4', 'https://cdn.example/a.jpg', 'https://[::1]/', 'https://'),
);
const anyUrls = fc.array(anyUrl, { maxLength: 40 });
const anyName = fc.oneof(
  fc.constantFrom(...Platform.options, 'default', '__proto__', 'constructor', 'toString'),
  anyText,
);
const perNetwork = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.dictionary(anyName, value));

/** Any member that some object of a post has, with what may stand there. */
const MEMBERS = Object.values(POST_OPTIONS).flatMap((options) => Object.keys(options.unwrap().shape));
const anyOptions = fc.dictionary(
  fc.oneof(fc.constantFrom(...MEMBERS, 'thumbnail', 'title'), anyName),
  fc.oneof(fc.boolean(), anyText, anyUrls, fc.nat(), fc.jsonValue(), fc.constant(null)),
  { maxKeys: 6 },
);
const anyBody = fc.record(
  {
    post: perNetwork(anyText),
    platforms: fc.array(fc.constantFrom(...Platform.options, ALL_NETWORKS), { minLength: 1 }),
    mediaUrls: perNetwork(anyUrls),
    scheduleDate: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(NOW * 2) })
      .map((at) => at.toISOString()),
    firstComment: fc.record({ comment: fc.constant('Hi'), mediaUrls: anyUrls }),
    autoRepost: fc.constant({ repeat: 1, days: 2 }),
    autoSchedule: fc.constant({ schedule: true }),
    isVideo: fc.boolean(),
    disableComments: fc.boolean(),
    shortenLinks: fc.boolean(),
    audioVolume: fc.jsonValue(),
    audioConfiguration: fc.jsonValue(),
    ...Object.fromEntries(Object.keys(POST_OPTIONS).map((name) => [name, anyOptions])),
  },
  { requiredKeys: ['post', 'platforms'] },
);

/** A body without the members that its schema refuses; null when it cannot be without them. */
function asFarAsTaken(body: Readonly<Record<string, unknown>>): PostBody | null {
  const refused = PostBody.safeParse(body).error?.issues.map(({ path }) => path[0]) ?? [];
  const left = Object.entries(body).filter(([name]) => !refused.includes(name));
  return PostBody.safeParse(Object.fromEntries(left)).data ?? null;
}

test(`whatever a post contains, it can be checked (seed ${seed})`, {
  tags: ['POST-03', 'POST-04', 'POST-10'],
}, () => {
  let looked = 0;
  fc.assert(
    fc.property(anyBody, (body) => {
      const post = asFarAsTaken(JSON.parse(JSON.stringify(body)));
      if (post === null) return;
      looked += 1;
      const platforms = listPostNetworks(post, Platform.options);
      for (const { path, message, platform, details = '' } of findPostFaults(post, { platforms, now: NOW })) {
        expect(path).not.toBe('');
        expect(message).not.toBe('');
        expect(details.isWellFormed()).toBe(true);
        expect(platform === null || Platform.options.includes(platform)).toBe(true);
      }
    }),
    { seed, numRuns: scaled(150, 5_000) },
  );
  expect(looked).toBeGreaterThan(30);
});

/** A number that all parts divide, of nearly 256 KiB by `npm run chaos`. */
const LONGEST = scaled(65_520, 262_080);
const EVERYWHERE = { post: 'Hi', platforms: [ALL_NETWORKS] };
const MARKS = '\u0301\u0316';
const thread = { twitterOptions: { thread: true }, threadsOptions: { thread: true, threadNumber: true } };

/** Bodies with one part that is so long, in UTF-16 units or nearly so. */
test.each<[what: string, body: (length: number) => object]>([
  ['one letter', (length) => ({ post: 'x'.repeat(length) })],
  ['one character of marks', (length) => ({ post: `x${MARKS.repeat(length / 2)}` })],
  ['hashtags', (length) => ({ post: '#a '.repeat(length / 3) })],
  ['the signs of hashtags', (length) => ({ post: '#'.repeat(length) })],
  ['a hashtag of digits', (length) => ({ post: `#${'1'.repeat(length)}` })],
  ['beginnings of links', (length) => ({ post: 'https://.'.repeat(length / 9), shortenLinks: true })],
  ['a thread of one word', (length) => ({ post: 'x'.repeat(length), ...thread })],
  ['a thread of line ends', (length) => ({ post: '\n '.repeat(length / 2), ...thread })],
  ['a thread of sentences', (length) => ({ post: 'A. '.repeat(length / 3), ...thread })],
  ['addresses', (length) => ({ mediaUrls: Array(Math.floor(length / 20)).fill('https://cdn.example/') })],
  ['addresses of nothing', (length) => ({ mediaUrls: Array(Math.floor(length / 4)).fill('') })],
  [
    'the path of an address',
    (length) => ({ mediaUrls: [`https://cdn.example/${'a/.'.repeat(length / 3)}`] }),
  ],
  [
    'unknown members',
    (length) => Object.fromEntries(Array.from({ length: length / 10 }, (_, at) => [`mediaUrl${at}`, 1])),
  ],
  ['the name of a member', (length) => ({ ['x'.repeat(length)]: 1 })],
  [
    'a strategy',
    (length) => ({ instagramOptions: { trialParams: { graduationStrategy: ['x'.repeat(length)] } } }),
  ],
  [
    'networks that are none',
    (length) => ({
      mediaUrls: Object.fromEntries(Array.from({ length: length / 10 }, (_, at) => [`reddi${at}`, []])),
    }),
  ],
])(
  `a post of ${Math.round(LONGEST / 1024)} KiB takes about ten times as long as one of a tenth: %s`,
  { tags: ['POST-07'] },
  (_what, body) => {
    const look = (length: number) => {
      const post = PostBody.parse({ ...EVERYWHERE, ...body(length) });
      return () => findPostFaults(post, { platforms: Platform.options, now: NOW });
    };
    expect(growth(look(LONGEST / 10), look(LONGEST))).toBeLessThan(WIDE_MARGIN);
  },
);
