import type { Client } from '../../../client/client.ts';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { formatThese } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { Platform } from '../../../service/platforms.ts';
import { OPTIONS_PLATFORM, type PostBody } from '../../../service/post-body.ts';
import type { PostRecord } from '../../../service/posts.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { readServiceTime } from '../../framework/command/service-time.ts';
import { type IdResult, runEach } from '../../framework/many/run-each.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import { readCheckedPosts } from './checked-posts.ts';
import { findOfflineFaults, formatFault, toFailureEntry } from './find-offline-faults.ts';
import { readPost, toPostEntry, WAITING } from './read-posts.ts';

/** A stored post, and what the check of a new post finds in it. */
export interface CheckedStoredPost {
  readonly record: PostRecord;
  /** What the service or a network would refuse. */
  readonly faults: readonly PostFault[];
  readonly warnings: readonly PostFault[];
  /** It waits for a time that has passed, so that it is published as soon as nothing else keeps it. */
  readonly isLate: boolean;
}

/** Reads are independent of each other. */
const AT_ONCE = 4;

/**
 * Reads posts and checks them with the checks of `posts create`: what is written without a check (`--skip-check`, other
 * programs) is checked before it is public.
 */
export async function checkStoredPosts(
  ids: readonly string[],
  client: Client,
  context: CommandContext,
): Promise<readonly IdResult<CheckedStoredPost>[]> {
  const { io } = context;
  const now = await readServiceTime(async () => client, context);
  const checked = readCheckedPosts(io);
  const requests = { atOnce: AT_ONCE, done: 'checked', progress: io.progress };
  const results = runEach(ids, requests, async (id) => {
    const { body: record } = await readPost(client, id, context);
    const isChecked = [id, record.autoRepostId].some((each) => each && checked.has(each));
    const { scheduleDate } = toPostEntry(record);
    const isLate =
      WAITING.has(record.status ?? '') && scheduleDate !== null && Date.parse(scheduleDate) <= now;
    return { record, isLate, ...(isChecked ? NO_FAULTS : findStoredFaults(record, now)) };
  });
  return Array.fromAsync(results);
}

const NO_FAULTS = { faults: [], warnings: [] } as const;

/**
 * Finds the faults of a post that is not published yet. The record has no options, so that what only an option can
 * correct, such as a missing title, is not known.
 *
 * @param now the service's time in milliseconds since 1970
 */
export function findStoredFaults(
  record: PostRecord,
  now: number,
): Omit<CheckedStoredPost, 'record' | 'isLate'> {
  const body = toStoredBody(record);
  if (body.platforms.length === 0 || !isWaiting(record)) return NO_FAULTS;
  const { unusable, refused, warnings } = findOfflineFaults(body, now);
  const isKnown = ({ path }: PostFault) => !OPTION_NAMES.has(path.split('.', 1)[0] ?? '');
  return { faults: [...unusable, ...refused].filter(isKnown), warnings: warnings.filter(isKnown) };
}

const OPTION_NAMES: ReadonlySet<string> = new Set(Object.keys(OPTIONS_PLATFORM));

/** One that failed waits for its retry. */
function isWaiting({ status }: PostRecord): boolean {
  return status === undefined || status === null || status === 'error' || WAITING.has(status);
}

export function toStoredBody({ post, platforms, mediaUrls, notes }: PostRecord): PostBody {
  return {
    post: post ?? '',
    platforms: (platforms ?? []).flatMap((name) => Platform.safeParse(name).data ?? []),
    ...(mediaUrls && mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...(notes && { notes }),
  };
}

/** Prints what would fail when the posts are published, for a change that does not publish them by itself. */
export async function noteStoredFaults(
  posts: readonly IdResult<CheckedStoredPost>[],
  io: IoPort,
): Promise<void> {
  for (const { id, value, failure } of posts) {
    for (const fault of value?.faults ?? []) await io.note(`warning: ${id}: ${formatFault(fault, [])}`);
    // the change itself reports a post that is not there
    if (failure !== null && failure.kind !== 'not-found')
      await io.note(`warning: ${id} could not be checked: ${failure.message}`);
  }
}

/** Prints which posts a change publishes at once, because their time has passed. */
export async function noteLatePosts(
  posts: readonly IdResult<CheckedStoredPost>[],
  io: IoPort,
): Promise<void> {
  for (const { id, value } of posts)
    if (value?.isLate === true)
      await io.note(
        `warning: ${id}: its time ${toPostEntry(value.record).scheduleDate} has passed: it is published at once`,
      );
}

/**
 * Refuses posts with errors before they are approved; on a terminal, a person may approve them nevertheless.
 *
 * @param yes `--yes`, which answers no question about errors: scripts approve nothing that has them
 * @throws CrierError of kind usage, with the code of the first error
 */
export async function refuseFaultyApproval(
  posts: readonly IdResult<CheckedStoredPost>[],
  { yes }: { yes: boolean },
  io: IoPort,
): Promise<void> {
  for (const { id, value } of posts)
    for (const warning of value?.warnings ?? []) await io.note(`warning: ${id}: ${formatFault(warning, [])}`);
  const faults = posts.flatMap(({ id, value }) => (value?.faults ?? []).map((fault) => ({ id, fault })));
  const [first] = faults;
  if (first === undefined) return;
  const refusal = buildApprovalRefusal(faults, first, posts.length);
  if (yes) throw refusal;
  const faulty = new Set(faults.map(({ id }) => id)).size;
  await io.confirm({
    what: `approve ${formatThese(posts.length, 'post')} with ${faulty === 1 ? 'its' : 'their'} errors`,
    details: async () => faults.map(({ id, fault }) => `error: ${id}: ${formatFault(fault, [])}`),
    refusal,
    yes: false,
  });
}

interface FaultOfPost {
  id: string;
  fault: PostFault;
}

function buildApprovalRefusal(
  faults: readonly FaultOfPost[],
  { id, fault }: FaultOfPost,
  count: number,
): CrierError {
  const facts = {
    ...describeErrorCode(fault.code),
    ...(fault.details !== undefined && { details: fault.details }),
    advice:
      'nothing was approved; delete the post and create a corrected one, or use --skip-check to approve it anyway: options, and texts and media of single networks, are not stored',
  };
  if (faults.length === 1) return new CrierError('usage', `the post ${id}: ${formatFault(fault, [])}`, facts);
  const errors = faults.map((each) => ({ requestedId: each.id, ...toFailureEntry(each.fault, []) }));
  const what = count === 1 ? `the post ${id} has` : `${formatThese(count, 'post')} have`;
  return new CrierError('usage', `${what} ${faults.length} errors`, { ...facts, errors });
}
