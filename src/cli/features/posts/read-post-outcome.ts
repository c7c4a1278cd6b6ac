import * as z from 'zod';
import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { getNetworkPost } from '../../../domain/posts/post-part.ts';
import { readCode, readNetworkErrors, unwrapPost } from '../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../errors.ts';
import { NetworkError } from '../../../service/endpoints/comments.ts';
import { ERRORS } from '../../../service/errors.ts';
import { Platform } from '../../../service/platforms.ts';
import {
  ALL_NETWORKS,
  OPTIONS_PLATFORM,
  type PostBody,
  type PostOptionsName,
} from '../../../service/post-body.ts';

/** A warning about a post that was published. @see docs/service/errors.md#code-307, #code-518 */
const Warning = z.looseObject({ code: z.number().nullable(), message: z.string().nullable() });
export type PostWarning = z.infer<typeof Warning>;

export const PostedCopy = z.looseObject({
  platform: z.string().nullable(),
  status: z.string().nullable(),
  id: z.string().nullable().describe('Social Post ID; pending at first on TikTok'),
  postUrl: z.string().nullable(),
  warnings: z.array(Warning),
});
export type PostedCopy = z.infer<typeof PostedCopy>;

/** The result of a new post, normalized. @see docs/service/posts.md#response, #POST-01 */
export const Posted = z.looseObject({
  status: z
    .string()
    .nullable()
    .describe('success only if all networks accepted it; scheduled, awaiting approval'),
  id: z.string().nullable().describe('Service Post ID'),
  refId: z.string().nullable(),
  post: z.unknown().describe('its text'),
  scheduleDate: z.string().nullable(),
  validate: z.boolean().nullable().describe('a scheduled post was checked when it was submitted'),
  postIds: z.array(PostedCopy).describe('its copies, one per network that accepted it'),
  errors: z.array(NetworkError).describe('one entry for each network that refused it'),
});
export type Posted = z.infer<typeof Posted>;

/** The outcome of a new post: derived from its arrays, not from its status or the HTTP status. */
export interface PostOutcome {
  readonly posted: Posted;
  /** Copies that are published or in progress. */
  readonly copies: readonly PostedCopy[];
  /** One for each network that refused it. */
  readonly failures: readonly NetworkError[];
  /** About the post as a whole. */
  readonly warnings: readonly PostWarning[];
  /** `accepted`: it waits for its time or for approval, or the service lists no network. */
  readonly verdict: 'published' | 'accepted' | 'partial' | 'failed';
}

/**
 * Reads the answer to a new post: directly, or wrapped in `posts` as with a `Profile-Key`. Missing or invalid fields
 * become null or empty, all others are kept.
 *
 * @see docs/service/posts.md#response, #POST-01, #POST-12
 * @see docs/service/general.md#HTTP-10, #HTTP-11
 */
export function readPostOutcome(answer: unknown): PostOutcome {
  const post = unwrapPost(answer);
  const { status, id, refId, scheduleDate, validate } = post;
  const all = listEntries(post['postIds']).map(toPostedCopy);
  const legs = readNetworkErrors(post['errors']);
  const posted: Posted = {
    ...post,
    status: toText(status),
    id: toText(id),
    refId: toText(refId),
    post: post['post'] ?? null,
    scheduleDate: readTimestamp(scheduleDate).iso,
    validate: typeof validate === 'boolean' ? validate : null,
    postIds: all,
    errors: [...legs],
  };
  const copies = all.filter((copy) => !isFailed(copy));
  const failures = deduplicateByNetwork([
    ...legs.filter((leg) => !isWarning(leg)),
    ...all.filter(isFailed).map(toNetworkError),
  ]);
  const warnings = [...listWarnings(post['warnings']), ...legs.filter(isWarning).map(toWarning)];
  return {
    posted,
    copies,
    failures,
    warnings,
    verdict: decideVerdict(posted.status, copies, failures),
  };
}

function decideVerdict(
  status: string | null,
  copies: readonly PostedCopy[],
  failures: readonly NetworkError[],
): PostOutcome['verdict'] {
  if (copies.length > 0) return failures.length > 0 ? 'partial' : 'published';
  const isTaken = status !== null && status !== 'error';
  if (failures.length === 0) return isTaken || status === null ? 'accepted' : 'failed';
  return isTaken && status !== 'success' ? 'partial' : 'failed';
}

/** Entries of a list, or of an object by network. */
function listEntries(value: unknown): readonly LooseRecord[] {
  if (Array.isArray(value)) return value.map((entry) => (isRecord(entry) ? entry : { id: entry }));
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([platform, entry]) => ({
    platform,
    ...(isRecord(entry) ? entry : { id: entry }),
  }));
}

