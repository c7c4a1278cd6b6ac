import { usageError } from '../errors.ts';
import type { Command, CommandEntry } from './command.ts';
import { describeCommand } from './describe-flags.ts';
import { readEnvironment } from './environment.ts';
import { fieldNames } from './field-names.ts';
import { EVERY, type EveryFlags, REMOTE, type RemoteFlags } from './flags.ts';
import { type OutputSettings, outputSettings } from './output-settings.ts';
import { parseWords, type RawValues } from './parse.ts';
import { checkFields } from './render/fields.ts';
import { checked } from './schema-issues.ts';
import type { World } from './world.ts';

/** A command whose words were read and checked: nothing is left but to run it. */
export interface Prepared {
  readonly command: Command;
  /** What the command's `run` takes: its own input and the flags of its sets. */
  readonly input: Record<string, unknown>;
  readonly flags: EveryFlags & Partial<RemoteFlags>;
  readonly settings: OutputSettings;
  /** The fields of the input that stood on the command line; the others come from elsewhere. */
  readonly typed: ReadonlySet<string>;
  /** What `--fields` chose; null for everything. */
  readonly fields: readonly string[] | null;
}

/**
 * Loads a command and reads its words: flag beats environment beats default.
 *
 * @throws CrierError of kind usage
 */
export async function prepare(
  entry: CommandEntry,
  words: readonly string[],
  world: World,
): Promise<Prepared> {
  const command = await entry.load();
  const facts = describeCommand(command);
  const flags = facts.sets.flatMap((set) => set.flags);
  const given = parseWords(entry.path, facts, words);
  const { context, ...others } = readEnvironment(world.env, flags, given);
  // --sandbox names a context too, and a flag beats a variable
  const fromEnvironment = context === undefined || given.sandbox === true ? others : { ...others, context };
  const values = { ...fromEnvironment, ...given };
  const known = [...flags, ...facts.positional].map((flag) =>
    flag.key in fromEnvironment ? { ...flag, name: flag.writing.env ?? flag.name } : flag,
  );
  if (given.json === true && given.output !== undefined && given.output !== 'json') {
    throw usageError(`--json and -o ${given.output} contradict each other`, 'give one of them');
  }
  const schemas = [EVERY.schema, ...command.flags.map((set) => set.schema), command.input];
  const [every, ...rest] = schemas.map((schema) =>
    checked(schema.safeParse(only(values, schema.shape), { reportInput: true }), known),
  );
  const settings = outputSettings(every as EveryFlags, world); // the first schema is that of these flags
  if (settings.format === 'raw' && !command.flags.some((set) => set.schema === REMOTE.schema)) {
    throw usageError('-o raw is the body of an answer, and this command asks no service', 'use -o json');
  }
  const input = Object.assign({}, ...rest) as Record<string, unknown>; // each part is an object that its schema checked
  const merged = { ...(every as EveryFlags), ...input };
  const typed = new Set(Object.keys(given));
  return { command, input, flags: merged, typed, settings, fields: chosenFields(merged.fields, command) };
}

/** Fields are checked before anything is sent: a mistyped one must not cost a request that changed something. */
function chosenFields(text: string | undefined, command: Command): readonly string[] | null {
  if (text === undefined) return null;
  const fields = text.split(',').map((field) => field.trim());
  if (fields.includes('')) throw usageError(`--fields "${text}" has an empty name in it`);
  checkFields(fields, fieldNames(command.output, command.records));
  return fields;
}

function only(values: RawValues, shape: object): RawValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in shape));
}
