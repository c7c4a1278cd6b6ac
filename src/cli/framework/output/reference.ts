import type { CommentPlatform } from '../../../service/platforms.ts';

/** What a short reference identifies: a post of the service, a post by its id on a network, a comment, or a review. */
export const REFERENCE_KINDS = ['post', 'networkPost', 'comment', 'review'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** The id behind a short reference, and what else commands need to use it. */
export interface ReferenceTarget {
  readonly kind: ReferenceKind;
  readonly id: string;
  /** The network of a network's own id. */
  readonly platform?: string | undefined;
  /** TikTok: the video that was commented on. */
  readonly videoId?: string | undefined;
  /** LinkedIn: the URN of the comment, where its id is not one. */
  readonly commentUrn?: string | undefined;
  /** The alias of the profile that can see it; null is the Primary Profile (default: that of the run). */
  readonly profile?: string | null | undefined;
}

/** Gives each target its number; null for those that get none, and for all when they cannot be saved. */
export type NumberTargets = (
  targets: readonly (ReferenceTarget | null)[],
) => Promise<readonly (number | null)[]>;

/** Flags of one of several ids, which its reference or its row in a file sets; empty where they are those of all ids. */
export type FlagsOfId = (id: string) => {
  readonly platform?: CommentPlatform;
  readonly comment?: boolean;
  readonly videoId?: string;
  readonly commentUrn?: string;
  /** Not a flag: who wrote the comment, where its row says it. */
  readonly author?: WriterNames;
};

/** The names of a person, as the network gives them; a handle is without @. */
export interface WriterNames {
  readonly handle: string | null;
  readonly name: string | null;
}

/** Short references are valid for this long after they were last shown. */
export const REFERENCE_HOURS = 12;

const REFERENCE = /^#?(?<number>\d{1,4})$/;
const LITERAL_ID = /^id:(?<id>\d{1,4})$/;

/** The number of a short reference such as `12` or `#12`; null for any other text. */
export function parseReference(text: string): number | null {
  const number = REFERENCE.exec(text)?.groups?.['number'];
  return number === undefined ? null : Number(number);
}

/** The id in `id:12`, which is how an id that looks like a reference is written; any other text is unchanged. */
export function unwrapId(text: string): string {
  return LITERAL_ID.exec(text)?.groups?.['id'] ?? text;
}

/** Whether a value is a reference, or an id that is marked as not being one. */
export function isReferenceOrMarked(value: unknown): boolean {
  return typeof value === 'string' && (parseReference(value) !== null || unwrapId(value) !== value);
}

export function formatReference(number: number): string {
  return `#${number}`;
}
