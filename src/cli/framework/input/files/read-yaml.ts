import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  Scalar,
  type YAMLParseError,
} from 'yaml';
import {
  createFailedRead,
  DEEPEST,
  type FileKind,
  formatDuplicate,
  type LocatedMember,
  type LocatedValue,
  type MessageAt,
  type ParsedText,
} from './parsed-text.ts';
import { createYamlRemarks, readYamlScalar, type YamlRemarks } from './yaml-remarks.ts';

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
      ? { roots: [], faults: describeYamlFaults(errors, { ...read, text }), warnings: [] }
      : readContents(contents, kind, read.remarks),
  );
  return {
    roots: reads.flatMap(({ roots }) => roots),
    faults: reads.flatMap(({ faults }) => faults),
    warnings: reads.flatMap(({ warnings }) => warnings),
  };
}

function readContents(contents: Document['contents'], kind: FileKind, remarks: YamlRemarks): ParsedText {
  const reading: YamlReading = {
    ...{ kind, remarks, faults: [], warnings: [], count: 0 },
    ...{ anchors: new Map(), targets: new Map(), open: new Set() },
  };
  const { faults, warnings } = reading;
  const root = contents === null || isNothing(contents) ? null : readNode(reading, contents);
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

/** The documents of one text while they are read. */
interface YamlReading {
  kind: FileKind;
  remarks: YamlRemarks;
  faults: MessageAt[];
  warnings: MessageAt[];
  anchors: Map<string, Node>;
  /** Of aliases. */
  targets: Map<Node, Node>;
  /** The nodes around the one that is read. */
  open: Set<Node>;
  count: number;
}

/** @param field the field of the node, or of the list that contains it */
function readNode(reading: YamlReading, node: Node, field = ''): LocatedValue {
  const { faults, warnings, open, remarks } = reading;
  const offset = node.range?.[0] ?? 0;
  reading.count += 1;
  if (reading.count > MOST_NODES) {
    const words = 'aliases expand to too many values';
    return reading.count === MOST_NODES + 1 ? reportNoValue(reading, offset, words) : createNullValue(offset);
  }
  if (isAlias(node)) return readAlias(reading, node, field);
  const { anchor, tag } = getProperties(node);
  if (tag !== undefined)
    faults.push({ offset, words: 'tags such as !this are not supported; put the text in quotes' });
  if (anchor !== undefined) reading.anchors.set(anchor, node);
  if (isScalar(node)) {
    const scalar = readYamlScalar(node, { type: reading.kind.getFieldType(field), remarks });
    faults.push(...scalar.faults);
    warnings.push(...scalar.warnings);
    return { kind: 'scalar', offset, value: scalar.value };
  }
  open.add(node);
  const items = isSeq<Node>(node) ? node.items : [];
  const located: LocatedValue = isMap<Node, Node | null>(node)
    ? { kind: 'map', offset, members: readMap(reading, node.items) }
    : { kind: 'list', offset, items: items.map((item) => readNode(reading, item, field)) };
  open.delete(node);
  return located;
}

function reportNoValue({ faults }: YamlReading, offset: number, words: string): LocatedValue {
  faults.push({ offset, words });
  return createNullValue(offset);
}

function readAlias(reading: YamlReading, alias: Alias, field: string): LocatedValue {
  const { targets, anchors, open } = reading;
  const target = targets.get(alias) ?? anchors.get(alias.source);
  const offset = alias.range?.[0] ?? 0;
  if (target === undefined) return reportNoValue(reading, offset, `*${alias.source} has no anchor above it`);
  if (open.has(target))
    return reportNoValue(reading, offset, `*${alias.source} refers to a value that contains it`);
  targets.set(alias, target);
  return readNode(reading, target, field);
}

function readMap(
  reading: YamlReading,
  pairs: readonly Pair<Node, Node | null>[],
): ReadonlyMap<string, LocatedMember> {
  const { faults } = reading;
  const members = new Map<string, LocatedMember>();
  for (const { key, value } of pairs) {
    const offset = key.range?.[0] ?? 0;
    const name = isScalar(key) ? String(key.value) : '';
    if (isScalar(key) && name === MERGE && key.type === Scalar.PLAIN) {
      faults.push({ offset, words: 'merge keys are not supported: write the fields out' });
      continue;
    }
    if (members.has(name)) faults.push({ offset, words: formatDuplicate(name) });
    members.set(name, {
      offset,
      value: value === null ? createNullValue(offset) : readNode(reading, value, name),
    });
  }
  return members;
}

function createNullValue(offset: number): LocatedValue {
  return { kind: 'scalar', offset, value: null };
}

/** A parsed node has both, which its type does not declare. */
function getProperties(node: Node): { anchor?: string; tag?: string } {
  return node;
}

/** Limits the parse time, which would be seconds for longer texts. */
const MOST_LEXEMES = 250_000;

/** YAML 1.2 only, whatever the text declares: `on` and `no` are strings, and there are no merge keys. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false, // the library's check is quadratic; duplicates are found while reading
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** The documents of a text. */
interface YamlDocuments {
  documents: readonly Document[];
  /** Start offset of each quoted string, by its end offset. */
  quotes: ReadonlyMap<number, number>;
  remarks: YamlRemarks;
}

/**
 * Parses the documents of a YAML text. The library's parser is iterative, but its composer recurses for each
 * level and can overflow the stack: so levels are counted before.
 *
 * @returns a message when the text exceeds the limits
 */
function parseYamlDocuments(text: string, { several }: FileKind): YamlDocuments | MessageAt {
  const parser = new Parser();
  const tokens = [];
  const quotes = new Map<number, number>();
  const remarks = createYamlRemarks();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset;
    tokens.push(...parser.next(lexeme));
    if (/^["']/.test(lexeme)) quotes.set(parser.offset, start);
    remarks.add(lexeme, start);
    lexemes += 1;
    // a level is at most two tokens: a collection and its item
    if (parser.stack.length > 2 * DEEPEST) {
      return { offset: parser.offset, words: `is nested more than ${DEEPEST} deep` };
    }
    if (lexemes > MOST_LEXEMES) return { offset: parser.offset, words: `is larger than ${several} need` };
  }
  tokens.push(...parser.end());
  return { documents: [...new Composer(OPTIONS).compose(tokens)], quotes, remarks };
}

/** Messages for common syntax errors, by the library's code and a part of its message. */
const SLIPS: readonly (readonly [code: YAMLParseError['code'], message: RegExp, words: string])[] = [
  [
    'BAD_DQ_ESCAPE',
    /./,
    'a backslash in double quotes starts an escape such as \\n; write \\\\ for a backslash, or use single quotes',
  ],
  ['BAD_INDENT', /end with a \]$/, 'the list has no closing ], or a line of it is not indented enough'],
  ['BAD_INDENT', /end with a \}$/, 'the map has no closing }, or a line of it is not indented enough'],
  ['BAD_INDENT', /^Block scalar lines/, 'a line of the text is indented less than its first line'],
  ['BAD_INDENT', /same column/, 'must start in the same column as its siblings'],
  ['BAD_SCALAR_START', /./, 'a text cannot start with this character; put it in quotes'],
  ['BLOCK_AS_IMPLICIT_KEY', /sequence/, 'this - must start in the same column as those above'],
  ['BLOCK_AS_IMPLICIT_KEY', /./, 'this is on another level, or is a text with ": " that must be quoted'],
  ['BLOCK_IN_FLOW', /./, 'lines that start with - or a name are not allowed within brackets'],
  ['KEY_OVER_1024_CHARS', /./, 'a name is too long'],
  ['MISSING_CHAR', /Sequence item/, 'must start with -, or be aligned with the names of the entry above'],
  [
    'MISSING_CHAR',
    /^Comments/,
    'a comment needs a space before #; a text that begins with # must be in quotes',
  ],
  ['MISSING_CHAR', /must end with a \]$/, 'the list has no closing ]'],
  ['MISSING_CHAR', /must end with a \}$/, 'the map has no closing }'],
  ['MISSING_CHAR', /leading empty lines/, 'an empty line above the text is indented further than the text'],
  ['MISSING_CHAR', /same line with directives/, 'text after --- must start on a new line'],
  ['MISSING_CHAR', /followed by map values/, 'a name needs a colon and a space after it'],
  ['MISSING_CHAR', /directives-end/, 'a line that starts with % needs a line of --- after it'],
  ['MISSING_CHAR', /^Missing ,/, 'a comma is missing before this'],
  ['MULTILINE_IMPLICIT_KEY', /./, 'needs a colon to be a name, or quotes to be a text'],
  ['NON_STRING_KEY', /./, 'a name must be a text'],
  ['TAB_AS_INDENT', /./, 'lines are indented with spaces, not with tabs'],
  ['UNEXPECTED_TOKEN', /^Unexpected ,/, 'remove this comma'],
  ['UNEXPECTED_TOKEN', /header/, 'no text is allowed after | or > on the same line'],
  ['UNEXPECTED_TOKEN', /./, 'this is not allowed here; quote a text with special characters'],
];

