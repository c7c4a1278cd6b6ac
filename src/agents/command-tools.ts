import * as z from 'zod';
import { describeCommand, listFlags } from '../cli/framework/argv/describe-command.ts';
import type { Command, CommandEntry } from '../cli/framework/command/command.ts';
import type { FlagFacts } from '../cli/framework/input/flags/describe-schema.ts';
import type { AgentTool } from './tool.ts';
import { WebUrl } from './tool-fields.ts';

/**
 * The commands that `--tools` and `--all-tools` offer, by their noun. Left out is what reads or writes files, keys or
 * settings of the machine (other than the archive of comments), runs until it is stopped, or sends to an address that the caller names.
 */
export const OFFERED_COMMANDS = {
  analytics: ['links', 'post', 'social'],
  audio: ['get', 'search'],
  automations: [
    ...['activity', 'create', 'delete', 'doctor', 'explain', 'get', 'list', 'pause', 'report', 'resume'],
    ...['test', 'update'],
  ],
  comments: ['create', 'delete', 'done', 'get', 'inbox', 'replies', 'reply', 'search', 'stats'],
  errors: ['list', 'search', 'show'],
  feeds: ['add', 'list', 'remove', 'show', 'update'],
  hashtags: ['check', 'suggest'],
  hooks: ['explain', 'history', 'list', 'register', 'unregister'],
  inbox: ['done', 'list'],
  links: ['create', 'list', 'show'],
  media: ['list', 'resize', 'show'],
  messages: ['autoresponse', 'list', 'send', 'show'],
  networks: ['list', 'show'],
  pause: [''],
  posts: [
    ...['approve', 'calendar', 'copy', 'create', 'delete', 'get', 'list', 'pause', 'preview', 'resume'],
    ...['retry', 'update', 'validate'],
  ],
  profiles: ['health', 'list'],
  replies: ['list', 'remove', 'save'],
  report: [''],
  resume: [''],
  reviews: ['delete', 'list', 'reply'],
  schedule: ['delete', 'list', 'set'],
  status: [''],
  user: [''],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The nouns of tools, as `--tools` and `--allow-writes` name them. */
export type ToolNoun = keyof typeof OFFERED_COMMANDS;
export const TOOL_NOUNS = Object.keys(OFFERED_COMMANDS) as [ToolNoun, ...ToolNoun[]]; // the keys of the literal

/** Flags that name files, answer for a person, shape the output, or run for long. */
const HIDDEN = [
  ...[
    'all',
    'allProfiles',
    'allScheduled',
    'archive',
    'as',
    'concurrency',
    'every',
    'follow',
    'list',
    'skipCheck',
  ],
  ...['noInput', 'resume', 'store', 'watch', 'wide', 'yes', 'skipInvalid'],
];
/** Without its hidden flags, such as `archive`, it changes nothing. */
const ONLY_READING = ['automations activity'];
/** Of those that commands share. */
const SHARED = ['profile', 'tz', 'dryRun'];

/** Makes a tool for each offered command of a noun. */
export async function loadCommandTools(
  noun: ToolNoun,
  commands: readonly CommandEntry[],
): Promise<readonly AgentTool[]> {
  const offered: readonly string[] = OFFERED_COMMANDS[noun];
  return Promise.all(
    offered.map(async (verb) => {
      const path = [noun, ...verb.split(' ')].filter(Boolean);
      const entry = commands.find((each) => each.path.join(' ') === path.join(' '));
      if (entry === undefined) throw new Error(`there is no command "${path.join(' ')}"`);
      return toTool(noun, path, await entry.load());
    }),
  );
}

function toTool(noun: string, path: readonly string[], command: Command): AgentTool {
  const { summary } = command;
  const changes = command.changes === true && !ONLY_READING.includes(path.join(' '));
  const facts = describeCommand(command);
  const positional = new Set(facts.positional.map(({ key }) => key));
  const own = facts.sets.filter(({ isOwn }) => isOwn).flatMap(({ flags }) => flags);
  const shared = listFlags(facts).filter(({ key }) => SHARED.includes(key));
  const offered = [...facts.positional, ...own, ...shared].filter(
    (flag) => positional.has(flag.key) || isOffered(flag),
  );
  const fields = offered.map((flag) => [flag.key, toField(flag)] as const);
  return {
    name: path.join('_').replaceAll('-', '_'),
    noun,
    title: summary,
    description: `${summary}.`,
    effect: !changes ? 'read' : path.at(-1) === 'delete' || path.at(-1) === 'remove' ? 'delete' : 'change',
    input: z.strictObject(Object.fromEntries(fields)),
    toCall: (input) => ({ path, input }),
  };
}

function isOffered({ key, syntax }: FlagFacts): boolean {
  const namesFile = syntax.offers === 'file' || syntax.placeholder === 'file';
  // a text of these is escaped, but what is in an action or trigger may name a file
  const readsFile = syntax.readsFile === true && (key === 'trigger' || key === 'action');
  return !namesFile && !readsFile && !HIDDEN.includes(key) && syntax.deprecated === undefined;
}

/** The schema of a flag without unions: its check is that of the command. */
function toField({ kind, choices, isList, isRequired, description, syntax, key }: FlagFacts): z.ZodType {
  const value =
    syntax.placeholder === 'url-or-file' || (key === 'media' && kind === 'text')
      ? WebUrl
      : kind === 'boolean'
        ? z.boolean()
        : kind === 'number'
          ? z.number()
          : choices === null || choices.length === 0
            ? z.string().max(100_000)
            : z.enum(choices as [string, ...string[]]); // not empty
  const field = isList ? z.array(value).max(100) : value;
  return (isRequired ? field : field.optional()).describe(description);
}