function toPostedCopy(entry: LooseRecord): PostedCopy {
  const { platform, status, id, postUrl, warnings } = entry;
  return {
    ...entry,
    platform: toText(platform),
    status: toText(status),
    id: toText(id),
    postUrl: toText(postUrl),
    warnings: [...listWarnings(warnings)],
  };
}

function isFailed({ status, code }: PostedCopy): boolean {
  return status === 'error' && ERRORS[readCode(code) ?? 0]?.class !== 'ok';
}

/** Number of posts of a thread; 0 for a copy that is none. @see docs/service/posts.md#threads */
export function countThreadPosts(copy: Readonly<Record<string, unknown>>): number {
  return Array.isArray(copy['thread']) ? copy['thread'].length : 0;
}

function toNetworkError(copy: PostedCopy): NetworkError {
  return { ...copy, code: readCode(copy['code']), message: toText(copy['message']) };
}

/** For a network in both arrays, the entry of `errors` wins. */
function deduplicateByNetwork(legs: readonly NetworkError[]): readonly NetworkError[] {
  return legs.filter(
    ({ platform }, at) => platform === null || legs.findIndex((leg) => leg.platform === platform) === at,
  );
}

/** A warning can have the form of an error. @see docs/command-line.md#exit-codes */
function isWarning({ code }: NetworkError): boolean {
  return ERRORS[code ?? 0]?.class === 'ok';
}

function listWarnings(value: unknown): readonly PostWarning[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.map((entry) => toWarning(isRecord(entry) ? entry : { message: entry }));
}

function toWarning(entry: LooseRecord): PostWarning {
  return { ...entry, code: readCode(entry['code']), message: toText(entry['message']) };
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The failure of a partial response; null when nothing failed. A new post reports it in its arrays and has
 * the status `error`; a post that is read has the status of its publication.
 *
 * @see docs/service/comments.md#COM-16
 * @see docs/service/general.md#HTTP-11
 */
export function findPartialFailure(body: unknown, { isRead }: { isRead: boolean }): CrierError | null {
  const isPost = !isRead && readPostOutcome(body).verdict === 'partial';
  if (getField(body, 'status') !== 'partial' && !isPost) return null;
  const errors = isPost ? readPostOutcome(body).failures : readNetworkErrors(getField(body, 'errors'));
  const message = errors.length === 0 ? 'the service reports a partial failure' : `${errors.length} failed`;
  return new CrierError('partial', message, { http: 200, errors, advice: 'the rest is printed' });
}

/** Fields specific to the original post; the new post sets its own. */
const EXCLUDED_FIELDS: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'validateScheduled',
  'idempotencyKey',
]);

/**
 * Builds new posts for only the networks that failed: retrying the original post would publish it again on the
 * others. Networks with the same text and media share one post.
 *
 * @param body the original post
 * @returns an empty list if the failed networks are unknown
 * @see docs/service/general.md#HTTP-11
 */
export function buildRetryPosts(body: PostBody, outcome: PostOutcome): readonly PostBody[] {
  const networks = listFailedNetworks(body, outcome);
  const parts = Map.groupBy(networks, (platform) => {
    const { text, mediaUrls } = getNetworkPost(body, platform);
    return JSON.stringify([text, mediaUrls]);
  });
  return [...parts.values()].map((platforms) => buildPost(body, platforms));
}

/** Returns the failed networks by name, or else the requested networks without a copy. */
export function listFailedNetworks(
  { platforms }: PostBody,
  { copies, failures }: PostOutcome,
): readonly Platform[] {
  const isOut = (platform: string) => copies.some((copy) => copy.platform === platform);
  const named = failures.flatMap(({ platform }) => {
    const known = Platform.safeParse(platform);
    return known.success && !isOut(known.data) ? [known.data] : [];
  });
  const isReported = failures.every(({ platform }) => platform !== null) || platforms.includes(ALL_NETWORKS);
  if (isReported) return [...new Set(named)];
  const asked = platforms.filter((platform) => platform !== ALL_NETWORKS);
  return copies.every(({ platform }) => platform !== null) ? asked.filter((each) => !isOut(each)) : [];
}

function buildPost(body: PostBody, platforms: readonly Platform[]): PostBody {
  const [platform] = platforms;
  const { text, mediaUrls } =
    platform === undefined ? { text: '', mediaUrls: [] } : getNetworkPost(body, platform);
  const others = Object.entries(body).filter(([name]) => {
    const owner = OPTIONS_PLATFORM[name as PostOptionsName]; // undefined for any other name
    return !EXCLUDED_FIELDS.has(name) && (owner === undefined || platforms.includes(owner));
  });
  return {
    post: text,
    platforms: [...platforms],
    ...(mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...Object.fromEntries(others),
  };
}
