import { createUsageError } from '../errors.ts';
import { type Command, type CommandEntry, loadOutputSchema } from './command.ts';
import { describeCommand } from './describe-flags.ts';
import { readEnvironment } from './environment.ts';
import { listFieldNames } from './field-names.ts';
import { flagValues, pickKeys } from './flag-values.ts';
import { EVERY, type EveryFlags, REMOTE, type RemoteFlags } from './flags.ts';
import { createOutputSettings, type OutputSettings } from './output-settings.ts';
import { parseWords } from './parse.ts';
import { checkFields } from './render/fields.ts';
import { requireValid } from './schema-issues.ts';
import type { World } from './world.ts';

/** A command whose words were read and checked: nothing is left but to run it. */
export interface PreparedCommand {
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
export async function prepareCommand(
  entry: CommandEntry,
  words: readonly string[],
  world: World,
): Promise<PreparedCommand> {
  const command = await entry.load();
  const facts = describeCommand(command);
  const flags = facts.sets.flatMap((set) => set.flags);
  const given = parseWords(entry.path, facts, words);
  const { context, ...others } = readEnvironment(world.env, flags, given);
  // --sandbox names a context too, and a flag beats a variable
  const fromEnvironment = context === undefined || given.sandbox === true ? others : { ...others, context };
  const values = { ...fromEnvironment, ...given };
  const known = [...flags, ...facts.positional].map((flag) =>
    flag.key in fromEnvironment ? { ...flag, name: flag.syntax.env ?? flag.name } : flag,
  );
  if (given.json === true && given.output !== undefined && given.output !== 'json') {
    throw createUsageError(`--json and -o ${given.output} contradict each other`, 'give one of them');
  }
  if (given.jq !== undefined && given.output !== undefined && !JQ_FORMATS.includes(given.output)) {
    throw createUsageError(
      `--jq is of JSON, and -o ${given.output} is not`,
      'leave -o out, or give json or ndjson',
    );
  }
  const every = flagValues(EVERY, values, known) as EveryFlags; // the set of these flags
  const settings = createOutputSettings(every, world);
  if (settings.format === 'raw' && given.fields !== undefined) {
    throw createUsageError(
      "-o raw is the service's body as it came, and --fields would change it",
      'leave one out',
    );
  }
  const hasBytes = command.hasBytes === true || command.flags.some((set) => set === REMOTE);
  if (settings.format === 'raw' && !hasBytes) {
    throw createUsageError(
      '-o raw is the body of an answer, and this command asks no service',
      'use -o json',
    );
  }
  const own = pickKeys(values, Object.keys(command.input.shape));
  const input: Record<string, unknown> = Object.assign(
    requireValid(command.input.safeParse(own, { reportInput: true }), known),
    ...command.flags.map((set) => flagValues(set, values, known)),
  );
  const merged = { ...every, ...input };
  const typed = new Set(Object.keys(given));
  return {
    command,
    input,
    flags: merged,
    typed,
    settings,
    fields: await parseFields(merged.fields, command),
  };
}

/** With `json` what comes out is indented, with `ndjson` the program runs over each record. */
const JQ_FORMATS: readonly unknown[] = ['json', 'ndjson'];

/** Fields are checked before anything is sent: a mistyped one must not cost a request that changed something. */
async function parseFields(text: string | undefined, command: Command): Promise<readonly string[] | null> {
  if (text === undefined) return null;
  const fields = text.split(',').map((field) => field.trim());
  if (fields.includes('')) throw createUsageError(`--fields "${text}" has an empty name in it`);
  checkFields(fields, listFieldNames(await loadOutputSchema(command), command.records));
  return fields;
}
