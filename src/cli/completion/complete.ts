import type { CompletionKind } from '../flags.ts';
import { flagsOf, type Reading, readWords, wordsBehind } from './read-words.ts';
import type { SavedNames } from './saved-names.ts';
import type { Choice, CompletionTree, FlagNode, ValueNode } from './tree.ts';

/** An unfinished line: its finished words behind the program's name, and what stands of the last one. */
export interface Line {
  readonly before: readonly string[];
  readonly current: string;
}

/** What may stand in the place of the last word. */
export interface Offered {
  readonly choices: readonly Choice[];
  /** `more`: no space is put behind a choice, since it may go on; `files`: the shell offers its files. */
  readonly ending: 'space' | 'more' | 'files';
}

const NOTHING: Offered = { choices: [], ending: 'space' };
const FILES: Offered = { choices: [], ending: 'files' };

const HELP_FLAGS: readonly Choice[] = [
  ['--help', 'explain this command'],
  ['-h', 'explain this command'],
];
const VERSION_FLAGS: readonly Choice[] = [
  ['--version', 'print the version'],
  ['-V', 'print the version'],
];

/**
 * What the word at the cursor may become. The choices are not yet narrowed to those that begin as it does: some shells
 * match more freely.
 *
 * @param savedNames what this machine has saved; asked for only when it matters
 */
export function complete(
  { before, current }: Line,
  tree: CompletionTree,
  savedNames: (context: string | null) => SavedNames,
): Offered {
  const reading = readWords(before, tree);
  const { awaiting, endsFlags, command, path, words } = reading;
  const offer = (value: ValueNode, typed: string) => valuesOf(value, typed, { reading, tree, savedNames });
  if (command?.passesOn === true && endsFlags) return FILES;
  if (awaiting !== null) return offer(awaiting.value, current);
  if (current.startsWith('-') && !endsFlags) {
    const [name = '', ...typed] = current.split('=');
    if (typed.length === 0) return { choices: flagChoices(reading, tree), ending: 'space' };
    const flag = flagsOf(command, tree).find(({ names }) => names.includes(name));
    if (flag === undefined || flag.isSwitch || !name.startsWith('--')) return NOTHING;
    return prefixed(`${name}=`, offer(flag.value, typed.join('=')));
  }
  if (path[0] === 'help') return { choices: helpChoices(path.slice(1), words, tree), ending: 'space' };
  if (command === null) return { choices: commandChoices(path, words, tree), ending: 'space' };
  const argument = command.arguments[words.length] ?? command.arguments.at(-1);
  if (argument === undefined || (words.length >= command.arguments.length && !argument.repeats))
    return NOTHING;
  const offered = offer(argument.value, current);
  return { ...offered, choices: offered.choices.filter(([value]) => !words.includes(value)) };
}

function prefixed(prefix: string, { choices, ending }: Offered): Offered {
  return { choices: choices.map(([value, about]) => [`${prefix}${value}`, about]), ending };
}

function flagChoices({ command, path, given }: Reading, tree: CompletionTree): readonly Choice[] {
  const open = flagsOf(command, tree).filter(({ names, repeats }) => repeats || !given.has(names[0] ?? ''));
  const own = open.flatMap(({ names, about }: FlagNode) => names.map((name) => [name, about] as const));
  return [...own, ...HELP_FLAGS, ...(path.length === 0 ? VERSION_FLAGS : [])];
}

function commandChoices(
  path: readonly string[],
  words: readonly string[],
  tree: CompletionTree,
): readonly Choice[] {
  if (words.length > 0) return [];
  return [
    ...wordsBehind(path, tree),
    ...(path.length === 0 ? [['help', 'explain a command or a topic'] as const] : []),
  ];
}

function helpChoices(
  path: readonly string[],
  words: readonly string[],
  tree: CompletionTree,
): readonly Choice[] {
  if (words.length > 0) return [];
  const commands = wordsBehind(path, tree);
  const names = new Set(commands.map(([name]) => name));
  return path.length > 0 ? commands : [...tree.topics.filter(([name]) => !names.has(name)), ...commands];
}

interface Around {
  readonly reading: Reading;
  readonly tree: CompletionTree;
  savedNames(context: string | null): SavedNames;
}

function valuesOf(value: ValueNode, typed: string, around: Around): Offered {
  if (value === null) return NOTHING;
  if (typeof value !== 'string') return { choices: value, ending: 'space' };
  if (value === 'file') return FILES;
  if (value === 'field') return fieldsOf(typed, around);
  if (value === 'networks') return listed(around.tree.names.networks, typed);
  return { choices: namesOf(value, around), ending: 'space' };
}

function fieldsOf(typed: string, { reading }: Around): Offered {
  return listed(
    (reading.command?.fields ?? []).map((name) => [name, ''] as const),
    typed,
  );
}

/** Names that stand in one word, a comma between them: the last one is typed. */
function listed(names: readonly Choice[], typed: string): Offered {
  const finished = typed.slice(0, typed.lastIndexOf(',') + 1);
  const chosen = finished.split(',');
  const open = names.filter(([name]) => !chosen.includes(name));
  return { choices: open.map(([name, meaning]) => [`${finished}${name}`, meaning] as const), ending: 'more' };
}

function namesOf(
  offer: Exclude<CompletionKind, 'field' | 'file' | 'networks'>,
  around: Around,
): readonly Choice[] {
  const { reading, tree } = around;
  switch (offer) {
    case 'area':
    case 'code':
    case 'explainable':
    case 'setting':
    case 'webhook action':
    case 'webhook event':
      return tree.names[offer];
    case 'command':
      return wordsBehind(reading.words, tree);
    case 'context':
      return [['sandbox', 'built in'], ...saved(around).contexts];
    case 'saved context':
      return saved(around).contexts;
    case 'sandbox alias':
      return [...tree.sandboxAliases, ['primary', 'the Primary Profile']];
    case 'alias':
      return saved(around).aliases ?? [];
    case 'value of a setting': {
      const setting = reading.words[0] ?? '';
      if (setting === 'profile') return namesOf('alias or none', around);
      return Object.hasOwn(tree.settingValues, setting) ? (tree.settingValues[setting] ?? []) : [];
    }
    case 'alias or none':
      return [...(saved(around).aliases ?? tree.sandboxAliases), ['none', 'the Primary Profile']];
  }
}

function saved({ reading, savedNames }: Around): SavedNames {
  const { given } = reading;
  return savedNames(given.has('--sandbox') ? 'sandbox' : (given.get('--context') ?? null));
}
