import type { Client } from '../../../../client/client.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../../errors.ts';
import type { NetworkError } from '../../../../service/endpoints/comments.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { type PublishedPost, type RecentPosts, readPublishedPosts } from '../../posts/published-posts.ts';
import type { Comment } from '../comment.ts';
import { selectErrors } from '../inbox.ts';
import { markOwnComments, type OwnAccounts, readOwnAccounts } from '../own-accounts.ts';
import { type CommentsEnvelope, foldComments } from '../read-comments.ts';
import { formatProfile, type ProfileRead, readEachProfile } from '../read-profiles.ts';
import {
  type ArchivedComment,
  type CommentArchive,
  formatArchiveKey,
  type PostListing,
} from './comment-archive.ts';

/** Number of concurrent requests. */
const AT_ONCE = 4;
/** Comments that are added at a time. */
const BATCH = 500;

/** Which comments are added. */
export interface ExportOptions {
  /** Comments on other networks than theirs are not added. */
  posts: Required<RecentPosts>;
  /** Only comments since then, in milliseconds since 1970. */
  start: number;
  /** When they are added, as YYYY-MM-DDThh:mm:ssZ. */
  archivedAt: string;
}

/** What was added for one profile, and what could not be seen. */
export interface ProfileExport {
  readonly posts: number;
  /** Whether there may be more posts than were read. */
  readonly hasMorePosts: boolean;
  /** Comments and replies with an id. */
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  /** Those that were found to be gone from the service. */
  readonly missing: number;
  /** Entries without an id, which cannot be distinguished. */
  readonly withoutId: number;
  readonly errors: readonly (NetworkError & { readonly postId: string })[];
  readonly failures: readonly { readonly id: string; readonly failure: CrierError }[];
}

interface ExportParts {
  services: readonly ServicePort[];
  /** The archive of a profile. */
  openArchive(profile: string | null): Promise<CommentArchive>;
  io: IoPort;
}

/**
 * Reads the comments of recent posts, and adds those that are not in the archive, post by post: what was added before a
 * failure stays, and posts that no run has read are read before those that one has.
 *
 * @throws CrierError of the archive; those of requests are in the results
 */
export async function exportComments(
  options: ExportOptions,
  { services, openArchive, io }: ExportParts,
): Promise<readonly ProfileRead<ProfileExport>[]> {
  const all = await readEachProfile(services, (service, profile) =>
    openSource(service, { profile, options, io }),
  );
  const results: ProfileRead<ProfileExport>[] = [];
  for (const { profile, value, failure } of all) {
    if (failure !== null) results.push({ profile, value: null, failure });
    else {
      const archive = await openArchive(profile);
      results.push({ profile, value: await exportSource(value, options, { archive, io }), failure: null });
    }
  }
  return results;
}

/** The posts of one profile, and how to read their comments. */
interface ExportSource {
  profile: string | null;
  client: Client;
  own: OwnAccounts;
  posts: readonly PublishedPost[];
  hasMore: boolean;
}

async function openSource(
  service: ServicePort,
  { profile, options, io }: { profile: string | null; options: ExportOptions; io: IoPort },
): Promise<ExportSource> {
  const client = await service.client();
  const own = await readOwnAccounts(client, service, io);
  const { posts, hasMore } = await readPublishedPosts(client, options.posts);
  return { profile, client, own, posts, hasMore };
}

async function exportSource(
  source: ExportSource,
  options: ExportOptions,
  { archive, io }: { archive: CommentArchive; io: IoPort },
): Promise<ProfileExport> {
  const { profile, hasMore } = source;
  const sorted = sortByReading(source.posts, archive.readTimes());
  const posts = [...new Map(sorted.map((post) => [post.id, post])).values()];
  const errors: (NetworkError & { postId: string })[] = [];
  const failures: { id: string; failure: CrierError }[] = [];
  const counts = { read: 0, added: 0, changed: 0, missing: 0, withoutId: 0 };
  const adding = createAdding(source, options, { archive, counts, signal: io.signal });
  let count = 0;
  for await (const { id: post, value, failure } of runEach(posts, { atOnce: AT_ONCE }, adding.read)) {
    io.signal.throwIfAborted();
    adding.check();
    count += 1;
    io.progress(`${formatProfile(profile)}: ${count} of ${posts.length} posts read`);
    if (failure !== null) failures.push({ id: post.id, failure });
    if (value === null) continue;
    const failed = selectErrors(value.envelope.errors, options.posts.platforms);
    errors.push(...failed.map((error) => ({ ...error, postId: post.id })));
    const { listed, wouldList } = value.listing;
    const settled = { listed, wouldList: wouldList(value.envelope), readAt: options.archivedAt };
    counts.missing += archive.settle({ profile, post, ...settled });
  }
  io.progress(null);
  return { ...counts, posts: count - failures.length, hasMorePosts: hasMore, errors, failures };
}

