import { type CountingRule, getCountingRule, measureTextLength } from '../../../domain/posts/measure-text.ts';
import { buildPostPart } from '../../../domain/posts/post-part.ts';
import { getMaxCharacters } from '../../../domain/posts/text-faults.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';
import { toPost } from './to-post.ts';

/** Length of a text on a network, as the network counts. */
export interface TextUsage {
  readonly platform: Platform;
  readonly used: number;
  /** Null for a thread, which has no limit. */
  readonly most: number | null;
}

/** Counting stops here: such a text is too long for every network. */
const ENOUGH = 100_000;

export function measureText(draft: PostDraft, platform: Platform, lengthOf = measureFullLength): TextUsage {
  const part = buildPostPart(toPost(draft), platform);
  const { shortenLinks = false } = draft;
  const used = lengthOf(part.text, getCountingRule(platform, { shortenLinks }));
  return { platform, used, most: part.isThread ? null : getMaxCharacters(part) };
}

function measureFullLength(text: string, count: CountingRule): number {
  return measureTextLength(text, count, ENOUGH);
}

/** Caches lengths of networks that count in the same way, because it is called at each key press. */
function createCachedLength(): typeof measureFullLength {
  const known = new Map<string, number>();
  return (text, count) => {
    const key = `${count.isWeighted} ${count.linkCharacters} ${text}`;
    const length = known.get(key) ?? measureFullLength(text, count);
    known.set(key, length);
    return length;
  };
}

/** Sorts by remaining length, shortest first. */
function sortByRoom(rooms: readonly TextUsage[]): readonly TextUsage[] {
  const left = ({ used, most }: TextUsage) => (most === null ? Number.POSITIVE_INFINITY : most - used);
  return rooms.toSorted((one, other) => left(one) - left(other));
}

/** `32 of 300 characters`, and the excess if there is one. */
export function formatUsage({ used, most }: TextUsage): string {
  if (most === null) return `${formatNumber(used)} characters, as a thread`;
  const over = used > most ? `, ${formatNumber(used - most)} too many` : '';
  return `${formatNumber(used)} of ${formatNumber(most)} characters${over}`;
}

/** Formats the length on the network with the least remaining characters. */
export function formatTightestUsage(draft: PostDraft, wizard: PostWizardContext): string {
  const lengthOf = createCachedLength();
  const [tightest] = sortByRoom(
    listChosenNetworks(draft, wizard).map((each) => measureText(draft, each, lengthOf)),
  );
  return tightest === undefined ? '' : `${formatUsage(tightest)} on ${PLATFORMS[tightest.platform].name}`;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en');
}
