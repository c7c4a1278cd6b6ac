import type * as z from 'zod';
import type { CrierError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import type { FlagSet } from './flags.ts';
import type { StreamView, View } from './render/view.ts';
import type { CommandText } from './shell-command.ts';

/** A command line to copy, and what it does. */
export interface ShownCommand {
  readonly lead: string;
  readonly line: CommandText;
}

/** What a command found or did. It is shown by the renderer: a command prints nothing itself. */
export interface CommandOutcome {
  /** Null prints nothing: what was run has printed for itself. */
  readonly view: View | StreamView<unknown> | null;
  /** All of it is shown, also where `--fields` or `--jq` chose a part: what is left out would be lost. */
  readonly isWhole?: boolean;
  /** The service's body, byte for byte, for `-o raw`. */
  readonly raw?: Uint8Array;
  /** The service's own time, in milliseconds since 1970, which `2d ago` is reckoned from; left out, this machine's. */
  readonly asOf?: number;
  /** Said on stderr after the data, one line each. */
  readonly notes?: readonly string[];
  /** Commands for people to copy, said after the notes, each on lines that a shell takes as they stand. */
  readonly commands?: readonly ShownCommand[];
  /** The data stands, and this went wrong beside it: a partial answer, one id of several. */
  readonly failure?: CrierError;
  /** What is known only when the last records of a stream have come. */
  finish?(): Pick<CommandOutcome, 'notes' | 'failure'>;
  /**
   * What goes on after all that was shown, such as a server. It hears by itself that the run is to end.
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

/** A command: data that describes it, and one function. Its path in `commands/` is its name. */
export interface Command<
  Input extends z.ZodObject = z.ZodObject,
  Sets extends readonly FlagSet[] = readonly FlagSet[],
> {
  /** One line for lists of commands: capital first, no full stop. */
  readonly summary: string;
  /** What the summary leaves open, for the command's own help page. */
  readonly description?: string;
  /** At least two, without the program's name; they run as they stand on the built-in sandbox. */
  readonly examples: readonly string[];
  /** Command lines that must have been run before the examples, without the program's name. */
  readonly before?: readonly string[];
  /** The code that the service refuses a bad value of its input with. */
  readonly validationCode?: number;
  /** It changes something: at the service, in the sandbox, at a receiver, or in what is saved on this machine. */
  readonly changes?: boolean;
  /** It asks no service, and has bytes of its own for `-o raw`. */
  readonly hasBytes?: boolean;
  /** It also runs when the settings file is damaged, which ends every other command. */
  readonly repairsSettings?: boolean;
  /** The input's fields that stand without a flag, in order; an array field comes last and takes the rest. */
  readonly positional?: readonly (keyof Input['shape'] & string)[];
  /** The sets of flags that it honours, beside those of every command. */
  readonly flags: Sets;
  readonly input: Input;
  /** The JSON document that it prints; the shape of a large one is loaded when somebody asks for it. */
  readonly output: z.ZodType | (() => Promise<z.ZodType>);
  /** Where the document's records stand, if it is not itself the record: `comments`. `--fields` chooses among theirs. */
  readonly records?: string;
  run(input: z.infer<Input> & FlagSetValues<Sets>, context: CommandContext): Promise<CommandOutcome>;
}

/** The shape of the document that a command prints. */
export async function loadOutputSchema({ output }: Command): Promise<z.ZodType> {
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

/** A command that was found by its folder, not yet loaded. */
export interface CommandEntry {
  readonly path: CommandPath;
  load(): Promise<Command>;
}

/** What a folder of commands is about. */
export interface Group {
  readonly summary: string;
}

/** A page of help that belongs to no command. */
export interface Topic {
  readonly summary: string;
  /** Paragraphs, to be wrapped; a part with lines that begin with two spaces stands as it is. @param width in cells */
  text(width: number): string;
}
