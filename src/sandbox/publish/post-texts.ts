import { getNetworkPost } from '../../domain/posts/post-part.ts';
import { DAY_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { type ChangedPosts, readPostChanges } from '../store/post-changes.ts';
import { findPlannedPost, listPlannedPosts, type Post } from '../store/posts.ts';
import { listAllProfiles } from '../store/profiles.ts';
import { type CopyText, findCopyText, listCopyTexts } from '../store/social-posts.ts';
import { readComparedText } from './compare-texts.ts';
import { getPostBody } from './publish-target.ts';
import { createTextCollection, dayOf, type TextCollection } from './text-collection.ts';
import type { IndexedText } from './text-group.ts';

/** A post on one network, published or to be published. */
export interface ComparedPost {
  readonly platform: Platform;
  /** Service Post ID. */
  readonly postId: string;
  readonly profile: number;
  /** When it is published, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/**
 * Computes the period in which posts are compared with one published at a time.
 *
 * @returns times in milliseconds since 1970, both inclusive
 * @see docs/service/limits.md#duplicate-window
 */
export function computeDuplicateWindow(at: number): { from: number; to: number } {
  const half = LIMITS.duplicateWindowMs / 2;
  return { from: at - half, to: at + half };
}

/**
 * Whether a new post is a duplicate (137): of one on the same network and of the same profile within the window around
 * it, published or scheduled, by its original text; on X also of one with exactly the same text of any profile of the
 * account.
 *
 * @see docs/service/posts.md#duplicates, #POST-06
 */
export function isDuplicatePost(store: Database, post: ComparedPost): boolean {
  if (PLATFORMS[post.platform].checksDuplicates === 'never') return false;
  const index = INDEXES.get(store) ?? createTextIndex(store);
  INDEXES.set(store, index);
  return index.isDuplicate(post);
}

/** One for each connection, since it follows what that connection changes. */
const INDEXES = new WeakMap<Database, ReturnType<typeof createTextIndex>>();

const CHECKED = Platform.options.filter((name) => PLATFORMS[name].checksDuplicates !== 'never');

/** Texts in memory: about 50 MB. More are kept only if the posts of three days have more. */
const MAX_TEXTS = 100_000;

/**
 * Keeps the texts of the days around the posts that were checked, and brings them up to date before each check, so that
 * a check reads only what changed.
 */
function createTextIndex(store: Database) {
  const texts = createTextCollection();
  const days = createLoadedDays(store, texts);
  /** Posts of a deleted profile do not count. */
  const isPresent = (profile: number, own: number) =>
    profile === own || listAllProfiles(store).some(({ id }) => id === profile);
  return {
    isDuplicate({ platform, profile, postId, at, text }: ComparedPost): boolean {
      const changes = readPostChanges(store);
      if (changes === null || texts.count() > MAX_TEXTS) days.clear();
      else days.applyChanges(changes);
      const { from, to } = computeDuplicateWindow(at);
      const isOfAll = PLATFORMS[platform].checksDuplicates === 'all-profiles';
      days.load(from, to, isOfAll ? ANY : profile);
      const isOther = (other: IndexedText) =>
        other.platform === platform && other.at >= from && other.at <= to && other.source !== postId;
      const read = readComparedText(text);
      const isSame = (other: IndexedText) =>
        isOther(other) && (isOfAll || other.profile === profile) && isPresent(other.profile, profile);
      return texts.listSame(read).some(isSame) || texts.hasNear({ ...read, profile, at }, isOther);
    },
  };
}

/** Reads the texts of days into a collection, and again what changed. */
function createLoadedDays(store: Database, texts: TextCollection) {
  /** Days whose scheduled posts are known. */
  const planned = new Set<number>();
  /** Days of a profile, or of all, whose copies are known. */
  const copied = new Set<string>();

  const addPlanned = (post: Post) => {
    if (post.dueAt === null || !planned.has(dayOf(post.dueAt))) return;
    const body = getPostBody(post);
    for (const platform of CHECKED) {
      if (!post.about.platforms.includes(platform)) continue;
      const { text } = getNetworkPost(body, platform);
      texts.add(post.id, { platform, profile: post.profile, at: post.dueAt, text });
    }
  };

  const isCopied = (profile: number | typeof ANY, day: number) =>
    copied.has(`${profile} ${day}`) || copied.has(`${ANY} ${day}`);

  const addCopy = (copy: CopyText) => {
    if (isCopied(copy.profile, dayOf(copy.at))) texts.add(copy.row, copy);
  };

  const loadCopies = (day: number, scope: number | typeof ANY) => {
    if (isCopied(scope, day)) return;
    const profiles = scope === ANY ? listAllProfiles(store).map(({ id }) => id) : [scope];
    const missing = profiles.filter((profile) => !isCopied(profile, day));
    copied.add(`${scope} ${day}`);
    for (const profile of missing) {
      listCopyTexts(store, CHECKED, { ...rangeOf(day), profile }).forEach(addCopy);
    }
  };

  return {
    /** Reads the days of a period that are not known, of one profile or of all. */
    load(from: number, to: number, scope: number | typeof ANY): void {
      for (let day = dayOf(from); day <= dayOf(to); day += 1) {
        if (!planned.has(day)) {
          planned.add(day);
          listPlannedPosts(store, rangeOf(day)).forEach(addPlanned);
        }
        loadCopies(day, scope);
      }
    },
    applyChanges({ posts, copies }: ChangedPosts): void {
      for (const id of posts) {
        texts.remove(id);
        const post = findPlannedPost(store, id);
        if (post !== undefined) addPlanned(post);
      }
      for (const row of copies) {
        texts.remove(row);
        const copy = findCopyText(store, CHECKED, row);
        if (copy !== undefined) addCopy(copy);
      }
    },
    clear(): void {
      texts.clear();
      planned.clear();
      copied.clear();
    },
  };
}

/** All profiles of the account. */
const ANY = 'any';

/** Both ends included, in milliseconds since 1970. */
function rangeOf(day: number): { from: number; to: number } {
  return { from: day * DAY_MS, to: (day + 1) * DAY_MS - 1 };
}
