import type { Platform } from '../../service/platforms.ts';
import { createNearTest } from './compare-texts.ts';
import { createSketchList } from './sketch-list.ts';

/** A text of a post on one network. */
export interface IndexedText {
  /** Service Post ID of a scheduled post, or the row of a copy. */
  readonly source: string | number;
  readonly platform: Platform;
  readonly profile: number;
  /** When it is or was published, in milliseconds since 1970. */
  readonly at: number;
  /** Of its exact text. */
  readonly digest: string;
  readonly node: TextNode;
}

/** All texts of one day and profile that have the same core, and which others are near to it. */
export interface TextNode {
  readonly core: string;
  readonly texts: Set<IndexedText>;
  /** Nodes of this day and the days beside it, as far as they were compared; incomplete when `isCrowded`. */
  readonly near: TextNode[];
  isCrowded: boolean;
  /** Increases with each new node. */
  readonly number: number;
  readonly group: TextGroup;
  place: number;
}

export type TextGroup = ReturnType<typeof createTextGroup>;

/** More neighbours are not kept: of that many, hardly one is missing from a window. */
const MAX_NEAR = 64;

/** Nodes without texts are kept for a time, since a post that is published leaves its node and returns as a copy. */
const MIN_NODES = 1_000;

/**
 * The texts of one day and profile. Two nodes are compared once: `compared` has, for each node, the number up to which
 * it was compared with all others.
 */
export function createTextGroup() {
  const byCore = new Map<string, TextNode>();
  let nodes: TextNode[] = [];
  let compared: number[] = [];
  let sketches = createSketchList();
  let mostNodes = MIN_NODES;

  const put = (node: TextNode, comparedUntil: number) => {
    node.place = nodes.length;
    nodes.push(node);
    compared.push(comparedUntil);
    sketches.add(node.core);
  };

  const dropEmpty = () => {
    const before = nodes.map((node, place) => ({ node, comparedUntil: compared[place] ?? 0 }));
    [nodes, compared, sketches] = [[], [], createSketchList()];
    for (const { node, comparedUntil } of before) {
      if (node.texts.size > 0) put(node, comparedUntil);
      else byCore.delete(node.core);
    }
    mostNodes = Math.max(MIN_NODES, nodes.length * 2);
  };

  const group = {
    /** @param number greater than that of all nodes before it */
    getNode(core: string, number: number): TextNode {
      const known = byCore.get(core);
      if (known !== undefined) return known;
      if (nodes.length >= mostNodes) dropEmpty();
      const node = {
        core,
        texts: new Set<IndexedText>(),
        near: [],
        isCrowded: false,
        number,
        group,
        place: 0,
      };
      byCore.set(core, node);
      put(node, 0);
      return node;
    },
    /** Nodes whose texts may be near to this one, without those that it was compared with. */
    *listUnknown(node: TextNode, comparedUntil: number): Generator<TextNode, void> {
      // numbers increase with the place
      const from = findFirst(nodes, ({ number }) => number >= comparedUntil);
      const isKnown = (place: number) => (compared[place] ?? 0) > node.number;
      for (const place of sketches.findClose(node.core, from, isKnown)) {
        const other = nodes[place];
        if (other !== undefined && other !== node) yield other;
      }
    },
    /** All nodes whose texts may be near to this core. */
    *listClose(core: string): Generator<TextNode, void> {
      for (const place of sketches.findClose(core, 0, () => false)) {
        const other = nodes[place];
        if (other !== undefined) yield other;
      }
    },
    getCompared: ({ place }: TextNode): number => compared[place] ?? 0,
    setCompared({ place }: TextNode, number: number): void {
      compared[place] = number;
    },
  };
  return group;
}

/**
 * Whether a text that counts has the core of this node, or is near to it.
 *
 * @param groups of its day and the days beside it
 * @param next the number of the next node
 */
export function hasNearText(
  node: TextNode,
  groups: readonly TextGroup[],
  next: number,
  counts: (text: IndexedText) => boolean,
): boolean {
  if (node.texts.values().some(counts)) return true;
  const isNear = createNearTest(node.core);
  const comparedUntil = node.group.getCompared(node);
  if (!node.isCrowded && comparedUntil < next) {
    for (const other of groups.values().flatMap((each) => each.listUnknown(node, comparedUntil))) {
      if (!isNear(other.core)) continue;
      addNear(node, other);
      addNear(other, node);
    }
    node.group.setCompared(node, next);
  }
  if (!node.isCrowded) return node.near.some(({ texts }) => texts.values().some(counts));
  const close = groups.values().flatMap((each) => each.listClose(node.core));
  return close.some(({ core, texts }) => texts.values().some(counts) && isNear(core));
}

function addNear(node: TextNode, other: TextNode): void {
  if (node.near.length < MAX_NEAR) node.near.push(other);
  else node.isCrowded = true;
}

/** Binary search. @returns the first place for which it is true, of a list where it is false first and then true */
function findFirst<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isTrue(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
