import { Composer, type Document, Lexer, Parser } from 'yaml';
import type { MessageAt } from './file-position.ts';
import { DEEPEST, type FileKind } from './parsed-text.ts';

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
export interface YamlDocuments {
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
