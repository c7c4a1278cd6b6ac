import { getField, isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { addAttempt, derivePostKey } from '../../../../domain/posts/derive-post-key.ts';
import { createRequestFault, type PostFault } from '../../../../domain/posts/post-part.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { OPTIONS_PLATFORM, PostBody, type PostOptionsName } from '../../../../service/post-body.ts';
import { findOfflineFaults, formatFault, listRefusals } from '../find-offline-faults.ts';
import type { FilePost, PostsFile } from '../post-file.ts';
import type { PostFlags } from '../post-flags.ts';
import { type Layer, type PostInput, type PostSource, toPostSource } from '../read-post-input.ts';
import type { RememberedPost, SentPostMemory } from './sent-posts.ts';

export type PostAction = 'send' | 'sent before' | 'failed before' | 'invalid';

export interface PlannedPost {
  /** Position in the file, from 1. */
  readonly post: number;
  readonly line: number;
  readonly action: PostAction;
  /** As it is sent, without its key; not validated if the action is `invalid`. */
  readonly body: LooseRecord;
  /** The key under which it is remembered: that of the first attempt. */
  readonly key: string;
  /** Zero-based. */
  readonly attempt: number;
  /** Null if it was never sent from this machine. */
  readonly before: RememberedPost | null;
  /** For which it is not sent. */
  readonly faults: readonly PostFault[];
  /** Warnings, and how its time was interpreted, one sentence each. */
  readonly notes: readonly string[];
  /** When its words of a time are, in milliseconds since 1970; null without such words. */
  readonly at: number | null;
  /** The key if the service says that the other was used for another day; null if there is none. */
  readonly datedKey: string | null;
  /** The slot of a posting schedule that it will probably take; null if it takes none, or it is not known. */
  readonly slot: string | null;
  /** Why it is not certain that it was sent before; null if it is. */
  readonly doubt: string | null;
  /** The messages of these warnings, as the service repeats them. */
  readonly knownWarnings: ReadonlySet<string>;
  readonly input: PostInput;
}

/** A post of a file with the flags applied, before anything is known of earlier runs. */
export interface KeyedPost {
  readonly entry: FilePost;
  readonly input: PostInput;
  readonly key: string;
  readonly at: number | null;
  readonly datedKey: string | null;
  readonly doubt: string | null;
}

/**
 * Applies the flags to each post of a file, and derives its key from what is written: words of a time count as words,
 * so that the same file gives the same key, whenever it is sent again.
 */
export function deriveKeys(
  file: PostsFile,
  apply: (source: PostSource) => PostInput,
  { schedule }: PostFlags,
): readonly KeyedPost[] {
  return file.entries.map((entry) => {
    const written = apply(toPostSource(file.name, { ...entry, value: entry.written }));
    const timed = schedule === undefined ? written.body : { ...written.body, scheduleDate: schedule };
    const input = apply(toPostSource(file.name, entry));
    const layers = [...written.layers, createEntryLayer(file.name, entry)];
    const isOwnKey = typeof written.body['idempotencyKey'] === 'string';
    return {
      entry,
      input: { ...input, layers },
      // a copy of a post that was deleted is another post
      key: derivePostKey(entry.existing === null ? timed : { ...timed, id: entry.existing }),
      at: isOwnKey ? null : readWords(timed['scheduleDate'], input),
      datedKey: null,
      doubt: null,
    };
  });
}

/** The time that is meant by words; null for an exact time, and for none. */
function readWords(written: unknown, { body }: PostInput): number | null {
  if (typeof written !== 'string' || PostBody.shape.scheduleDate.safeParse(written).success) return null;
  const date = getScheduleDate({ body });
  return date === null || Number.isNaN(Date.parse(date)) ? null : Date.parse(date);
}

/** The place of what a post lacks: the post itself. */
function createEntryLayer(name: string, { placeOf }: FilePost): Layer {
  return { has: () => true, locate: (path, part) => ({ file: name, ...placeOf(path, part) }) };
}

interface PlanningOptions {
  memory: SentPostMemory;
  resumes: boolean;
  skipsCheck: boolean;
  /** The service's time in milliseconds since 1970. */
  now: number;
  /** The statuses of posts that exist, by the ids that an export has. */
  existing: ReadonlyMap<string, string>;
}

export function planPosts(posts: readonly KeyedPost[], options: PlanningOptions): readonly PlannedPost[] {
  const first = new Map<string, number>();
  return posts.map((keyed, at) => {
    const same = first.get(keyed.key);
    if (same === undefined) first.set(keyed.key, at + 1);
    return planPost(keyed, { ...options, post: at + 1, same: same ?? null });
  });
}

function planPost(
  { entry, input, key, at, datedKey, doubt }: KeyedPost,
  {
    memory,
    resumes,
    skipsCheck,
    now,
    existing,
    post,
    same,
  }: PlanningOptions & {
    post: number;
    /** Position of an earlier post with the same key. */
    same: number | null;
  },
): PlannedPost {
  const before = memory.find(key);
  const isFailed = before?.status === 'failed' || before?.status === 'partial';
  const canResume = before?.status === 'failed' || (before?.failed.length ?? 0) > 0;
  const body = before?.status === 'partial' ? selectNetworks(input.body, before.failed) : input.body;
  const found = findOfflineFaults(body, now);
  const origin = describeExisting(entry, existing);
  const faults = [
    ...(same === null ? [] : [toRepetition(same)]),
    ...origin.faults,
    ...entry.faults.filter(({ path }) => path !== 'scheduleDate' || input.schedule === null),
    ...listRefusals(found, skipsCheck),
  ];
  const chooseAction = (): PostAction => {
    if (same !== null) return 'invalid';
    // not checked again: its time may have passed
    if (before?.status === 'sent') return 'sent before';
    if (isFailed && !(resumes && canResume)) return 'failed before';
    return faults.length > 0 ? 'invalid' : 'send';
  };
  const action = chooseAction();
  return {
    post,
    line: entry.placeOf([]).line,
    action,
    body: action === 'send' ? toRequestBody(body) : body,
    key,
    attempt: (before?.attempt ?? 0) + (isFailed ? 1 : 0),
    before,
    faults: action === 'invalid' ? faults : [],
    notes: [
      ...(input.schedule === null ? entry.notes : []),
      ...origin.notes,
      ...found.warnings.map((fault) => `warning: ${formatFault(fault, input.layers)}`),
    ],
    knownWarnings: new Set(found.warnings.map(({ path, message }) => `${path}: ${message}`)),
    at,
    datedKey,
    doubt,
    slot: null,
    input,
  };
}

function toRepetition(post: number): PostFault {
  return createRequestFault('', `is the same as post ${post}; to send both, give one an idempotencyKey`);
}

/** What was exported is the post itself, so it is not created beside itself; what was printed may be copied. */
function describeExisting(
  { existing: id, isCopy }: FilePost,
  statuses: ReadonlyMap<string, string>,
): { faults: readonly PostFault[]; notes: readonly string[] } {
  const status = statuses.get(id ?? '');
  if (id === null || status === undefined) return { faults: [], notes: [] };
  if (isCopy) return { faults: [], notes: [`a copy of ${id} (${status}), which stays as it is`] };
  const message = `exists as ${id} (${status}); delete it first, or remove its id here to make another`;
  return { faults: [createRequestFault('', message)], notes: [] };
}

/** The same post only for the networks that refused it: a repetition would publish it again on the others. */
function selectNetworks(body: LooseRecord, networks: readonly string[]): LooseRecord {
  const others = Object.entries(body).filter(
    ([name]) =>
      !Object.hasOwn(OPTIONS_PLATFORM, name) || networks.includes(OPTIONS_PLATFORM[name as PostOptionsName]), // checked before
  );
  return { ...Object.fromEntries(others), platforms: networks };
}

function toRequestBody(body: LooseRecord): LooseRecord {
  const { scheduleDate, ...others } = PostBody.parse(body);
  return scheduleDate === undefined
    ? others
    : { ...others, scheduleDate: formatIsoSeconds(Date.parse(scheduleDate)) };
}

export function buildKeyedBody({ body, key, attempt }: PlannedPost): PostBody & { idempotencyKey: string } {
  return { ...PostBody.parse(body), idempotencyKey: addAttempt(key, attempt) };
}

/** The text of a post, for people: of an object by network the default. */
export function getPostText({ body }: { body: LooseRecord }): string {
  const { post } = body;
  if (typeof post === 'string') return post;
  if (!isRecord(post)) return '';
  const shown = getField(post, 'default') ?? Object.values(post)[0];
  return typeof shown === 'string' ? shown : '';
}

export function listNetworks({ body: { platforms } }: { body: LooseRecord }): readonly string[] {
  return Array.isArray(platforms) ? platforms.filter((each): each is string => typeof each === 'string') : [];
}

/** Its time as it is sent, or that of the first of repeated posts; null for now, or for the next slot. */
export function getScheduleDate({
  body: { scheduleDate, autoRepost },
}: {
  body: LooseRecord;
}): string | null {
  const date = scheduleDate ?? getField(autoRepost, 'startDate');
  return typeof date === 'string' ? date : null;
}

/** Whether it takes the next slot of a posting schedule. */
export function isQueued({ body: { autoSchedule } }: { body: LooseRecord }): boolean {
  return getField(autoSchedule, 'schedule') === true;
}
