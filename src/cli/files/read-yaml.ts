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
import {
  createFailedRead,
  type FileKind,
  formatDuplicate,
  type LocatedMember,
  type LocatedValue,
  type MessageAt,
  type ParsedText,
} from './parsed-text.ts';
import { describeYamlFaults, parseYamlDocuments } from './yaml-documents.ts';

/** Limits the values that aliases can expand to. */
const MOST_NODES = 100_000;

/**
 * Parses the documents of a YAML text; one with syntax errors has no value. An unquoted number keeps all its
 * digits as text, unless the field takes a number: ids are never numbers.
 *
 * @see docs/service/comments.md#COM-25
 */
export function readYaml(text: string, kind: FileKind): ParsedText {
  const read = parseYamlDocuments(text, kind);
  if ('offset' in read) return createFailedRead(read);
  const reads = read.documents.map(({ contents, errors }) =>
    errors.length > 0
      ? { roots: [], faults: describeYamlFaults(errors, { text, quotes: read.quotes }), warnings: [] }
      : readContents(contents, kind),
  );
  return {
    roots: reads.flatMap(({ roots }) => roots),
    faults: reads.flatMap(({ faults }) => faults),
    warnings: reads.flatMap(({ warnings }) => warnings),
  };
}

function readContents(contents: Document['contents'], kind: FileKind): ParsedText {
  const { read, faults, warnings } = createNodeReader(kind);
  const root = contents === null || isNothing(contents) ? null : read(contents);
  return {
    roots: root === null ? [] : [root],
    faults: deduplicateMessages(faults),
    warnings: deduplicateMessages(warnings),
  };
}

/** An empty document between two `---`. */
function isNothing(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}

/** Removes duplicates: the target of an alias is read once for each use. */
function deduplicateMessages(words: readonly MessageAt[]): readonly MessageAt[] {
  return [...new Map(words.map((each) => [`${each.offset} ${each.words}`, each])).values()];
}

/** The merge key of YAML 1.1. */
const MERGE = '<<';

function createNodeReader({ takesNumber }: FileKind) {
  const faults: MessageAt[] = [];
  const warnings: MessageAt[] = [];
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  const open = new Set<Node>();
  let count = 0;

  /** @param field the field of the node, or of the list that contains it */
  function read(node: Node, field = ''): LocatedValue {
    const offset = node.range?.[0] ?? 0;
    count += 1;
    if (count > MOST_NODES)
      return reportNoValue(offset, 'aliases expand to too many values', count === MOST_NODES + 1);
    if (isAlias(node)) return readAlias(node, field);
    const { anchor, tag } = getProperties(node);
    if (tag !== undefined)
      faults.push({ offset, words: 'tags such as !this are not supported; put the text in quotes' });
    if (anchor !== undefined) anchors.set(anchor, node);
    if (isScalar(node)) return { kind: 'scalar', offset, value: readScalar(node, offset, field) };
    open.add(node);
    const located: LocatedValue = isMap<Node, Node | null>(node)
      ? { kind: 'map', offset, members: readMap(node.items) }
      : { kind: 'list', offset, items: isSeq<Node>(node) ? node.items.map((item) => read(item, field)) : [] };
    open.delete(node);
    return located;
  }

  function reportNoValue(offset: number, words: string, isNews = true): LocatedValue {
    if (isNews) faults.push({ offset, words });
    return createNullValue(offset);
  }

  function readAlias(alias: Alias, field: string): LocatedValue {
    const target = targets.get(alias) ?? anchors.get(alias.source);
    const offset = alias.range?.[0] ?? 0;
    if (target === undefined) return reportNoValue(offset, `*${alias.source} has no anchor above it`);
    if (open.has(target)) return reportNoValue(offset, `*${alias.source} refers to a value that contains it`);
    targets.set(alias, target);
    return read(target, field);
  }

  function readMap(pairs: readonly Pair<Node, Node | null>[]): ReadonlyMap<string, LocatedMember> {
    const members = new Map<string, LocatedMember>();
    for (const { key, value } of pairs) {
      const offset = key.range?.[0] ?? 0;
      const name = isScalar(key) ? String(key.value) : '';
      if (isScalar(key) && name === MERGE && key.type === Scalar.PLAIN) {
        faults.push({ offset, words: 'merge keys are not supported: write the fields out' });
        continue;
      }
      if (members.has(name)) faults.push({ offset, words: formatDuplicate(name) });
      members.set(name, { offset, value: value === null ? createNullValue(offset) : read(value, name) });
    }
    return members;
  }

  function readScalar({ value, source, type }: Scalar, offset: number, field: string): ScalarValue {
    if (typeof value === 'number' && type === Scalar.PLAIN && source !== undefined && !takesNumber(field)) {
      warnings.push({ offset, words: `${source} is read as text; put it in quotes` });
      return source;
    }
    return isValue(value) ? value : String(value);
  }

  return { read, faults, warnings };
}

type ScalarValue = (LocatedValue & { readonly kind: 'scalar' })['value'];

function isValue(value: unknown): value is ScalarValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function createNullValue(offset: number): LocatedValue {
  return { kind: 'scalar', offset, value: null };
}

/** A parsed node has both, which its type does not declare. */
function getProperties(node: Node): { readonly anchor?: string; readonly tag?: string } {
  return node;
}
