import { Document, isScalar, Scalar, type ScalarTag, visit, type YAMLSeq } from 'yaml';
import { stringifyString } from 'yaml/util';
import { replaceDangerous, sanitizeText } from '../render/sanitize-text.ts';
import { LOST } from './parsed-text.ts';

/** A list of words stands on one line up to this length. */
const SHORT_LIST = 60;
const LINE_WIDTH = 80;
/** With its name before it, a text of this length may pass the end of a line. */
const LONG_TEXT = 60;

/**
 * Writes a value as YAML that people like to read: short lists of words on one line, long texts folded, the lines of
 * a text below each other. What could pass for another type, also to readers of YAML 1.1, stands in quotes. Making it
 * fit for people changes no line of it, and it reads back as the same value.
 *
 * @param value as JSON has it
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

/** How a text is written if nothing in it speaks against that. */
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
  stringify(item, context, ...told) {
    const text = String(item.value);
    const isUsual = isSafe(text) && !/^\s/.test(text); // the library's blocks lose space at the beginning
    const usual = isUsual ? stringifyString(item, { ...context, actualString: true }, ...told) : null;
    return usual !== null && isSafe(usual) ? usual : quoteText(text);
  },
};

/** What was lost once is written as an escape: in a file it would look as if it had been lost there. */
function isSafe(text: string): boolean {
  return !text.includes(LOST) && text.split('\n').every((line) => sanitizeText(line) === line);
}

/** Between quotes, with escapes that are not those which text for people has: these would be taken for its own. */
function quoteText(text: string): string {
  const bare = text.replaceAll('\\', '\\x5C').replaceAll('"', '\\"').replaceAll(LOST, escapeForYaml);
  const some = `"${replaceDangerous(bare, escapeForYaml)}"`;
  return isSafe(some) ? some : `"${bare.replaceAll(/[^ -~]/gu, escapeForYaml)}"`;
}

function escapeForYaml(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return hex.length > 2 ? `\\U${hex.padStart(8, '0')}` : `\\x${hex.padStart(2, '0')}`;
}
