import { Document, isScalar, Scalar, type ScalarTag, visit, type YAMLSeq } from 'yaml';
import { stringifyString } from 'yaml/util';
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
  const document = new Document(value, {
    version: '1.2',
    schema: 'core',
    compat: 'yaml-1.1',
    merge: false,
    aliasDuplicateObjects: false,
    customTags: (tags) => [SAFE_TEXT, ...tags],
  });
  visit(document, {
    Seq(_key, list) {
      list.flow = isShort(list);
    },
    Scalar(_key, scalar) {
      scalar.type = chooseTextType(scalar.value);
    },
  });
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false });
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
    return usual !== null && isSafe(usual) ? usual : quoteText(text);
  },
};

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
