import { lstatSync, readFileSync } from 'node:fs';
import { isRecord } from '../../../../domain/json/loose-record.ts';
import { INPUT_LIMITS } from '../../../../storage/input-limits.ts';
import type { World } from '../../../../world.ts';
import type { CompletionKind } from '../../input/flags/flags.ts';
import { findProjectFile, getSettingsPaths } from '../../settings/paths.ts';
import { findNameFault } from '../../settings/setting-name.ts';
import {
  type CompletionChoice,
  type CompletionTree,
  type FlagNode,
  listFlags,
  listNextWords,
  readWords,
  type ValueNode,
  type WordsReading,
} from './completion-tree.ts';

import { type RecentKind, readRecentIds } from './recent-ids.ts';

/** An unfinished line: its finished words after the program's name, and the start of the last one. */
export interface CompletionLine {
  readonly before: readonly string[];
  readonly current: string;
}

/** Choices for the last word. */
export interface CompletionOffer {
  readonly choices: readonly CompletionChoice[];
  /** `more`: no space is added after a choice, since it may continue; `files`: the shell offers files. */
  readonly ending: 'space' | 'more' | 'files';
}

const NOTHING: CompletionOffer = { choices: [], ending: 'space' };
const FILES: CompletionOffer = { choices: [], ending: 'files' };

const HELP_FLAGS: readonly CompletionChoice[] = [
  ['--help', 'explain this command'],
  ['-h', 'explain this command'],
];
const VERSION_FLAGS: readonly CompletionChoice[] = [
  ['--version', 'print the version'],
  ['-V', 'print the version'],
];

/**
 * Completes the word at the cursor. The choices are not filtered by its prefix, since some shells match more
 * loosely.
 *
 * @param savedNames reads the names saved on this machine, on demand
 */
export function complete(
  { before, current }: CompletionLine,
  tree: CompletionTree,
  savedNames: (context: string | null) => SavedNames,
): CompletionOffer {
  const reading = readWords(before, tree);
  const { awaiting, endsFlags, command, path, words } = reading;
  const offer = (value: ValueNode, typed: string) => offerValues(value, typed, { reading, tree, savedNames });
  if (command?.passesOn === true && endsFlags) return FILES;
  if (awaiting !== null) return offer(awaiting.value, current);
  if (current.startsWith('-') && !endsFlags) {
    const [name = '', ...typed] = current.split('=');
    if (typed.length === 0) return { choices: listFlagChoices(reading, tree), ending: 'space' };
    const flag = listFlags(command, tree).find(({ names }) => names.includes(name));
    if (flag === undefined || flag.isSwitch || !name.startsWith('--')) return NOTHING;
    return addPrefix(`${name}=`, offer(flag.value, typed.join('=')));
  }
  if (path[0] === 'help') return { choices: listHelpChoices(path.slice(1), words, tree), ending: 'space' };
  if (command === null) return { choices: listCommandChoices(path, words, tree), ending: 'space' };
  const argument = command.arguments[words.length] ?? command.arguments.at(-1);
  if (argument === undefined || (words.length >= command.arguments.length && !argument.repeats))
    return NOTHING;
  const offered = offer(argument.value, current);
  return { ...offered, choices: offered.choices.filter(([value]) => !words.includes(value)) };
}

function addPrefix(prefix: string, { choices, ending }: CompletionOffer): CompletionOffer {
  return { choices: choices.map(([value, about]) => [`${prefix}${value}`, about]), ending };
}

function listFlagChoices(
  { command, path, given }: WordsReading,
  tree: CompletionTree,
): readonly CompletionChoice[] {
  const open = listFlags(command, tree).filter(({ names, repeats }) => repeats || !given.has(names[0] ?? ''));
  const own = open.flatMap(({ names, about }: FlagNode) => names.map((name) => [name, about] as const));
  return [...own, ...HELP_FLAGS, ...(path.length === 0 ? VERSION_FLAGS : [])];
}

function listCommandChoices(
  path: readonly string[],
  words: readonly string[],
  tree: CompletionTree,
): readonly CompletionChoice[] {
  if (words.length > 0) return [];
  return [
    ...listNextWords(path, tree),
    ...(path.length === 0 ? [['help', 'explain a command or a topic'] as const] : []),
  ];
}

function listHelpChoices(
  path: readonly string[],
  words: readonly string[],
  tree: CompletionTree,
): readonly CompletionChoice[] {
  if (words.length > 0) return [];
  const commands = listNextWords(path, tree);
  const names = new Set(commands.map(([name]) => name));
  return path.length > 0 ? commands : [...tree.topics.filter(([name]) => !names.has(name)), ...commands];
}

interface CompletionContext {
  readonly reading: WordsReading;
  readonly tree: CompletionTree;
  savedNames(context: string | null): SavedNames;
}

