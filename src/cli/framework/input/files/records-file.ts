import { LineCounter } from 'yaml';
import { LIMITS } from '../../../../service/limits.ts';
import {
  createFailedRead,
  type FileKind,
  type FilePosition,
  findLost,
  findOffset,
  formatCodePoint,
  LOST,
  type LocatedValue,
  type MessageAt,
  NO_TEXT,
  type ParsedText,
  type PositionedMessage,
  toPlainValue,
  type ValuePath,
} from './parsed-text.ts';
import { isNdjson, readJson, readNdjson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';
import { findRoundedIds } from './rounded-numbers.ts';

/** A file's name in messages, and its text. */
export interface FileText {
  readonly name: string;
  readonly text: string;
}

/** One record of a file, not yet validated. */
export interface FileEntry {
  value: unknown;
  /**
   * Finds the position of a path, or of its nearest existing ancestor.
   *
   * @param part `key` for a field's name (default: its value)
   */
  placeOf(path: ValuePath, part?: 'key' | 'value'): FilePosition;
  /** Of a table: the cells of its row, by the names of their columns in lower case. */
  columns?: ReadonlyMap<string, string>;
}

export interface RecordsFile {
  readonly name: string;
  /** In the file's order, without documents that cannot be parsed. */
  readonly entries: readonly FileEntry[];
  /** Syntax errors, which make the file unusable. */
  readonly faults: readonly PositionedMessage[];
  readonly warnings: readonly PositionedMessage[];
}

const BYTE_ORDER_MARK = '\uFEFF';

export function stripByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/**
 * Parses a file of records: one, or a list of them, as JSON or YAML; YAML may have several documents, and JSON one
 * record per line. The extension decides the format: `.json`, `.ndjson` and `.jsonl`, or `.yaml` and `.yml`; otherwise
 * text that starts with a bracket is JSON.
 */
export function readRecords({ name, text }: FileText, kind: FileKind): RecordsFile {
  const bare = stripByteOrderMark(text);
  const placeAt = createPositionFinder(bare);
  const { roots, faults, warnings } = readText({ name, text: bare }, kind);
  const values = roots.flatMap((root) => listRecords(root, kind));
  const [records, others] = [values.filter(isMap), values.filter((value) => !isMap(value))];
  const isEmpty = values.length === 0 && faults.length === 0;
  const placed = ({ offset, words }: MessageAt) => ({ ...placeAt(offset), words });
  const rounded = findRoundedIds(records);
  // says more than that a number is read as a text
  const isNotRounded = ({ offset }: MessageAt) =>
    ![...rounded.faults, ...rounded.warnings].some((each) => each.offset === offset);
  const alien = others.map((value) => ({
    offset: value.offset,
    words: `not ${kind.one}${values.length === 1 ? ' file' : `, but ${describeKind(value)}`} (expected ${kind.expected})`,
  }));
  return {
    name,
    entries: records.map((value) => ({
      value: toPlainValue(value),
      placeOf: (path, part = 'value') => placeAt(findOffset(value, path, part)),
    })),
    faults: (isEmpty
      ? [{ offset: 0, words: `it contains no ${kind.one.replace(/^an? /, '')}` }]
      : [
          ...faults,
          ...alien,
          ...rounded.faults.filter(({ offset }) => !faults.some((fault) => fault.offset === offset)),
        ]
    ).map(placed),
    warnings: [...warnings.filter(isNotRounded), ...rounded.warnings].map(placed),
  };
}

/** The items of a list, also of one in a document that crier printed. */
function listRecords(root: LocatedValue, { listIn }: FileKind): readonly LocatedValue[] {
  if (root.kind === 'list') return root.items;
  const list = root.kind === 'map' && listIn !== undefined ? root.members.get(listIn)?.value : undefined;
  const isDocument =
    root.kind === 'map' && [...root.members.keys()].every((name) => [listIn, 'meta'].includes(name));
  return list?.kind === 'list' && isDocument ? list.items : [root];
}

function isMap({ kind }: LocatedValue): boolean {
  return kind === 'map';
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'a boolean',
};

function describeKind(value: LocatedValue): string {
  if (value.kind !== 'scalar') return 'a list in a list';
  return value.value === null ? 'nothing' : (KINDS[typeof value.value] ?? 'a value');
}

function readText({ name, text }: FileText, kind: FileKind): ParsedText {
  const unusable = findUnusableText(text);
  if (unusable !== null) return createFailedRead(unusable);
  if (/\.(?:nd)?jsonl?$/i.test(name) || (!/\.ya?ml$/i.test(name) && /^\s*[[{]/.test(text)))
    return isNdjson(text) ? readNdjson(text, kind) : readJson(text, kind);
  const odd = text.search(NO_TEXT);
  if (odd < 0) return readYaml(text, kind);
  const character = formatCodePoint(text, odd);
  return createFailedRead({
    offset: odd,
    words: `the character ${character} must be escaped in YAML`,
  });
}

/** How an archive starts, in which office programs save, and the format of Excel before 2007. */
const OFFICE_FILES: readonly string[] = ['PK\u0003\u0004', `${LOST}${LOST}\u0011\u0871`];

/** Finds what makes a text unusable in every format: its size, or its encoding. Null for nothing. */
export function findUnusableText(text: string): MessageAt | null {
  const { requestBodyBytes } = LIMITS;
  if (Buffer.byteLength(text) > requestBodyBytes)
    return { offset: 0, words: `is larger than ${requestBodyBytes / 1024 / 1024} MiB` };
  if (text.trim() === '') return { offset: 0, words: 'is empty' };
  if (OFFICE_FILES.some((start) => text.startsWith(start)))
    return { offset: 0, words: 'this is a file of an office program, such as .xlsx: export it as CSV' };
  if (text.startsWith('\0') || text.startsWith('\0', 1))
    return { offset: 0, words: 'this is UTF-16 without a byte order mark: save the file as UTF-8' };
  const lost = findLost(text);
  return lost < 0 ? null : { offset: lost, words: 'this is not valid UTF-8: save the file as UTF-8' };
}

export function createPositionFinder(text: string): (offset: number) => FilePosition {
  const lines = new LineCounter();
  for (const { index } of text.matchAll(/^|(?<=\n)/g)) lines.addNewLine(index);
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}
