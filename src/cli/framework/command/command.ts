import type * as z from 'zod';
import type { CrierError } from '../../../errors.ts';
import type { FlagSet } from '../input/flags/flags.ts';
import type { FlagsOfId, ReferenceKind } from '../output/reference.ts';
import type { SearchCount } from '../output/search-count.ts';
import type { ShownCommand } from '../output/text/shell-command.ts';
import type { StreamView, View } from '../output/view.ts';
import type { CommandContext } from './context.ts';

/** The result of a command. The renderer shows it: a command prints nothing itself. */
export interface CommandOutcome {
  /** Null prints nothing: the program that was run printed its own output. */
  view: View | StreamView<unknown> | null;
  /** Whether the plan of a dry run names the profiles. */
  namesProfiles?: boolean;
  /** Ignores `--fields` and `--jq`, because whatever they filter out would be lost. */
  isWhole?: boolean;
  /** The service's body, byte for byte, for `-o raw`. */
  raw?: Uint8Array;
  /**
   * The service's time in milliseconds since 1970, from which `2d ago` is computed (default: this machine's
   * time).
   */
  asOf?: number;
  /** Printed to stderr after the data, one line each. */
  notes?: readonly string[];
  /** Commands to copy, printed after the notes, each on lines that a shell accepts unchanged. */
  commands?: readonly ShownCommand[];
  /** What flags found; where they found nothing, a note says how many records were looked through. */
  searched?: SearchCount | undefined;
  /** The failure of a part, printed after the data: a partial response, or one id of several. */
  failure?: CrierError;
  /** Called when the last records of a stream were printed: what is only known then. */
  finish?(): { notes?: readonly string[]; searched?: SearchCount | undefined; failure?: CrierError };
  /**
   * Keeps the command running after its output, as a server does, until the signal aborts.
   *
   * @returns the exit code
   */
  keepRunning?(signal: AbortSignal): Promise<number>;
}

type FlagSetValues<Sets extends readonly FlagSet[]> = Sets extends readonly [
  infer First extends FlagSet,
  ...infer Rest extends readonly FlagSet[],
]
  ? z.infer<First['schema']> & FlagSetValues<Rest>
  : unknown;

/** How a command reads many. */
interface ReadingManner {
  /** The argument that is an id (default: the first). */
  id?: string;
  /** Whether the id may also be a URL. */
  acceptsUrls?: boolean;
  /** Whether it reads what is recent where no id is given. */
  worksWithoutIds?: boolean;
  /** Whether it reads for all profiles by itself, instead of being run for each. */
  combinesProfiles?: boolean;
}

/** A command: data that describes it, and one function. Its path in `commands/` is its name. */
export interface Command<
  Input extends z.ZodObject = z.ZodObject,
  Sets extends readonly FlagSet[] = readonly FlagSet[],
> {
  /** One line for lists of commands: capital first, no full stop. */
  summary: string;
  /** What to use instead, such as `"posts list"`, when the command is deprecated: a note and help tell it. */
  deprecated?: string;
  /** Details for the command's own help page. */
  description?: string;
  /** At least two, without the program's name; they run unchanged on the built-in sandbox. */
  examples: readonly string[];
  /** Command lines to run before the examples, without the program's name. */
  before?: readonly string[];
  /** The service's error code for invalid input. */
  validationCode?: number;
  /** Whether it changes something: at the service, in the sandbox, at a receiver, or in the settings. */
  changes?: boolean;
  /** Whether `--profile` names the profiles that it writes to, several with commas, and not the one that it runs for. */
  namesTargets?: boolean;
  /** Whether it changes the account, whichever profile it runs for. */
  isOfAccount?: boolean;
  /** Whether it has bytes for `-o raw` although it calls no service. */
  hasBytes?: boolean;
  /** Whether it runs when the settings file is damaged, which fails every other command. */
  repairsSettings?: boolean;
  /** Whether no notice of a newer version follows its output. */
  hidesUpdateNotice?: boolean;
  /** Positional arguments, in order; an array field comes last and takes the rest. */
  positional?: readonly (keyof Input['shape'] & string)[];
  /** How a command with the flags of `READ` or `READ_PROFILES` reads many. */
  reads?: ReadingManner;
  /** What the short references stand for that it takes in place of its ids, the first of its arguments. */
  references?: readonly ReferenceKind[];
  /** The flag that names a post on the network of automations, and so takes its address and its short reference, too. */
  postFlag?: keyof Input['shape'] & string;
  /** Whether its references may belong to different networks: `run` then gets the flags of each id. */
  mixesReferences?: boolean;
  /** Rewrites its words before they are parsed, such as to add an argument that may be omitted. @param args its arguments */
  completeWords?: (words: readonly string[], args: readonly string[]) => readonly string[];
  /** That it prints each record of a list as it arrives, in the formats for that, unless one of these flags needs all of them. */
  streams?: { readonly unless: readonly string[] };
  /** The flag sets that it supports, besides the flags of every command. */
  flags: Sets;
  input: Input;
  /** Schema of the JSON document that it prints; large schemas are loaded on demand. */
  output: z.ZodType | (() => Promise<z.ZodType>);
  /**
   * The key of the document's records, such as `comments`, unless the document is itself the record.
   * `--fields` selects fields of the records. A list if it prints one of several documents.
   */
  records?: string | readonly string[];
  /** @param flagsOf flags of single ids, where it mixes references */
  run(
    input: z.infer<Input> & FlagSetValues<Sets>,
    context: CommandContext,
    flagsOf: FlagsOfId,
  ): Promise<CommandOutcome>;
}

