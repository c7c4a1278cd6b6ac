import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type ComparedPost, isDuplicatePost } from '../../../../src/sandbox/publish/post-texts.ts';
import { changePost, findPost, insertPost, PLAIN_POST } from '../../../../src/sandbox/store/posts.ts';
import { insertProfile, listAllProfiles, removeProfile } from '../../../../src/sandbox/store/profiles.ts';
import {
  changeSocialPost,
  insertSocialPost,
  listAllCopies,
  PLAIN_COPY,
  removeSocialPost,
} from '../../../../src/sandbox/store/social-posts.ts';
import { HOUR_MS } from '../../../../src/service/durations.ts';
import type { Platform } from '../../../../src/service/platforms.ts';
import { type Database, openDatabase } from '../../../../src/storage/open-database.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { isDuplicateByDefinition } from '../../../support/sandbox/duplicate-definition.ts';
import { scaled } from '../../../support/scale.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { testSeed } from '../../../support/test-seed.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const SENTENCES = [
  'We open again on Monday, with new cups, new plates and a lot of new bread from the old oven in town.',
  'New cups are here',
  'Ça alors: le café rouvre lundi, avec des tasses et des assiettes neuves! #cups #spring',
  '日本語の本を読みました。とても面白かったです。',
  '🎉🎉',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
];

const anyEdits = (maxLength: number) =>
  fc.array(fc.tuple(fc.nat(110), fc.constantFrom('x', ' ', '!', 'Q', 'é', '#t', '😀', '本', '')), {
    maxLength,
  });

/** Texts of which some are the same, some nearly, and some just not. */
const anyText = fc
  .tuple(
    fc.constantFrom(...Array.from({ length: 4 }, () => SENTENCES.slice(0, 2)).flat(), ...SENTENCES),
    fc.oneof(anyEdits(0), anyEdits(1), anyEdits(9)),
    fc.constantFrom('same', 'same', 'same', 'upper', 'spaced', 'twice', 'link'),
  )
  .map(([sentence, edits, way]) => {
    let text = sentence;
    for (const [at, sign] of edits) text = text.slice(0, at) + sign + text.slice(at + 1);
    if (way === 'upper') return text.toUpperCase();
    if (way === 'spaced') return ` ${text.replaceAll(' ', '  ')}\n`;
    if (way === 'twice') return `${text} ${text}`;
    return way === 'link' ? `${text} https://a.example/${text.length}` : text;
  });

