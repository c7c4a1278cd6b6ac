import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
} from 'yaml';
import type { WordsAt } from './file-place.ts';
import type { Located, Member } from './located.ts';
import { type FileKind, type TextRead, twice } from './text-read.ts';
import { yamlDocuments } from './yaml-documents.ts';
import { yamlFaults } from './yaml-words.ts';

/** With aliases a short text can stand for a value without end. */
const MOST_NODES = 100_000;

/**
 * Reads the documents of a YAML text; one whose writing is at fault gives no value. Of an unquoted number every digit
 * is kept, as a text, where no number can stand: ids are never numbers.
 *
 * @see docs/service/comments.md#COM-25
 */
export function readYaml(text: string, kind: FileKind): TextRead {
  const read = yamlDocuments(text, kind);
  if ('offset' in read) return { roots: [], faults: [read], warnings: [] };
  const reads = read.documents.map(({ contents, errors }) =>
    errors.length > 0
      ? { roots: [], faults: yamlFaults(errors, { text, quotes: read.quotes }), warnings: [] }
      : readContents(contents, kind),
  );
  return {
    roots: reads.flatMap(({ roots }) => roots),
    faults: reads.flatMap(({ faults }) => faults),
    warnings: reads.flatMap(({ warnings }) => warnings),
  };
}

function readContents(contents: Document['contents'], kind: FileKind): TextRead {
  const { read, faults, warnings } = nodeReader(kind);
  const root = contents === null || isNothing(contents) ? null : read(contents);
  return { roots: root === null ? [] : [root], faults: once(faults), warnings: once(warnings) };
}

/** What stands between two `---` with nothing but comments. */
function isNothing(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}

/** What stands under an alias is read again for each, and told once. */
function once(words: readonly WordsAt[]): readonly WordsAt[] {
  return [...new Map(words.map((each) => [`${each.offset} ${each.words}`, each])).values()];
}

/** A name of YAML 1.1 that merges another map into this one. */
const MERGE = '<<';

function nodeReader({ takesNumber }: FileKind) {
  const faults: WordsAt[] = [];
  const warnings: WordsAt[] = [];
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  const open = new Set<Node>();
  let count = 0;

  /** @param field that it stands in, at once or in a list */
  function read(node: Node, field = ''): Located {
    const offset = node.range?.[0] ?? 0;
    count += 1;
    if (count > MOST_NODES)
      return nothingAt(offset, 'aliases make far too much of it', count === MOST_NODES + 1);
    if (isAlias(node)) return readAlias(node, field);
    const { anchor, tag } = propertiesOf(node);
    if (tag !== undefined)
      faults.push({ offset, words: 'tags such as !this are not taken; quotes make a text' });
    if (anchor !== undefined) anchors.set(anchor, node);
    if (isScalar(node)) return { kind: 'scalar', offset, value: scalarValue(node, offset, field) };
    open.add(node);
    const located: Located = isMap<Node, Node | null>(node)
      ? { kind: 'map', offset, members: readMap(node.items) }
      : { kind: 'list', offset, items: isSeq<Node>(node) ? node.items.map((item) => read(item, field)) : [] };
    open.delete(node);
    return located;
  }

  function nothingAt(offset: number, words: string, isNews = true): Located {
    if (isNews) faults.push({ offset, words });
    return noValue(offset);
  }

  function readAlias(alias: Alias, field: string): Located {
    const target = targets.get(alias) ?? anchors.get(alias.source);
    const offset = alias.range?.[0] ?? 0;
    if (target === undefined) return nothingAt(offset, `*${alias.source} stands for nothing above it`);
    if (open.has(target)) return nothingAt(offset, `*${alias.source} stands in what it stands for`);
    targets.set(alias, target);
    return read(target, field);
  }

  function readMap(pairs: readonly Pair<Node, Node | null>[]): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    for (const { key, value } of pairs) {
      const offset = key.range?.[0] ?? 0;
      const name = isScalar(key) ? String(key.value) : '';
      if (isScalar(key) && name === MERGE && key.type === Scalar.PLAIN) {
        faults.push({ offset, words: 'nothing is merged in: write the fields out' });
        continue;
      }
      if (members.has(name)) faults.push({ offset, words: twice(name) });
      members.set(name, { offset, value: value === null ? noValue(offset) : read(value, name) });
    }
    return members;
  }

  function scalarValue({ value, source, type }: Scalar, offset: number, field: string): Value {
    if (typeof value === 'number' && type === Scalar.PLAIN && source !== undefined && !takesNumber(field)) {
      warnings.push({ offset, words: `${source} is taken as a text; write it in quotes` });
      return source;
    }
    return isValue(value) ? value : String(value);
  }

  return { read, faults, warnings };
}

type Value = (Located & { readonly kind: 'scalar' })['value'];

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function noValue(offset: number): Located {
  return { kind: 'scalar', offset, value: null };
}

/** Its type leaves out that a parsed node has both. */
function propertiesOf(node: Node): { readonly anchor?: string; readonly tag?: string } {
  return node;
}
