import { sanitizeText } from '../render/sanitize-text.ts';
import { complete, type Line, type Offered } from './complete.ts';
import { readLine } from './read-line.ts';
import { type Look, savedNames } from './saved-names.ts';
import type { Choice, CompletionTree } from './tree.ts';
import { writtenTree } from './written-tree.ts';

/**
 * Answers a shell that asks what the word at the cursor may become. The first line says what goes with the choices
 * (`:space`, `:more`, `:files`), each other line is a choice, a tab, and a few words about it. Bash gets what it puts
 * on the line instead, and what it shows where it only lists.
 *
 * @param words the shell's name, and what its script hands over
 * @returns nothing when anything at all goes wrong: a keystroke is no place for an error
 */
export async function completionAnswer(
  words: readonly string[],
  look: Look,
  readTree: () => Promise<CompletionTree> = writtenTree,
): Promise<string> {
  try {
    const [shell = '', ...rest] = words;
    const answer = Object.hasOwn(ANSWERS, shell) ? ANSWERS[shell] : undefined;
    return answer === undefined ? '' : answer(rest, await readTree(), look);
  } catch {
    return '';
  }
}

type Answer = (words: readonly string[], tree: CompletionTree, look: Look) => string;

const ANSWERS: Readonly<Record<string, Answer>> = {
  bash: answerBash,
  zsh: answerWords,
  fish: answerFish,
  powershell: answerPowerShell,
};

function offeredFor(line: Line, tree: CompletionTree, look: Look): Offered {
  return complete(line, tree, (context) => savedNames(look, context));
}

/** Words as they are, the unfinished one last. */
function answerWords(words: readonly string[], tree: CompletionTree, look: Look): string {
  return written(offeredFor({ before: words.slice(0, -1), current: words.at(-1) ?? '' }, tree, look));
}

/**
 * The last word of fish comes as it was typed, an open quote included. Fish puts a space behind the only choice; one
 * that may go on therefore stands beside itself with a comma.
 */
function answerFish(words: readonly string[], tree: CompletionTree, look: Look): string {
  const { current } = readLine(words.at(-1) ?? '', '');
  const offered = offeredFor({ before: words.slice(0, -1), current }, tree, look);
  const [only, ...others] = beginningWith(current, offered.choices);
  if (offered.ending !== 'more' || only === undefined || others.length > 0) return written(offered);
  return written({ ...offered, choices: [only, [`${only[0]},`, 'and another']] });
}

/** One word that any PowerShell passes on unharmed: base64 of all words, a line each, the unfinished one last. */
function answerPowerShell([packed = '']: readonly string[], tree: CompletionTree, look: Look): string {
  const words = Buffer.from(packed, 'base64').toString('utf8').split('\n');
  const current = words.at(-1) ?? '';
  const offered = offeredFor({ before: words.slice(0, -1), current }, tree, look);
  return written({ ...offered, choices: beginningWith(current, offered.choices) });
}

/** `COMP_TYPE` of a look at the choices that puts nothing on the line. */
const LISTS = ['63', '33', '64'];

/**
 * Bash replaces the part of the word behind its last break, takes what it gets as it is, and shows the same: so its
 * choices begin there, and have their descriptions only where they are listed.
 */
function answerBash(
  [line = '', breaks = '', type = '', columns = '']: readonly string[],
  tree: CompletionTree,
  look: Look,
): string {
  const { before, current, kept, quote, isRedirection } = readLine(line, breaks);
  if (isRedirection) return ':files\n';
  const { choices, ending } = offeredFor({ before, current }, tree, look);
  const fitting = beginningWith(current, choices).map(
    ([value, about]) => [value.slice(kept), about] as const,
  );
  const isList = LISTS.includes(type) && fitting.length > 1;
  const lines = isList
    ? listed(fitting, Number(columns))
    : fitting.map(([value]) => (quote === null ? value.replaceAll(' ', '\\ ') : value));
  return [`:${ending}`, ...lines, ''].join('\n');
}

/** Choices with their descriptions beside them, each so wide that it has a line of its own. */
function listed(choices: readonly Choice[], columns: number): readonly string[] {
  const widest = Math.max(...choices.map(([value]) => value.length));
  const room = Math.max(0, columns - widest - 5);
  const isWorthIt = room >= 16 && choices.some(([, about]) => about !== '');
  if (!isWorthIt) return choices.map(bareValue);
  return choices.map(([value, about]) => {
    const words = about.length > room ? `${about.slice(0, room - 1)}…` : about;
    const shown = words === '' ? value : `${value.padEnd(widest)}  (${words})`;
    return shown.padEnd(Math.ceil(columns / 2));
  });
}

function beginningWith(typed: string, choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(([value]) => value.startsWith(typed)).filter(isPlain);
}

function written({ choices, ending }: Offered): string {
  const lines = choices.filter(isPlain).map(([value, about]) => `${value}\t${sanitizeText(about)}`);
  return [`:${ending}`, ...lines, ''].join('\n');
}

/** Letters, digits, spaces, and a few signs that no shell has a meaning for; anything else is never offered. */
function isPlain([value]: Choice): boolean {
  return /^[\w.,:=/@%+-][\w.,:=/@%+ -]*$/.test(value);
}

function bareValue([value]: Choice): string {
  return value;
}
