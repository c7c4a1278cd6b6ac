import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { buildPostPart } from '../../rules/build-post-part.ts';
import { getMaxCharacters } from '../../rules/find-text-faults.ts';
import { type CountingRule, getCountingRule, measureTextLength } from '../../rules/measure-text.ts';
import { chosenNetworks } from './chosen-networks.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';
import { wholeDraft } from './whole-draft.ts';

/** How much of what a network takes a text uses up, in characters as it counts them. */
export interface TextRoom {
  readonly platform: Platform;
  readonly used: number;
  /** Null for a thread: it goes on in the next post. */
  readonly most: number | null;
}

/** Where counting ends: a text of this length is too long for every network. */
const ENOUGH = 100_000;

export function textRoom(draft: PostDraft, platform: Platform, lengthOf = fullLength): TextRoom {
  const part = buildPostPart(wholeDraft(draft), platform);
  const { shortenLinks = false } = draft;
  const used = lengthOf(part.text, getCountingRule(platform, { shortenLinks }));
  return { platform, used, most: part.isThread ? null : getMaxCharacters(part) };
}

function fullLength(text: string, count: CountingRule): number {
  return measureTextLength(text, count, ENOUGH);
}

/** Counts a text once for all networks that count alike: it is done at each key. */
function countedOnce(): typeof fullLength {
  const known = new Map<string, number>();
  return (text, count) => {
    const key = `${count.isWeighted} ${count.linkCharacters} ${text}`;
    const length = known.get(key) ?? fullLength(text, count);
    known.set(key, length);
    return length;
  };
}

/** The networks' rooms, the one with the least left first. */
function tightest(rooms: readonly TextRoom[]): readonly TextRoom[] {
  const left = ({ used, most }: TextRoom) => (most === null ? Number.POSITIVE_INFINITY : most - used);
  return rooms.toSorted((one, other) => left(one) - left(other));
}

/** `32 of 300 characters`, and where it is more, by how much. */
export function roomWords({ used, most }: TextRoom): string {
  if (most === null) return `${inDigits(used)} characters, as a thread`;
  const over = used > most ? `, ${inDigits(used - most)} too many` : '';
  return `${inDigits(used)} of ${inDigits(most)} characters${over}`;
}

/** The same of the network that takes the least, with its name. */
export function tightestWords(draft: PostDraft, talk: PostTalk): string {
  const lengthOf = countedOnce();
  const [room] = tightest(chosenNetworks(draft, talk).map((each) => textRoom(draft, each, lengthOf)));
  return room === undefined ? '' : `${roomWords(room)} on ${PLATFORMS[room.platform].name}`;
}

function inDigits(count: number): string {
  return count.toLocaleString('en');
}