/** Reads the comments of posts, and adds them to the archive as they arrive: those of one post after those of another. */
function createAdding(
  { profile, client, own }: ExportSource,
  { posts: { platforms }, start, archivedAt }: ExportOptions,
  {
    archive,
    counts,
    signal,
  }: {
    archive: CommentArchive;
    counts: { read: number; added: number; changed: number; withoutId: number };
    signal: AbortSignal;
  },
) {
  let last: Promise<unknown> = Promise.resolve();
  let broken: { fault: unknown } | null = null;
  const add = (comments: readonly ArchivedComment[]) => {
    try {
      return archive.add(comments);
    } catch (fault) {
      broken = { fault };
      throw fault;
    }
  };
  return {
    read(post: PublishedPost) {
      const before = last;
      const found = { read: 0, withoutId: 0 };
      const reading = foldComments(client, { id: post.id, platform: undefined, comment: false }, () => {
        const listing = createListing();
        const isFirst = createFirstCheck();
        // an attempt that failed counts no longer; what it added stays
        counts.read -= found.read;
        counts.withoutId -= found.withoutId;
        [found.read, found.withoutId] = [0, 0];
        return {
          async add(comments) {
            await before;
            signal.throwIfAborted();
            const all = listing.note(flattenAll(markOwnComments(comments, own)));
            for (const batch of splitIntoBatches(selectComments(all, { platforms, start }))) {
              const records = batch.flatMap((comment) => toRecord(comment, { profile, post, archivedAt }));
              const { added, changed } = add(records.filter(isFirst));
              found.read += records.length;
              found.withoutId += batch.length - records.length;
              counts.read += records.length;
              counts.withoutId += batch.length - records.length;
              counts.added += added;
              counts.changed += changed;
            }
          },
          end: (envelope: CommentsEnvelope) => ({ envelope, listing }),
        };
      });
      last = reading.catch(() => {});
      return reading;
    },
    /** @throws CrierError of the archive, which is no failure of a post */
    check(): void {
      if (broken !== null) throw broken.fault;
    },
  };
}

/** Those first that were never read, or longest ago: a run that was interrupted is continued. */
function sortByReading(
  posts: readonly PublishedPost[],
  times: ReadonlyMap<string, string>,
): readonly PublishedPost[] {
  const timeOf = ({ id }: PublishedPost) => times.get(id) ?? '';
  return posts.toSorted((one, other) =>
    timeOf(one) < timeOf(other) ? -1 : Number(timeOf(one) > timeOf(other)),
  );
}

/** Comments and replies, each before those below it. */
function* flattenAll(comments: Iterable<Comment>): Generator<Comment> {
  for (const comment of comments) {
    yield comment;
    yield* flattenAll(comment.replies);
  }
}

function* selectComments(
  comments: Iterable<Comment>,
  { platforms, start }: { platforms: readonly string[]; start: number },
): Generator<Comment> {
  for (const comment of comments) {
    const isOnOne = platforms.length === 0 || platforms.includes(comment.platform);
    const { ms } = readTimestamp(comment.createdAt);
    if (isOnOne && (ms === null || ms >= start)) yield comment;
  }
}

/** Networks list some comments twice, as a comment and as a reply, with other fields: the first counts. */
function createFirstCheck(): (comment: ArchivedComment) => boolean {
  const seen = new Set<string>();
  return (comment) => {
    const before = seen.size;
    return seen.add(formatArchiveKey(comment)).size > before;
  };
}

/** Notes what a read of a post lists, which tells what is gone from the service. */
function createListing() {
  const listed = new Set<string>();
  const oldest = new Map<string, number>();
  const counts = new Map<string, number>();
  return {
    listed,
    *note(comments: Iterable<Comment>): Generator<Comment> {
      for (const comment of comments) {
        const { platform, id, createdAt } = comment;
        const { ms } = readTimestamp(createdAt);
        if (id !== null) listed.add(formatArchiveKey({ platform, id }));
        if (ms !== null) oldest.set(platform, Math.min(ms, oldest.get(platform) ?? ms));
        counts.set(platform, (counts.get(platform) ?? 0) + 1);
        yield comment;
      }
    },
    wouldList({ errors, status }: CommentsEnvelope): PostListing['wouldList'] {
      const failed = new Set(errors.map(({ platform }) => platform));
      // an error without a network may be of any
      const isUnclear = failed.has(null) || (status !== 'success' && failed.size === 0);
      return (platform, createdAt) => {
        if (isUnclear || failed.has(platform)) return false;
        if ((counts.get(platform) ?? 0) < LIMITS.commentsReturned) return true;
        const { ms } = readTimestamp(createdAt);
        return ms !== null && ms > (oldest.get(platform) ?? ms);
      };
    },
  };
}

function* splitIntoBatches(comments: Iterable<Comment>): Generator<readonly Comment[]> {
  let batch: Comment[] = [];
  for (const comment of comments) {
    batch.push(comment);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** @returns none for an entry without an id, by which the archive distinguishes comments */
function toRecord(
  { replies: _replies, isAnswered: _isAnswered, ...comment }: Comment,
  { profile, post, archivedAt }: { profile: string | null; post: PublishedPost; archivedAt: string },
): readonly ArchivedComment[] {
  const { id, platform, ...rest } = comment;
  if (id === null) return [];
  return [{ platform, id, profile, postId: post.id, post: post.post, ...rest, archivedAt }];
}
