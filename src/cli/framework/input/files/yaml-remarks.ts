import { Scalar } from 'yaml';
import { type FileKind, isExact, type LocatedValue, type MessageAt, NOT_EXACT } from './parsed-text.ts';

/** A comment on the line of something else. */
interface Remark {
  offset: number;
  text: string;
}

export type YamlRemarks = ReturnType<typeof createYamlRemarks>;

/** The lexer's mark before an unquoted text. */
const TEXT_MARK = '\u001F';

/** `#coffee`, but not `# remark` or `##`. */
const HASHTAG = /^#[^\s#]/;

/** The comments of a YAML text, and those of them that people meant as a part of a text. */
export function createYamlRemarks() {
  /** By the offset of the end of the text before, or of the place where a value is missing. */
  const after = new Map<number, Remark>();
  /** By the start of the text on a later line. */
  const before = new Map<number, Remark>();
  const hashtags: MessageAt[] = [];
  let previous: 'line' | 'mark' | 'text' | 'start' | 'other' = 'line';
  let end = 0;
  let isBlank = false;
  let pending: Remark | null = null;
  return {
    /** Takes the next lexeme of the text. */
    add(lexeme: string, offset: number) {
      const isApart = isBlank;
      isBlank = /^[ \t]+$/.test(lexeme);
      if (isBlank || lexeme === '') return;
      if (lexeme.startsWith('#') && previous !== 'mark') {
        const remark = { offset, text: lexeme };
        if (HASHTAG.test(lexeme) && isApart && previous !== 'line')
          hashtags.push({ offset, words: SWALLOWED });
        if (previous === 'text') after.set(end, remark);
        if (previous === 'start') {
          after.set(offset, remark);
          pending = remark;
        }
        return;
      }
      if (/^[\r\n]+$/.test(lexeme) && previous !== 'mark') {
        previous = 'line';
        return;
      }
      if (previous === 'mark' && pending !== null) before.set(offset, pending);
      if (lexeme !== TEXT_MARK) pending = null;
      end = offset + lexeme.length;
      previous = classify(lexeme, previous === 'mark');
    },
    /** Finds the hashtag that may have caused a syntax error: on its line, or on the one before. */
    findCause(text: string, at: number): MessageAt | null {
      const line = text.lastIndexOf('\n', at - 1);
      const from = line < 0 ? 0 : text.lastIndexOf('\n', line - 1);
      return hashtags.findLast(({ offset }) => offset > from && offset <= at) ?? null;
    },
    /**
     * Judges the comment of an unquoted text: a hashtag was meant to be published, a remark in words probably not.
     * Comments behind quotes and lists, and on lines of their own, are remarks.
     */
    judge({ type, value, range, source }: Scalar): {
      fault?: MessageAt;
      warning?: MessageAt;
    } {
      const [start = 0, valueEnd = 0] = range ?? [];
      const isMissing = value === null && source === '';
      if (type !== Scalar.PLAIN) return {};
      const remark = after.get(isMissing ? start : valueEnd) ?? before.get(start);
      if (remark === undefined) return {};
      if (HASHTAG.test(remark.text)) return { fault: { offset: remark.offset, words: SWALLOWED } };
      return isMissing ? {} : { warning: { offset: remark.offset, words: MAYBE_SWALLOWED } };
    },
  };
}

const SWALLOWED =
  'in YAML, # after a space begins a comment, which is not part of the text: put the text in quotes';
const MAYBE_SWALLOWED = 'this is a comment; if it belongs to the text, put the text in quotes';

function classify(lexeme: string, isText: boolean): 'mark' | 'text' | 'start' | 'other' {
  if (isText) return 'text';
  if (lexeme === TEXT_MARK) return 'mark';
  return lexeme === ':' || lexeme === '-' ? 'start' : 'other';
}

type ScalarValue = (LocatedValue & { kind: 'scalar' })['value'];

/**
 * Reads a scalar as its field takes it: in a field of text, an unquoted number keeps its characters, `true` is a word,
 * and a hashtag behind an unquoted text is a mistake.
 *
 * @param type of the field
 */
export function readYamlScalar(
  node: Scalar,
  { type, remarks }: { type: ReturnType<FileKind['getFieldType']>; remarks: YamlRemarks },
): { value: ScalarValue; faults: readonly MessageAt[]; warnings: readonly MessageAt[] } {
  const { value, source = '' } = node;
  const offset = node.range?.[0] ?? 0;
  const remark = type === 'text' ? remarks.judge(node) : {};
  const said = {
    faults: [remark.fault ?? []].flat(),
    warnings: [remark.warning ?? []].flat(),
  };
  const add = (kind: 'faults' | 'warnings', words: string) => ({
    ...said,
    value: source,
    [kind]: [...said[kind], { offset, words }],
  });
  if (remark.fault !== undefined && source === '') return { ...said, value: '#' };
  if (node.type !== Scalar.PLAIN || typeof value === 'string')
    return { ...said, value: toScalarValue(value) };
  if (typeof value === 'number' && type === 'number')
    return isExact(source) ? { ...said, value } : add('faults', `${source} ${NOT_EXACT}`);
  if (typeof value === 'number' || (typeof value === 'boolean' && type === 'text'))
    return add('warnings', `${source} is read as text; put it in quotes`);
  if (value === null && source !== '' && type === 'text')
    return add('faults', `${source} means nothing in YAML; to mean the word, write it in quotes`);
  return { ...said, value: toScalarValue(value) };
}

function toScalarValue(value: unknown): ScalarValue {
  const isValue = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isValue ? (value as ScalarValue) : String(value); // checked above
}
