import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { buildPostPart } from '../../rules/build-post-part.ts';
import { getMaxCharacters } from '../../rules/find-text-faults.ts';
import { type CountingRule, getCountingRule, measureTextLength } from '../../rules/measure-text.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';
import { toPost } from './to-post.ts';

/** How much of what a network takes a text uses up, in characters as it counts them. */
export interface TextUsage {
  readonly platform: Platform;
  readonly used: number;
  /** Null for a thread: it goes on in the next post. */
  readonly most: number | null;
}

/** Where counting ends: a text of this length is too long for every network. */
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

/** Counts a text once for all networks that count alike: it is done at each key. */
function createCachedLength(): typeof measureFullLength {
  const known = new Map<string, number>();
  return (text, count) => {
    const key = `${count.isWeighted} ${count.linkCharacters} ${text}`;
    const length = known.get(key) ?? measureFullLength(text, count);
    known.set(key, length);
    return length;
  };
}

/** The networks' rooms, the one with the least left first. */
function sortByRoom(rooms: readonly TextUsage[]): readonly TextUsage[] {
  const left = ({ used, most }: TextUsage) => (most === null ? Number.POSITIVE_INFINITY : most - used);
  return rooms.toSorted((one, other) => left(one) - left(other));
}

/** `32 of 300 characters`, and where it is more, by how much. */
export function formatUsage({ used, most }: TextUsage): string {
  if (most === null) return `${formatNumber(used)} characters, as a thread`;
  const over = used > most ? `, ${formatNumber(used - most)} too many` : '';
  return `${formatNumber(used)} of ${formatNumber(most)} characters${over}`;
}

/** The same of the network that takes the least, with its name. */
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
