import {
  foldKeywordText,
  hasLettersOfOneCapital,
  isSameBesideCapitals,
  mergeLetters,
} from './fold-keyword.ts';
import { findPlainWords, isPlainWord, isWholeWord } from './word-boundaries.ts';

/**
 * Searches a text and reports every keyword that it contains as a whole word, by index; some are reported several
 * times.
 *
 * @param found returns true if from there on only keywords with a lower index are needed
 */
type KeywordSearch = (text: string, found: (place: number) => boolean) => void;

/**
 * Prepares a search for many keywords at once, in time linear in the length of the text: keywords that are a single
 * plain word are looked up for each word of the text, all others are searched together.
 *
 * @param spellings as returned by `foldKeyword`, none empty, no two equal
 * @see docs/service/automations.md#automation
 * @see docs/service/engine.md#ENG-01
 * @see docs/service/readings.md#U-10
 */
export function compileKeywordSearch(spellings: readonly string[]): KeywordSearch {
  const merged = Map.groupBy(spellings.keys(), (place) => mergeLetters(spellings[place] ?? ''));
  const words = new Map([...merged].filter(([spelling]) => isPlainWord(spelling)));
  const phrases = [...merged.keys()].filter((spelling) => !words.has(spelling));
  const search = phrases.length > 0 ? compilePhraseSearch(phrases) : null;
  const isUnclear = spellings.some(hasLettersOfOneCapital);
  return (text, found) => {
    const folded = foldKeywordText(text);
    const sentence = mergeLetters(folded);
    const isExact = !isUnclear && !hasLettersOfOneCapital(folded);
    /** @returns true if only keywords before all of these are still needed */
    const report = (places: readonly number[], from: number) => {
      let isFirst = true;
      for (const place of places) {
        if (!isExact && !isSameBesideCapitals(folded, from, spellings[place] ?? '')) isFirst = false;
        else if (found(place) && isFirst) return true;
      }
      return false;
    };
    if (words.size > 0) {
      for (const word of findPlainWords(sentence)) {
        const places = words.get(word[0]);
        if (places !== undefined) report(places, word.index);
      }
    }
    search?.(sentence, (at, end) => {
      const phrase = phrases[at] ?? '';
      const from = end - phrase.length;
      return isWholeWord(sentence, from, end) && report(merged.get(phrase) ?? [], from);
    });
  };
}

/**
 * Called for each occurrence of a phrase, with its index and its end (exclusive, in code units).
 *
 * @returns true if from there on only phrases with a lower index are needed
 */
type PhraseVisitor = (phrase: number, end: number) => boolean;

/** A prefix shared by phrases. */
interface TrieNode {
  next: Map<number, TrieNode>;
  /** Suffix link: the longest proper suffix of this prefix that is a prefix of a phrase. */
  fallback: TrieNode | null;
  /** Dictionary link: the nearest node along the suffix links at which a phrase ends. */
  shorter: TrieNode | null;
  phrase: number | null;
  /** The lowest index of all phrases that end here or along the suffix links. */
  first: number;
}

/**
 * Prepares a search for many phrases at once, which reads a text once regardless of their number and overlap
 * (Aho-Corasick).
 *
 * @param phrases none empty, no two equal, in order of priority
 * @returns a search that finds every occurrence of a phrase that is still needed, including nested and overlapping
 * ones
 */
function compilePhraseSearch(phrases: readonly string[]): (text: string, visit: PhraseVisitor) => void {
  const root = createNode();
  for (const [at, phrase] of phrases.entries()) insertPhrase(root, phrase).phrase = at;
  linkFallbacks(root);
  return (text, visit) => {
    let node = root;
    let wanted = Infinity;
    for (let at = 0; at < text.length; at += 1) {
      node = step(node, text.charCodeAt(at)) ?? root;
      for (let found: TrieNode | null = node; found !== null && found.first < wanted; found = found.shorter) {
        if (found.phrase === null || found.phrase >= wanted) continue;
        if (visit(found.phrase, at + 1)) wanted = found.phrase;
      }
    }
  };
}

function createNode(): TrieNode {
  return { next: new Map(), fallback: null, shorter: null, phrase: null, first: Infinity };
}

/** Returns the node of a whole phrase, creating the path to it. */
function insertPhrase(root: TrieNode, phrase: string): TrieNode {
  let node = root;
  for (let at = 0; at < phrase.length; at += 1) {
    const unit = phrase.charCodeAt(at);
    const child = node.next.get(unit) ?? createNode();
    node.next.set(unit, child);
    node = child;
  }
  return node;
}

/** Breadth first: the suffix link of a node always leads to a node nearer to the root. */
function linkFallbacks(root: TrieNode): void {
  const queue = [root];
  for (const node of queue) {
    for (const [unit, child] of node.next) {
      const fallback = (node.fallback && step(node.fallback, unit)) ?? root;
      child.fallback = fallback;
      child.shorter = fallback.phrase === null ? fallback.shorter : fallback;
      child.first = Math.min(child.phrase ?? Infinity, fallback.first);
      queue.push(child);
    }
  }
}

/** Follows a code unit from here, or from the nearest node along the suffix links that has it. */
function step(from: TrieNode, unit: number): TrieNode | null {
  for (let node: TrieNode | null = from; node !== null; node = node.fallback) {
    const child = node.next.get(unit);
    if (child !== undefined) return child;
  }
  return null;
}