/** The message for rare errors: the library's messages need knowledge of YAML's grammar. */
const UNNAMED = 'this is not valid YAML; quote a text with special characters';

interface YamlSource {
  text: string;
  /** Where each text in quotes begins, by where it ends. */
  quotes: ReadonlyMap<number, number>;
  remarks: YamlRemarks;
}

/**
 * Describes the syntax errors of a YAML text: only the first of each line, since the others usually follow
 * from it.
 */
function describeYamlFaults(errors: readonly YAMLParseError[], written: YamlSource): readonly MessageAt[] {
  const lines = new Set<number>();
  return errors.flatMap((error) => {
    const fault = written.remarks.findCause(written.text, error.pos[0]) ?? describeFault(error, written);
    const line = written.text.lastIndexOf('\n', fault.offset - 1);
    if (lines.has(line)) return [];
    lines.add(line);
    return [fault];
  });
}

function describeFault(
  { code, message, pos: [start] }: YAMLParseError,
  { text, quotes }: YamlSource,
): MessageAt {
  const quote = quotes.get(start);
  if (code === 'MISSING_CHAR' && quote !== undefined && message.startsWith('Missing closing')) {
    return { offset: quote, words: `the string that starts here has no closing ${text.charAt(quote)}` };
  }
  // the second brace opens a map in the place of a name
  if (code === 'NON_STRING_KEY' && text.startsWith('{{', start - 1)) {
    return { offset: start - 1, words: 'a text that starts with {{ must be quoted' };
  }
  const slip = SLIPS.find(([known, part]) => known === code && part.test(message));
  const offset = Math.min(start, text.trimEnd().length);
  return { offset, words: slip?.[2] ?? UNNAMED };
}