/** Loads the schema of the document that a command prints by itself. */
export async function loadOwnSchema({ output }: Command): Promise<z.ZodType> {
  return typeof output === 'function' ? output() : output;
}

/** Declares a command, so that `run` gets the types of its own input and flags. */
export function defineCommand<Input extends z.ZodObject, const Sets extends readonly FlagSet[]>(
  command: Command<Input, Sets>,
): Command<Input, Sets> {
  return command;
}

/** The words that lead to a command, such as `['comments', 'get']`. */
export type CommandPath = readonly string[];

/** A command by its path, not yet loaded. */
export interface CommandEntry {
  path: CommandPath;
  load(): Promise<Command>;
}

/** A help topic, which belongs to no command. */
export interface Topic {
  summary: string;
  /** Paragraphs, which are wrapped; indented parts are printed unchanged. @param width in cells */
  text(width: number): string | Promise<string>;
}

/** Whether two paths lead to the same command. */
export function isSamePath(one: CommandPath, other: CommandPath): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

/** The command at a path, or all commands of the group at that path; empty for an unknown path. */
export function listCommandsUnder(
  path: CommandPath,
  commands: readonly CommandEntry[],
): readonly CommandEntry[] {
  return commands.filter((entry) => isUnder(entry, path));
}

/** Whether a command is at a path, or in the group at that path. */
export function isUnder({ path: own }: CommandEntry, path: CommandPath): boolean {
  return path.every((word, at) => word === own[at]);
}

/**
 * Names that a command also answers to. Help and completion list only its path.
 *
 * @see docs/command-line.md#commands
 */
const SYNONYMS: ReadonlyMap<string, { path: CommandPath; isDeprecated?: boolean }> = new Map([
  ['comments post', { path: ['comments', 'create'] }],
  ['sandbox tell', { path: ['sandbox', 'trigger'], isDeprecated: true }],
  ['sandbox resend', { path: ['sandbox', 'redeliver'], isDeprecated: true }],
]);

/** The path of the command that a path names, directly or by a synonym. */
export function resolveSynonym(path: CommandPath): CommandPath {
  return SYNONYMS.get(path.join(' '))?.path ?? path;
}

/** The command that has a deprecated name; null for any other name. */
export function findFormerName(path: CommandPath): CommandPath | null {
  const found = SYNONYMS.get(path.join(' '));
  return found?.isDeprecated === true ? found.path : null;
}

export function listFormerNames(path: CommandPath): readonly string[] {
  return [...SYNONYMS].flatMap(([name, { path: of, isDeprecated }]) =>
    isDeprecated === true && isSamePath(of, path) ? [name] : [],
  );
}

/** The service's time of a response, for an outcome; empty when it is not given. */
export function getServiceTime({ headers }: { headers: Readonly<Record<string, string>> }): {
  asOf?: number;
} {
  const asOf = Date.parse(headers['date'] ?? '');
  return Number.isNaN(asOf) ? {} : { asOf };
}

/** The examples and what must be run before: a line that makes something comes before the first one that names it. */
export function listExamples({ before = [], examples }: Command): readonly string[] {
  return before.toReversed().reduce((lines, line) => {
    const made = /(?: > |^sandbox media sample |^schedule set )(\S+)/.exec(line)?.[1];
    const at = made === undefined ? 0 : lines.findIndex((each) => each.split(' ').includes(made));
    return lines.toSpliced(Math.max(at, 0), 0, line);
  }, examples);
}
