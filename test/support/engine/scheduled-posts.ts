import { saveWebhook } from '../../../src/sandbox/store/outbound/webhooks.ts';
import { insertPost, PLAIN_POST, type Post, type PostAbout } from '../../../src/sandbox/store/posts.ts';
import { getPrimaryProfile } from '../../../src/sandbox/store/profiles.ts';
import { listAllCopies } from '../../../src/sandbox/store/social-posts.ts';
import { SECOND_MS } from '../../../src/service/durations.ts';
import type { Platform } from '../../../src/service/platforms.ts';
import { NOW } from '../small-sandbox.ts';
import type { EngineFixture, EngineFixtures } from './engine-fixture.ts';
import { listDeliveries } from './stored-rows.ts';

/** Gives a webhook of the Primary Profile for posts. */
export function listenToPosts({ engine: { store } }: EngineFixture): void {
  const profile = getPrimaryProfile(store).id;
  const url = 'https://hooks.example/posts';
  saveWebhook(store, { profile, action: 'scheduled', url, byAllowance: false });
}

interface Planned extends Pick<Post, 'id' | 'text'> {
  readonly dueAt: number;
  readonly platforms: readonly Platform[];
}

/** Texts that no network takes for the same. */
export const TEXTS = [
  'New beans from the north are in.',
  'From Monday the counter opens at half past six!',
  'Who left a red umbrella with us?',
  'Thank you, everybody: ten years, and not one dull day.',
] as const;

/** Writes down a post that the clock is to publish. @returns it */
export function schedulePost(
  { engine: { store } }: EngineFixture,
  post: Planned,
  about: Partial<PostAbout> = {},
): Post {
  const { id, dueAt, platforms, text } = post;
  const mediaUrls = ['https://media.example/a.mp4'];
  const written: Post = {
    id,
    profile: getPrimaryProfile(store).id,
    text,
    created: dueAt - 1_000,
    dueAt,
    about: {
      ...PLAIN_POST,
      type: 'scheduled',
      status: 'pending',
      platforms,
      scheduleDate: dueAt,
      mediaUrls,
      body: { post: text, platforms: [...platforms], mediaUrls },
      xPair: 'own',
      ...about,
    },
  };
  store.transaction(() => insertPost(store, written));
  return written;
}

export const idOfPost = (place: number) => `Post${String(place).padStart(16, '0')}`;

/** Posts on one network each, that number of seconds from now. */
export function openWithPosts(fixtures: EngineFixtures, seconds: readonly number[]): EngineFixture {
  const fixture = fixtures.open();
  listenToPosts(fixture);
  for (const [place, after] of seconds.entries()) {
    const text = TEXTS[place] ?? idOfPost(place);
    schedulePost(fixture, {
      id: idOfPost(place),
      dueAt: NOW + after * SECOND_MS,
      text,
      platforms: ['facebook'],
    });
  }
  return fixture;
}

/** What is at the networks of a post, a text each; of several on a network all of them. */
export function copiesOf({ engine: { store } }: EngineFixture, id: string): readonly string[] {
  return listAllCopies(store, id).map(({ platform, id: copy }) => {
    return copy === 'pending' || copy === 'failed' ? `${platform} ${copy}` : platform;
  });
}

/** The webhooks of posts, in order: the kind of event, and which post it is about. */
export function listRecorded({ engine: { store } }: EngineFixture): readonly string[] {
  return listDeliveries(store)
    .filter(({ action }) => action === 'scheduled')
    .map(({ event }) => `${event['subAction'] ?? 'scheduled'} ${event['id']} ${event['status']}`);
}