function offerValues(value: ValueNode, typed: string, around: CompletionContext): CompletionOffer {
  if (value === null) return NOTHING;
  if (typeof value !== 'string') return { choices: value, ending: 'space' };
  if (value === 'file') return FILES;
  if (value === 'field') return offerFields(typed, around);
  if (value === 'networks') return offerInList(around.tree.names.networks, typed);
  return { choices: listOffered(value, around), ending: 'space' };
}

function offerFields(typed: string, { reading }: CompletionContext): CompletionOffer {
  return offerInList(
    (reading.command?.fields ?? []).map((name) => [name, ''] as const),
    typed,
  );
}

/** Completes the last name of a comma-separated list. */
function offerInList(names: readonly CompletionChoice[], typed: string): CompletionOffer {
  const finished = typed.slice(0, typed.lastIndexOf(',') + 1);
  const chosen = finished.split(',');
  const open = names.filter(([name]) => !chosen.includes(name));
  return { choices: open.map(([name, meaning]) => [`${finished}${name}`, meaning] as const), ending: 'more' };
}

function listOffered(
  offer: Exclude<CompletionKind, 'field' | 'file' | 'networks'>,
  around: CompletionContext,
): readonly CompletionChoice[] {
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
      return listNextWords(reading.words, tree);
    case 'zone':
      return Intl.supportedValuesOf('timeZone').map((name) => [name, ''] as const);
    case 'context':
      return [['sandbox', 'built in'], ...readSaved(around).contexts];
    case 'saved context':
      return readSaved(around).contexts;
    case 'sandbox alias':
      return [...tree.sandboxAliases, ['primary', 'the Primary Profile']];
    case 'alias':
      return readSaved(around).aliases ?? [];
    case 'post id':
      return readSaved(around).recent('post');
    case 'automation id':
      return readSaved(around).recent('automation');
    case 'conversation':
      return readSaved(around).recent('conversation');
    case 'schedule title':
      return [
        ['default', ''],
        ...readSaved(around)
          .recent('schedule')
          .filter(([title]) => title !== 'default'),
      ];
    case 'value of a setting': {
      const setting = reading.words[0] ?? '';
      if (setting === 'profile') return listOffered('alias or none', around);
      return Object.hasOwn(tree.settingValues, setting) ? (tree.settingValues[setting] ?? []) : [];
    }
    case 'alias or none':
      return [...(readSaved(around).aliases ?? tree.sandboxAliases), ['none', 'the Primary Profile']];
  }
}

function readSaved({ reading, savedNames }: CompletionContext): SavedNames {
  const { given } = reading;
  return savedNames(given.has('--sandbox') ? 'sandbox' : (given.get('--context') ?? null));
}

/** Names saved on this machine. */
interface SavedNames {
  /** Without the built-in one; each with its host. */
  readonly contexts: readonly CompletionChoice[];
  /** Of the current context; null when that is the built-in one. */
  readonly aliases: readonly CompletionChoice[] | null;
  /** Ids that were shown lately in the current context. */
  recent(kind: RecentKind): readonly CompletionChoice[];
}

/** What is needed to find saved names. */
export type SavedNamesSource = Pick<World, 'env' | 'folder' | 'homeFolder' | 'platform'>;

const SANDBOX = 'sandbox';

/**
 * Reads saved names, and only that: damaged files, symbolic links and invalid names are ignored, nothing is
 * fixed, and no secret is kept.
 *
 * @param named the context named on the command line; null for none
 */
export function readSavedNames(look: SavedNamesSource, named: string | null): SavedNames {
  const settings = readRecord(getSettingsPaths(look).file);
  const contexts = getMember(settings, 'contexts');
  const names = Object.keys(contexts).filter((name) => name !== SANDBOX && findNameFault(name) === null);
  const chosen = named ?? findChosenContext(look, settings) ?? (names.length === 0 ? SANDBOX : '');
  const aliases = Object.keys(getMember(getMember(contexts, chosen), 'profiles'));
  return {
    contexts: names.map((name) => [name, getHost(getMember(contexts, name).baseUrl)] as const),
    aliases:
      chosen === SANDBOX
        ? null
        : aliases.filter((alias) => findNameFault(alias) === null).map((alias) => [alias, ''] as const),
    recent: (kind) => readRecentIds(look, chosen, kind),
  };
}

function findChosenContext({ env, folder }: SavedNamesSource, settings: JsonMembers): string | undefined {
  const file = findProjectFile(folder);
  const ofProject = file === null ? undefined : readRecord(file).context;
  return [env.CRIER_CONTEXT, ofProject, settings.context].find((name) => typeof name === 'string');
}

type JsonMembers = Readonly<Record<string, unknown>>;

function getMember(members: JsonMembers, name: string): JsonMembers {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return isRecord(value) ? value : {};
}

function readRecord(file: string): JsonMembers {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > INPUT_LIMITS.settings) return {};
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The host of a URL; empty for anything else. */
function getHost(address: unknown): string {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).host : '';
}
