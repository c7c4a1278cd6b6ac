import type { YAMLParseError } from 'yaml';
import type { MessageAt } from './file-position.ts';

/** The commonest slips in our own words, by the library's code and a part of its message. */
const SLIPS: readonly (readonly [code: YAMLParseError['code'], message: RegExp, words: string])[] = [
  [
    'BAD_DQ_ESCAPE',
    /./,
    'a backslash between " begins an escape such as \\n; write \\\\ for a backslash, or use \'',
  ],
  ['BAD_INDENT', /end with a \]$/, 'the list in brackets has no closing ], or goes on too far to the left'],
  ['BAD_INDENT', /end with a \}$/, 'the braces have no closing }, or go on too far to the left'],
  ['BAD_INDENT', /^Block scalar lines/, 'a line of the text begins further left than its first line'],
  ['BAD_INDENT', /same column/, 'does not begin below its neighbours, in the same column'],
  ['BAD_SCALAR_START', /./, 'a text cannot begin with this sign; put it in quotes'],
  ['BLOCK_AS_IMPLICIT_KEY', /sequence/, 'this - does not begin below those above, in the same column'],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    /./,
    'this belongs to another level, or is a text with ": " in it that must stand in quotes',
  ],
  ['BLOCK_IN_FLOW', /./, 'lines that begin with - or a name cannot stand between brackets'],
  ['KEY_OVER_1024_CHARS', /./, 'a name is far too long'],
  ['MISSING_CHAR', /Sequence item/, 'neither begins with - nor stands below the names of the entry above'],
  ['MISSING_CHAR', /^Comments/, 'a comment needs a space before its #'],
  ['MISSING_CHAR', /must end with a \]$/, 'the list in brackets has no closing ]'],
  ['MISSING_CHAR', /must end with a \}$/, 'the braces have no closing }'],
  ['MISSING_CHAR', /leading empty lines/, 'an empty line above the text is indented further than the text'],
  ['MISSING_CHAR', /same line with directives/, 'what follows --- begins in a line of its own'],
  ['MISSING_CHAR', /followed by map values/, 'a name needs a colon behind it, and a space'],
  ['MISSING_CHAR', /directives-end/, 'a line that begins with % needs a line of --- below it'],
  ['MISSING_CHAR', /^Missing ,/, 'a comma is missing before this'],
  [
    'MULTILINE_IMPLICIT_KEY',
    /./,
    'has no colon behind it that would make it a name, nor quotes that would make it a text',
  ],
  ['NON_STRING_KEY', /./, 'a name must be a text'],
  ['TAB_AS_INDENT', /./, 'lines are indented with spaces, not with tabs'],
  ['UNEXPECTED_TOKEN', /^Unexpected ,/, 'this comma is one too many'],
  ['UNEXPECTED_TOKEN', /header/, 'nothing can stand behind | or > in its line'],
  ['UNEXPECTED_TOKEN', /./, 'this cannot stand here; a text with signs in it must stand in quotes'],
];

/** What is said of the slips that hardly anybody makes: the library's words are for those who know how YAML is built. */
const UNNAMED = 'this is not how YAML is written; a text with signs in it must stand in quotes';

/** What faults are looked up in. */
interface YamlSource {
  readonly text: string;
  /** Where each text in quotes begins, by where it ends. */
  readonly quotes: ReadonlyMap<number, number>;
}

/**
 * What is wrong with how a YAML text is written. Of what is wrong in one line the first is told: the others follow
 * from it, as a rule.
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
    return { offset: quote, words: `the text that begins here has no closing ${text.charAt(quote)}` };
  }
  // the second brace opens a map that stands for a name
  if (code === 'NON_STRING_KEY' && text.startsWith('{{', start - 1)) {
    return { offset: start - 1, words: 'a text that begins with {{ must stand in quotes' };
  }
  const slip = SLIPS.find(([known, part]) => known === code && part.test(message));
  const offset = Math.min(start, text.trimEnd().length);
  return { offset, words: slip?.[2] ?? UNNAMED };
}
