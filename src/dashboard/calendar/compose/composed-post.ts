import { escapeVariables } from '../../../domain/text/fill-variables.ts';
import { POST_OPTIONS } from '../../../service/post-body.ts';
import { getNow } from '../../page-store.ts';
import type { OpenedPostOfPage } from '../calendar-records.ts';
import { addDays, getZone, readShown } from '../calendar-times.ts';

/** A post while it is written. */
export interface ComposedPost {
  readonly networks: readonly string[];
  readonly text: string;
  /** Texts of networks that do not get that of all. */
  readonly ownTexts: Readonly<Record<string, string>>;
  /** Addresses, in their order. */
  readonly media: readonly string[];
  readonly when: 'now' | 'at' | 'slot';
  /** For `at`: the local time, `2026-12-04T18:30`. */
  readonly at: string;
  /** For `slot`: the title of a posting schedule. */
  readonly slot: string;
  readonly isHeld: boolean;
  readonly firstComment: string;
  readonly notes: string;
  readonly isThread: boolean;
  readonly shortensLinks: boolean;
  readonly hasNoComments: boolean;
  /** Options of networks and what else was set, as the service spells them. */
  readonly options: OptionsOfPost;
  /** Publishes nothing twice, also when an answer was lost and the button is pressed again. */
  readonly key: string;
}

export type OptionsOfPost = Readonly<Record<string, unknown>>;

const USUAL_CLOCK = '09:00';

/** An empty post. @param day on which it is to be published; null for tomorrow */
export function startPost(day: string | null): ComposedPost {
  const { day: today, clock } = readShown(getNow());
  const chosen = day ?? addDays(today, 1);
  // today at nine is over for most of a day
  const time = chosen === today && clock >= USUAL_CLOCK ? '' : `T${USUAL_CLOCK}`;
  return {
    networks: [],
    text: '',
    ownTexts: {},
    media: [],
    when: 'at',
    at: time === '' ? '' : `${chosen}${time}`,
    slot: '',
    isHeld: false,
    firstComment: '',
    notes: '',
    isThread: false,
    shortensLinks: false,
    hasNoComments: false,
    options: {},
    key: crypto.randomUUID(),
  };
}

/** What else of a request is kept as it is. */
const KEPT: ReadonlySet<string> = new Set([
  ...Object.keys(POST_OPTIONS),
  'autoHashtag',
  'autoRepost',
  'isVideo',
]);

/**
 * The post that is changed or copied, as the form has it.
 *
 * @param networks those of the copy; empty for all that it had
 */
export function readComposed(
  record: OpenedPostOfPage,
  { isEdit, networks }: { isEdit: boolean; networks: readonly string[] },
): ComposedPost {
  const request = record.request ?? {};
  const { default: usual = '', ...ownTexts } = readTexts(request['post'] ?? record.post);
  const { scheduleDate } = record;
  const isToCome = scheduleDate !== null && Date.parse(scheduleDate) > getNow();
  const shown = isToCome ? readShown(scheduleDate) : null;
  const usualPost = startPost(null);
  return {
    ...usualPost,
    networks: networks.length > 0 ? networks : (record.platforms ?? []),
    text: usual,
    ownTexts,
    media: record.mediaUrls ?? [],
    at: shown === null ? usualPost.at : `${shown.day}T${shown.clock}`,
    isHeld: record.status === 'awaiting approval' || record.status === 'paused',
    firstComment: readText(request['firstComment'], 'comment'),
    notes: isEdit ? (record.notes ?? '') : '',
    shortensLinks: request['shortenLinks'] === true,
    hasNoComments: request['disableComments'] === true,
    options: Object.fromEntries(Object.entries(request).filter(([name]) => KEPT.has(name))),
  };
}

function readTexts(post: unknown): Record<string, string> {
  if (typeof post === 'string') return { default: post };
  return Object.fromEntries(
    Object.entries(Object(post) as object).map(([name, text]) => [name, String(text)]),
  );
}

function readText(value: unknown, name: string): string {
  const text = (Object(value) as Record<string, unknown>)[name];
  return typeof text === 'string' ? text : '';
}

/** The post as values of `posts create`, and of `posts preview`, which have the same. */
export function toPostValues(post: ComposedPost): Readonly<Record<string, unknown>> {
  const { networks, text, media, when, at, slot, firstComment, notes } = post;
  const own = Object.entries(post.ownTexts).filter(([network]) => networks.includes(network));
  const texts = { default: text, ...Object.fromEntries(own) };
  const set = Object.entries({
    ...(own.length > 0 && { post: texts }),
    ...(media.length > 0 && { mediaUrls: media }),
    ...post.options,
  }).map(([name, value]) => `${name}=${JSON.stringify(escapeAll(value))}`);
  return {
    ...(own.length === 0 && { text: escapeVariables(text) }),
    platform: networks,
    set,
    ...(firstComment !== '' && { firstComment: escapeVariables(firstComment) }),
    ...(notes !== '' && { notes: escapeVariables(notes) }),
    ...(post.isThread && { thread: true }),
    ...(post.shortensLinks && { shortenLinks: true }),
    ...(post.hasNoComments && { disableComments: true }),
    ...(post.isHeld && { approveFirst: true }),
    ...(when === 'at' && { schedule: at }),
    ...(when === 'slot' && { autoSchedule: slot }),
    timeZone: getZone(),
  };
}

/** Braces in what was typed are no variables. */
function escapeAll(value: unknown): unknown {
  if (typeof value === 'string') return escapeVariables(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, escapeAll(each)]));
}
