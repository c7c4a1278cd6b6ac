import { Composer, type Document, Lexer, Parser, type YAMLParseError } from 'yaml';
import { DEEPEST, type FileKind, type MessageAt } from './parsed-text.ts';

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
  readonly documents: readonly Document[];
  /** Start offset of each quoted string, by its end offset. */
  readonly quotes: ReadonlyMap<number, number>;
}

/**
 * Parses the documents of a YAML text. The library's parser is iterative, but its composer recurses for each
 * level and can overflow the stack: so levels are counted before.
 *
 * @returns a message when the text exceeds the limits
 */
export function parseYamlDocuments(
  text: string,
  { several }: Pick<FileKind, 'several'>,
): YamlDocuments | MessageAt {
  const parser = new Parser();
  const tokens = [];
  const quotes = new Map<number, number>();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset;
    tokens.push(...parser.next(lexeme));
    if (/^["']/.test(lexeme)) quotes.set(parser.offset, start);
    lexemes += 1;
    // a level is at most two tokens: a collection and its item
    if (parser.stack.length > 2 * DEEPEST) {
      return { offset: parser.offset, words: `is nested more than ${DEEPEST} deep` };
    }
    if (lexemes > MOST_LEXEMES) return { offset: parser.offset, words: `is larger than ${several} need` };
  }
  tokens.push(...parser.end());
  return { documents: [...new Composer(OPTIONS).compose(tokens)], quotes };
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
  ['MISSING_CHAR', /^Comments/, 'a comment needs a space before #'],
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

/** The source of a YAML text. */
interface YamlSource {
  readonly text: string;
  /** Where each text in quotes begins, by where it ends. */
  readonly quotes: ReadonlyMap<number, number>;
}

/**
 * Describes the syntax errors of a YAML text: only the first of each line, since the others usually follow
 * from it.
 */
export function describeYamlFaults(
  errors: readonly YAMLParseError[],
  written: YamlSource,
): readonly MessageAt[] {
  const lines = new Set<number>();
  return errors.flatMap((error) => {
    const fault = describeFault(error, written);
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
