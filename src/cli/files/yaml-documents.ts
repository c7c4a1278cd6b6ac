import { Composer, type Document, Lexer, Parser } from 'yaml';
import type { MessageAt } from './file-position.ts';
import { DEEPEST, type FileKind } from './parsed-text.ts';

/** Far more signs and words than what people write; what is longer would take seconds to read. */
const MOST_LEXEMES = 250_000;

/** YAML 1.2 alone, whatever the text says of itself: `on` and `no` are texts, and nothing is merged. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false, // looks through all keys for each; ours are compared where they are read
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** The documents of a text. */
export interface YamlDocuments {
  readonly documents: readonly Document[];
  /** Where each text in quotes begins, by where it ends. */
  readonly quotes: ReadonlyMap<number, number>;
}

/**
 * Reads the documents of a YAML text. The parser of the library keeps a stack of its own, but what makes documents of
 * its tokens calls itself for each level, and too many of them end the process: so they are counted before.
 *
 * @returns what is wrong, when the text is more than can be read
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
    // a level is two tokens at most: a collection, and what stands in it
    if (parser.stack.length > 2 * DEEPEST) {
      return { offset: parser.offset, words: `is nested more than ${DEEPEST} deep` };
    }
    if (lexemes > MOST_LEXEMES) return { offset: parser.offset, words: `holds more than ${several} need` };
  }
  tokens.push(...parser.end());
  return { documents: [...new Composer(OPTIONS).compose(tokens)], quotes };
}