const anyPlatform = fc.constantFrom<Platform>('facebook', 'facebook', 'twitter', 'twitter', 'reddit');
const anyTime = fc.integer({ min: -18, max: 18 }).map((hours) => NOW + hours * HOUR_MS);
const anyPlace = fc.nat(1_000);

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('schedule'),
      text: anyText,
      at: anyTime,
      place: anyPlace,
      platform: anyPlatform,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('publish'),
      text: anyText,
      at: anyTime,
      place: anyPlace,
      platform: anyPlatform,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('edit', 'remove', 'resolve', 'rewrite', 'newProfile', 'removeProfile'),
      text: anyText,
      at: anyTime,
      place: anyPlace,
      platform: anyPlatform,
    }),
  },
);
const anyRun = fc.array(
  fc.record({
    step: anyStep,
    way: fc.constantFrom('here', 'here', 'here', 'elsewhere', 'rolledBack', 'checkedAndRolledBack'),
    checks: fc.array(fc.record({ text: anyText, at: anyTime, platform: anyPlatform, place: anyPlace }), {
      maxLength: 3,
    }),
  }),
  { minLength: 5, maxLength: 40 },
);

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes posts as the sandbox does. */
function take(store: Database, ids: string[], { kind, text, at, place, platform }: Step): void {
  const profiles = listAllProfiles(store);
  const profile = profiles[place % profiles.length]?.id ?? 0;
  const id = ids[place % Math.max(1, ids.length)] ?? '';
  const known = profiles.map((each) => findPost(store, each.id, id)).find((post) => post !== undefined);
  const copy = listAllCopies(store, id)[0];
  if (kind === 'schedule') {
    const body = { post: { default: text, twitter: `${text}.` }, platforms: [platform, 'facebook'] };
    const platforms: Platform[] = [...new Set<Platform>([platform, 'facebook'])];
    const about = { ...PLAIN_POST, platforms, body: place % 3 === 0 ? null : { ...body, platforms } };
    ids.push(`p${ids.length}`);
    insertPost(store, { id: ids.at(-1) ?? '', profile, text, created: NOW, dueAt: at, about });
  } else if (kind === 'publish') {
    if (known !== undefined) changePost(store, { ...known, dueAt: null });
    const about = place % 2 === 0 ? { text } : place % 5 === 0 ? { text: 'more', written: text } : {};
    const copyId = place % 7 === 0 ? 'failed' : `${ids.length}-${at}-${Math.random()}`;
    const threadNumber = place % 11 === 0 ? 2 : 1;
    const postId = known?.id ?? null;
    insertSocialPost(store, {
      ...PLAIN_COPY,
      platform,
      id: copyId,
      profile: known?.profile ?? profile,
      postId,
      kind: 'post',
      conversationId: copyId,
      subreddit: null,
      created: at,
      threadNumber,
      about,
    });
  } else if (kind === 'edit' && known !== undefined) changePost(store, { ...known, dueAt: at });
  else if (kind === 'rewrite' && known !== undefined) changePost(store, { ...known, text });
  else if (kind === 'remove' && copy !== undefined) removeSocialPost(store, copy.row);
  else if (kind === 'resolve' && copy !== undefined)
    changeSocialPost(store, copy.row, { id: 'failed', resolvesAt: null, about: copy.about });
  else if (kind === 'newProfile' && profiles.length < 4) {
    const name = `profile ${place} ${Math.random()}`;
    insertProfile(store, { alias: name, title: name, refId: name, profileKey: name, created: NOW });
  } else if (kind === 'removeProfile' && profiles.length > 2)
    removeProfile(store, profiles.at(-1)?.id ?? 0, NOW);
}

const seed = testSeed();

test(`duplicates are those of the definition, whatever changed before (seed ${seed})`, {
  tags: ['POST-06'],
}, () => {
  const found = { duplicates: 0, others: 0 };
  fc.assert(
    fc.property(anyRun, (run) => {
      const fixture = fixtures.open();
      const store = fixture.database;
      const other = openDatabase(store.file);
      other.script('pragma synchronous = off');
      const ids: string[] = [];
      const check = (post: ComparedPost) => {
        // the step may have removed its profile, which publishes nothing any more
        if (!listAllProfiles(store).some(({ id }) => id === post.profile)) return;
        const isDuplicate = isDuplicateByDefinition(store, post);
        found[isDuplicate ? 'duplicates' : 'others'] += 1;
        expect(isDuplicatePost(store, post), JSON.stringify(post)).toBe(isDuplicate);
      };
      for (const { step, way, checks } of run) {
        const posts = checks.map(({ place, ...rest }): ComparedPost => {
          const profiles = listAllProfiles(store);
          const postId = place % 4 === 0 ? (ids[place % Math.max(1, ids.length)] ?? 'new') : 'new';
          return { ...rest, postId, profile: profiles[place % profiles.length]?.id ?? 0 };
        });
        if (way === 'here') store.transaction(() => take(store, ids, step));
        else if (way === 'elsewhere') other.transaction(() => take(other, ids, step));
        else {
          const before = [...ids];
          const undone = () =>
            store.transaction(() => {
              take(store, ids, step);
              if (way === 'checkedAndRolledBack') posts.forEach(check);
              throw new Error('undo');
            });
          expect(undone).toThrow(/^undo$/);
          ids.splice(0, ids.length, ...before);
        }
        posts.forEach(check);
      }
      other.close();
      fixture.close();
    }),
    { seed, numRuns: scaled(80, 3_000) },
  );
  expect(found.duplicates).toBeGreaterThan(20);
  expect(found.others).toBeGreaterThan(100);
});
