import { resolveSynonym } from '../../command/command.ts';
import type { CompletionKind } from '../../input/flags/flags.ts';

/** A value and its description, which may be empty. */
export type CompletionChoice = readonly [value: string, about: string];

/** The choices of a value: a fixed list, names of a kind, or anything (null). */
export type ValueNode = readonly CompletionChoice[] | CompletionKind | null;

export interface FlagNode {
  /** The long form first. */
  readonly names: readonly string[];
  readonly about: string;
  /** Whether it takes no value. */
  readonly isSwitch: boolean;
  readonly value: ValueNode;
  readonly repeats: boolean;
}

export interface ArgumentNode {
  readonly value: ValueNode;
  /** Whether it takes all remaining words. */
  readonly repeats: boolean;
}

export interface CommandNode {
  readonly path: readonly string[];
  readonly about: string;
  readonly arguments: readonly ArgumentNode[];
  readonly flags: readonly FlagNode[];
  /** Shared flag sets, by their indexes in the tree's `sets`. */
  readonly sets: readonly number[];
  /** Values of `--fields`. */
  readonly fields: readonly string[];
  /** Whether its arguments are the command line of another program. */
  readonly passesOn: boolean;
}

/** Kinds of names that are known at build time. */
type KnownOffer = Extract<
  CompletionKind,
  'area' | 'code' | 'explainable' | 'networks' | 'setting' | 'webhook action' | 'webhook event'
>;

/** Everything that completion needs; the build stores it as JSON. */
export interface CompletionTree {
  readonly commands: readonly CommandNode[];
  /** Groups of commands, by their paths: `sandbox clock`. */
  readonly groups: readonly CompletionChoice[];
  readonly topics: readonly CompletionChoice[];
  readonly sets: readonly (readonly FlagNode[])[];
  readonly names: Readonly<Record<KnownOffer, readonly CompletionChoice[]>>;
  /** Valid values of settings that have a fixed list. */
  readonly settingValues: Readonly<Record<string, readonly CompletionChoice[]>>;
  /** The aliases of the built-in sandbox's profiles. */
  readonly sandboxAliases: readonly CompletionChoice[];
}

/** The context of the current word, from the words before it. */
export interface WordsReading {
  /** The path of a command or group; `help` may be the first word. */
  readonly path: readonly string[];
  /** The command, when its path is complete. */
  readonly command: CommandNode | null;
  /** Its arguments so far. */
  readonly words: readonly string[];
  /** The flag whose value is the current word. */
  readonly awaiting: FlagNode | null;
  /** After `--`, or after the first word of another program: no word is a flag of ours. */
  readonly endsFlags: boolean;
  /** Given flags by long name, with their last value. */
  readonly given: ReadonlyMap<string, string>;
}

const HELP = 'help';

/**
 * Parses the finished words as running the line would: flags may come between the words of a command, and
 * take a value. Nothing is refused; invalid words just have no choices after them.
 */
export function readWords(before: readonly string[], tree: CompletionTree): WordsReading {
  let path: readonly string[] = [];
  const words: string[] = [];
  const given = new Map<string, string>();
  let command: CommandNode | null = null;
  let awaiting: FlagNode | null = null;
  let endsFlags = false;
  for (const word of before) {
    if (awaiting !== null) {
      given.set(awaiting.names[0] ?? '', word);
      awaiting = null;
    } else if (word === '--' && !endsFlags) endsFlags = true;
    else if (word.startsWith('-') && word !== '-' && !endsFlags) {
      awaiting = readFlags(word, listFlags(command, tree), given);
    } else if (command === null && isCommandPrefix(resolveSynonym([...path, word]), tree)) {
      path = resolveSynonym([...path, word]);
      command = tree.commands.find((each) => each.path.join(' ') === path.join(' ')) ?? null;
    } else {
      words.push(word);
      if (command?.passesOn === true) endsFlags = true;
    }
  }
  return { path, command, words, awaiting, endsFlags, given };
}

/** Lists the flags of a command, its own first; without a command, those of any. */
export function listFlags(command: CommandNode | null, tree: CompletionTree): readonly FlagNode[] {
  const sets = command === null ? tree.sets : command.sets.map((at) => tree.sets[at] ?? []);
  const flags = [...(command?.flags ?? []), ...sets.flat()];
  return [...new Map(flags.map((flag) => [flag.names[0], flag])).values()];
}

/** Lists the words that can follow a path, without duplicates. */
export function listNextWords(path: readonly string[], tree: CompletionTree): readonly CompletionChoice[] {
  const under = tree.commands.filter((command) => path.every((word, at) => command.path[at] === word));
  const next = new Map(
    under.flatMap((command) => {
      const word = command.path[path.length];
      if (word === undefined) return [];
      const isCommand = command.path.length === path.length + 1;
      const group = tree.groups.find(([name]) => name === [...path, word].join(' '));
      return [[word, isCommand ? command.about : (group?.[1] ?? '')] as const];
    }),
  );
  return [...next];
}

function isCommandPrefix(path: readonly string[], tree: CompletionTree): boolean {
  const rest = path[0] === HELP ? path.slice(1) : path;
  if (rest.length === 0) return true;
  const isTopic = path[0] === HELP && rest.length === 1 && tree.topics.some(([name]) => name === rest[0]);
  return isTopic || tree.commands.some((command) => rest.every((word, at) => command.path[at] === word));
}

/** Records the flags of one word and returns the one that still needs a value: `--platform`, `-c`, `-qo`. */
function readFlags(word: string, flags: readonly FlagNode[], given: Map<string, string>): FlagNode | null {
  if (word.startsWith('--')) {
    const [name = '', ...value] = word.split('=');
    const flag = flags.find(({ names }) => names.includes(name));
    if (flag === undefined) return null;
    given.set(name, value.join('='));
    return value.length === 0 && !flag.isSwitch ? flag : null;
  }
  for (let at = 1; at < word.length; at += 1) {
    const flag = flags.find(({ names }) => names.includes(`-${word[at]}`));
    if (flag === undefined) return null;
    given.set(flag.names[0] ?? '', flag.isSwitch ? '' : word.slice(at + 1));
    if (!flag.isSwitch) return at + 1 === word.length ? flag : null;
  }
  return null;
}
