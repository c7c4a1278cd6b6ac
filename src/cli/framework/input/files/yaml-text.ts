import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parse,
  parseAllDocuments,
  Scalar,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { stringifyString } from 'yaml/util';
import { isRecord, type LooseRecord, toCanonicalJson } from '../../../../domain/json/loose-record.ts';
import { replaceDangerous, sanitizeText } from '../../output/text/sanitize-text.ts';

/** Lists of words up to this length are on one line. */
const SHORT_LIST = 60;
const LINE_WIDTH = 80;
/** With its name, a text of this length may exceed the line width. */
const LONG_TEXT = 60;

const REPLACEMENT = '\uFFFD';

/**
 * Serializes a value as readable YAML: short lists on one line, long texts folded, multi-line texts as
 * blocks. Text that YAML 1.1 or 1.2 would parse as another type is quoted. All lines are safe for a terminal,
 * and the text parses to the same value.
 *
 * @param value a JSON value
 */
export function toYaml(value: unknown): string {
  const document = createYamlDocument(value);
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false });
}

/** A document with the styles that this program writes. */
function createYamlDocument(value: unknown): Document {
  const document = new Document(value, { ...YAML_OPTIONS, aliasDuplicateObjects: false });
  visit(document, {
    Seq(_key, list) {
      list.flow = isShort(list);
    },
    Scalar(_key, scalar) {
      scalar.type = chooseTextType(scalar.value);
    },
  });
  return document;
}

function isShort({ items }: YAMLSeq): boolean {
  const words = items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []));
  return words.length === items.length && words.join(', ').length <= SHORT_LIST;
}

/** The preferred style of a text. */
function chooseTextType(value: unknown): Scalar.Type {
  if (typeof value !== 'string') return Scalar.PLAIN;
  if (value.includes('\n')) return Scalar.BLOCK_LITERAL;
  return value.length < LONG_TEXT ? Scalar.PLAIN : Scalar.BLOCK_FOLDED;
}

const SAFE_TEXT: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (text) => text,
  stringify(item, context, ...reported) {
    const text = String(item.value);
    const isUsual = isSafe(text) && !/^\s/.test(text); // the library's block styles lose leading space
    const usual = isUsual ? stringifyString(item, { ...context, actualString: true }, ...reported) : null;
    return usual !== null && isSafe(usual) && isReadAs(text, usual) ? usual : quoteText(text);
  },
};

/** The library writes a line that is one space as a backslash, in a quoted text of several lines. */
function isReadAs(text: string, written: string): boolean {
  return !(written.startsWith('"') && written.includes('\n')) || parse(written) === text;
}

/** U+FFFD is escaped: in an editor it would look like an encoding error. */
function isSafe(text: string): boolean {
  return !text.includes(REPLACEMENT) && text.split('\n').every((line) => sanitizeText(line) === line);
}

/** Quotes a text with escapes that differ from those of sanitized text. */
function quoteText(text: string): string {
  const bare = text.replaceAll('\\', '\\x5C').replaceAll('"', '\\"').replaceAll(REPLACEMENT, escapeForYaml);
  const some = `"${replaceDangerous(bare, escapeForYaml)}"`;
  return isSafe(some) ? some : `"${bare.replaceAll(/[^ -~]/gu, escapeForYaml)}"`;
}

function escapeForYaml(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return hex.length > 2 ? `\\U${hex.padStart(8, '0')}` : `\\x${hex.padStart(2, '0')}`;
}

/** How texts are parsed and written, so that each version of YAML reads the same. */
const YAML_OPTIONS = {
  version: '1.2',
  schema: 'core',
  compat: 'yaml-1.1',
  merge: false,
  customTags: (tags: Tags) => [SAFE_TEXT, ...tags],
} as const;

/**
 * Changes one record of a YAML text to another value, and leaves everything else as it is written: comments, order,
 * quotes and line breaks of what has its value already.
 *
 * @param at position of the record among all of the text
 * @returns null where that cannot be done, as with anchors or errors of syntax
 */
export function updateYaml(text: string, at: number, value: LooseRecord): string | null {
  const documents = parseAllDocuments(text, { keepSourceTokens: true, uniqueKeys: false, ...YAML_OPTIONS });
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return null;
  const records = documents.flatMap((document) =>
    (isSeq(document.contents) ? document.contents.items : [document.contents]).flatMap((node) =>
      isMap(node) ? [{ document, node }] : [],
    ),
  );
  const record = records[at];
  if (record === undefined || documents.some(hasAnchors)) return null;
  updateMap(record.node, value);
  const look = { lineWidth: 0, flowCollectionPadding: false, ...detectIndents(text) };
  const written = documents.map((document) => document.toString(look)).join('');
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

/** A change of a part that others refer to would change them too. */
function hasAnchors(document: Document): boolean {
  let found = false;
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node) && node.anchor === undefined) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** Lists at the margin of their key, and wider indents, stay as they are. */
function detectIndents(text: string) {
  const [, indent = '  '] = /^( {2,8})\S/m.exec(text) ?? [];
  return { indent: indent.length, indentSeq: !/^[^\s#-].*:[ \t]*(?:#.*)?\r?\n- /m.test(text) };
}

function updateMap(map: YAMLMap, value: LooseRecord): void {
  for (const name of map.items.map(({ key }) => toText(key)))
    if (!Object.hasOwn(value, name)) map.delete(name);
  for (const [name, member] of Object.entries(value)) {
    const pair = map.items.find(({ key }) => toText(key) === name);
    if (pair === undefined) map.add({ key: name, value: createNode(member) });
    else pair.value = updateNode(pair.value, member);
  }
}

const toText = (key: unknown) => (isScalar(key) ? String(key.value) : String(key));

function updateNode(node: unknown, value: unknown): unknown {
  if (isMap(node) && isRecord(value)) updateMap(node, value);
  else if (isSeq(node) && Array.isArray(value)) updateList(node, value);
  else if (isScalar(node) && isPlain(value)) {
    // an id without quotes is a number to YAML, and a text to crier
    if (node.value === value || node.source === value) return node;
    return Object.assign(createNode(value), { comment: node.comment, commentBefore: node.commentBefore });
  } else return createNode(value);
  return node;
}

function updateList(list: YAMLSeq, values: readonly unknown[]): void {
  const left = [...list.items];
  list.items = values.map((value, at) => {
    const same = left.findIndex((item) => isNode(item) && isSameNode(item, value));
    const [kept] = same < 0 ? [] : left.splice(same, 1);
    if (kept !== undefined) return kept;
    const item = list.items[at];
    const isFree = left.includes(item) && !values.some((each) => isNode(item) && isSameNode(item, each));
    if (!isFree) return createNode(value);
    left.splice(left.indexOf(item), 1);
    return updateNode(item, value);
  });
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

const isNode = (node: unknown): node is Node => isScalar(node) || isMap(node) || isSeq(node);

function isSameNode(node: Node, value: unknown): boolean {
  if (isAlias(node)) return false;
  if (isScalar(node)) return node.value === value || node.source === value;
  return toCanonicalJson(node.toJS(new Document())) === toCanonicalJson(value);
}

function createNode(value: unknown): Node {
  return createYamlDocument(value).contents as Node; // of a value that is not undefined
}
