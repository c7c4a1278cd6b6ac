import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

/** @see docs/command-line.md#texts */
const FORMS = [
  ['--text-file post.txt', 'the text of a file; - for standard input'],
  ['--dm @dm.txt', 'the same, for flags whose help says that @file reads a file; - for standard input'],
  ['--dm "@{{recipient_username}} hi"', 'a text: a value with blanks or braces is no file'],
  ['--dm @@team', 'a text that begins with one @'],
  ['--text @kestrellane', 'a mention; @post.txt is refused here, or questioned on a terminal'],
  [String.raw`--text 'One\nTwo'`, 'a backslash and an n, after a warning: nothing reads escapes'],
] as const;

const SHELLS = [
  ['bash, zsh', String.raw`'…' or "…"; a line break is $'One\nTwo'`],
  ['Git Bash', 'also replaces a slash at the beginning: write paths without it, or set MSYS_NO_PATHCONV=1'],
  ['PowerShell 5.1', String.raw`write a double quote within a value as \", and an empty value as --notes=`],
  ['PowerShell', "quote '@file', 'a,b' and '--'"],
  ['cmd.exe', 'takes only "…" for quotes'],
] as const;

export const topic: Topic = {
  summary: 'Texts, files and quotes on the command line',
  text: (width) => `
Flags that take a text treat @, - and escapes alike:

${formatRows(FORMS, width)}

Shells differ in quotes. What one of them probably changed is refused or warned of before anything is sent:

${formatRows(SHELLS, width)}

In all of them, a text in a file arrives as it is. A value that begins with - comes behind --.

  $ crier posts check --platform bluesky --text "Fresh beans, in the shop from nine"
  $ crier api user --sandbox
`,
};
