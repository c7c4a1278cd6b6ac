import { hash } from 'node:crypto';
import { DAY_MS } from '../../service/durations.ts';
import { type ComparedText, readComparedText } from './compare-texts.ts';
import { createTextGroup, hasNearText, type IndexedText, type TextGroup } from './text-group.ts';

export type TextCollection = ReturnType<typeof createTextCollection>;

/** Creates a collection of texts, in which equal and nearly equal ones are found. */
export function createTextCollection() {
  /** By profile and day. */
  const groups = new Map<string, TextGroup>();
  const byExact = new Map<string, Set<IndexedText>>();
  const bySource = new Map<IndexedText['source'], IndexedText[]>();
  let count = 0;
  let nextNode = 1;

  const getNode = (core: string, profile: number, day: number) => {
    const name = `${profile} ${day}`;
    const group = groups.get(name) ?? createTextGroup();
    groups.set(name, group);
    return group.getNode(core, nextNode++);
  };

  return {
    count: () => count,
    add(
      source: IndexedText['source'],
      { platform, profile, at, text }: Pick<IndexedText, 'platform' | 'profile' | 'at'> & { text: string },
    ): void {
      const { exact, core } = readComparedText(text);
      const node = getNode(core, profile, dayOf(at));
      const added: IndexedText = { source, platform, profile, at, digest: digestText(exact), node };
      node.texts.add(added);
      byExact.set(added.digest, (byExact.get(added.digest) ?? new Set()).add(added));
      bySource.set(source, [...(bySource.get(source) ?? []), added]);
      count += 1;
    },
    /** Removes all texts of a post or copy. */
    remove(source: IndexedText['source']): void {
      for (const each of bySource.get(source) ?? []) {
        each.node.texts.delete(each);
        const same = byExact.get(each.digest);
        same?.delete(each);
        if (same?.size === 0) byExact.delete(each.digest);
        count -= 1;
      }
      bySource.delete(source);
    },
    clear(): void {
      for (const each of [groups, byExact, bySource]) each.clear();
      count = 0;
    },
    /** Texts that are exactly the same; an empty text is the same as none. */
    listSame({ exact }: ComparedText): IteratorObject<IndexedText> {
      return (exact === '' ? undefined : byExact.get(digestText(exact)))?.values() ?? [].values();
    },
    /** Whether a text of the profile that counts is nearly the same, within a day before or after. */
    hasNear(
      { core, profile, at }: ComparedText & { profile: number; at: number },
      counts: (text: IndexedText) => boolean,
    ): boolean {
      if (core === '') return false;
      const day = dayOf(at);
      const node = getNode(core, profile, day);
      const near = [day - 1, day, day + 1].flatMap((each) => groups.get(`${profile} ${each}`) ?? []);
      return hasNearText(node, near, nextNode, counts);
    },
  };
}

/** The number of the day in UTC, since 1970. @param at in milliseconds */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

function digestText(exact: string): string {
  return hash('sha256', exact, 'base64');
}
