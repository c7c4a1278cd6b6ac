/**
 * Told of a place where a phrase stands: which one, and the code unit after its last.
 *
 * @returns true when only phrases before this one are wanted from there on
 */
type PhraseVisitor = (phrase: number, end: number) => boolean;

/** A beginning that phrases share. */
interface TrieNode {
  readonly next: Map<number, TrieNode>;
  /** How far the longest end of this beginning is itself the beginning of a phrase. */
  fallback: TrieNode | null;
  /** The nearest one on the way back at which a phrase ends. */
  shorter: TrieNode | null;
  phrase: number | null;
  /** The first of all phrases that end here or on the way back. */
  first: number;
}

/**
 * Prepares a search for many phrases at once, which reads a text one time, however many there are and whatever they
 * share (Aho and Corasick).
 *
 * @param phrases none of them empty, and no two equal; the most wanted first
 * @returns a search that finds each phrase that is still wanted wherever it stands, also inside of others and
 *   overlapping them
 */
export function compilePhraseSearch(
  phrases: readonly string[],
): (text: string, visit: PhraseVisitor) => void {
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

/** The node of a whole phrase, made with all that lead to it. */
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

/** Nearer nodes first: where a node falls back to is always nearer to the root than itself. */
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

/** Where a unit leads from here, or from the nearest node on the way back that it leads on from. */
function step(from: TrieNode, unit: number): TrieNode | null {
  for (let node: TrieNode | null = from; node !== null; node = node.fallback) {
    const child = node.next.get(unit);
    if (child !== undefined) return child;
  }
  return null;
}
