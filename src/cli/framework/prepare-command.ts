import * as z from 'zod';
import { createUsageError } from '../../errors.ts';
import type { World } from '../../world.ts';
import { describeCommand, listFieldNames, listFlags } from './argv/describe-command.ts';
import type { CommandLine } from './argv/order-words.ts';
import { parseLine } from './argv/program.ts';
import { type RawValues, readValue } from './argv/read-value.ts';
import { suggestName } from './argv/synonyms.ts';
import { listShellWarnings, refuseRewrittenPaths } from './argv/typed-words.ts';
import { type Command, type CommandEntry, type CommandPath, findFormerName } from './command/command.ts';
import { describeDeprecation } from './input/describe-deprecation.ts';
import type { FlagFacts } from './input/flags/describe-schema.ts';
import { describeSet } from './input/flags/describe-set.ts';
import { EVERY, type EveryFlags, type FlagSet, REMOTE, type RemoteFlags } from './input/flags/flags.ts';
import { getIdArgument, hasReadFlags } from './input/flags/read-flags.ts';
import { requireValid } from './input/flags/schema-issues.ts';
import { checkFields } from './output/fields.ts';
import { createOutputSettings, type OutputSettings } from './output/printing/output-settings.ts';
import { maskLikelySecret } from './output/text/known-secrets.ts';
import { readVariable } from './settings/secrets.ts';

/** A command with parsed and validated input, ready to run. */
export interface PreparedCommand {
  command: Command;
  path: CommandPath;
  /** The argument of the command's `run`: its own input and the flags of its sets. */
  input: Record<string, unknown>;
  flags: EveryFlags & Partial<RemoteFlags>;
  /** Its own flags as given, without the ids, for a run for many. */
  options: RawValues;
  /** The same input for one id of many, or for none. @throws CrierError of kind usage for an invalid id */
  inputOf(id: string | undefined): Record<string, unknown>;
  settings: OutputSettings;
  /** Fields given on the command line; the others come from the environment or are defaults. */
  typed: ReadonlySet<string>;
  /** The fields of `--fields`; null for all. */
  fields: readonly string[] | null;
  /** What is deprecated in the command line, and what a shell has probably changed in it. */
  notes: readonly string[];
}

/**
 * Loads a command and parses its words: flags take precedence over environment and defaults.
 *
 * @throws CrierError of kind usage
 */
export async function prepareCommand(
  line: CommandLine,
  commands: readonly CommandEntry[],
  world: World,
): Promise<PreparedCommand> {
  const { command, facts, given } = await parseLine(line, commands);
  const flags = listFlags(facts);
  refuseRewrittenPaths(facts, given, world.env);
  const { context, ...others } = readEnvironment(world.env, flags, given);
  // --sandbox names a context too, and flags take precedence over variables
  const fromEnvironment = context === undefined || given.sandbox === true ? others : { ...others, context };
  const values = { ...fromEnvironment, ...given };
  const known = [...flags, ...facts.positional].map((flag) =>
    flag.key in fromEnvironment ? { ...flag, name: flag.syntax.env ?? flag.name } : flag,
  );
  refuseConflicts(given);
  const every = await spellZone(flagValues(EVERY, values, known) as EveryFlags); // the set of these flags
  const settings = createOutputSettings(every, world);
  refuseFormat(command, settings, given);
  const own = pickKeys(values, Object.keys(command.input.shape));
  const shared: RawValues = Object.assign({}, ...command.flags.map((set) => flagValues(set, values, known)));
  const idKey = getIdArgument(command);
  const { [idKey ?? '']: _ids, ...options } = own;
  const validate = (schema: Command['input'], some: RawValues): Record<string, unknown> => ({
    ...requireValid(schema.safeParse(some, { reportInput: true }), known),
    ...shared,
  });
  const input = validate(chooseInputSchema(command, own, shared), own);
  const merged = { ...every, ...input };
  const typed = new Set(Object.keys(given));
  const deprecations = describeDeprecations({
    calledAs: line.calledAs,
    instead: command.deprecated,
    flags: known,
    given: new Set(Object.keys(values)),
    words: line.words,
  });
  return {
    command,
    path: line.path,
    input,
    options,
    inputOf(id) {
      const one =
        id === undefined || idKey === null
          ? own
          : { ...options, [idKey]: isList(command, idKey) ? [id] : id };
      return { ...validate(command.input, one), idsFrom: undefined, resume: undefined, allProfiles: false };
    },
    flags: merged,
    typed,
    settings,
    fields: await parseFields(merged.fields, command),
    notes: [...(deprecations === null ? [] : [deprecations]), ...listShellWarnings(facts, given, world.env)],
  };
}

/** @throws CrierError of kind usage for output flags that contradict each other */
function refuseConflicts(given: RawValues): void {
  if (given.json === true && given.output !== undefined && given.output !== 'json') {
    throw createUsageError(`--json and -o ${given.output} cannot be used together`, 'use only one of them');
  }
  const filter = given.jq !== undefined ? '--jq' : given.template !== undefined ? '--template' : null;
  if (filter !== null && given.output !== undefined && !FILTER_FORMATS.includes(given.output)) {
    throw createUsageError(
      `${filter} needs JSON, and -o ${given.output} is not JSON`,
      'remove -o, or use -o json or -o ndjson',
    );
  }
  if (
    given.template !== undefined &&
    given.fields === undefined &&
    (given.json === true || given.output === 'json')
  ) {
    const asked = given.json === true ? '--json' : '-o json';
    throw createUsageError(
      `${asked} and --template cannot be used together: a template prints no JSON`,
      `remove ${asked}; the template reads the JSON document anyway`,
    );
  }
}

/** @throws CrierError of kind usage for a format that the command does not have */
function refuseFormat(command: Command, settings: OutputSettings, given: RawValues): void {
  if (settings.format === 'raw' && given.fields !== undefined) {
    throw createUsageError(
      '-o raw and --fields cannot be used together: raw prints the unchanged body of the service',
      'use only one of them',
    );
  }
  if (settings.format === 'html' && !hasPage(command)) {
    throw createUsageError('-o html is for what a command reads as a list or a record', 'use -o md');
  }
  if (!settings.hasHeader && settings.format !== 'tsv' && settings.format !== 'csv') {
    throw createUsageError(
      `--no-header is only for tsv and csv, and the output is ${settings.format}`,
      'add -o tsv or -o csv, or remove --no-header',
    );
  }
  const hasBytes = command.hasBytes === true || command.flags.some((set) => set === REMOTE);
  if (settings.format === 'raw' && !hasBytes) {
    throw createUsageError(
      '-o raw prints the body of a response, and this command calls no service',
      'use -o json',
    );
  }
}

/** Whether what it reads can be a page, to send on or to print. */
function hasPage(command: Command): boolean {
  return hasReadFlags(command) || (command.records !== undefined && command.changes !== true);
}

/**
 * The schema of the input. Without the id when a file has the ids.
 *
 * @throws CrierError of kind usage when neither is given
 */
function chooseInputSchema(command: Command, own: RawValues, { idsFrom }: RawValues): Command['input'] {
  const key = getIdArgument(command);
  const field = key === null ? undefined : command.input.shape[key];
  if (key === null || field === undefined || key in own) return command.input;
  if (field.safeParse(undefined).success) return command.input;
  if (idsFrom !== undefined) {
    const { [key]: _id, ...others } = command.input.shape;
    return z.object(others);
  }
  const [name = key] = describeCommand(command).positional.flatMap((each) =>
    each.key === key ? [each.name] : [],
  );
  throw createUsageError(`${name} is missing`, 'give one, or use --ids-from <file>');
}

function isList(command: Command, key: string): boolean {
  return describeCommand(command).positional.some((each) => each.key === key && each.isList);
}

/** @throws CrierError of kind usage for an unknown time zone, before anything is sent */
async function spellZone(flags: EveryFlags): Promise<EveryFlags> {
  if (flags.tz === undefined) return flags;
  const { requireZoneName } = await import('./input/time/zone-names.ts');
  return { ...flags, tz: requireZoneName(flags.tz) };
}

/** `ndjson` applies a filter to each record. */
const FILTER_FORMATS: readonly unknown[] = ['json', 'ndjson'];

/** Validates fields before anything is sent, so that a typo cannot lose the output of a change. */
async function parseFields(text: string | undefined, command: Command): Promise<readonly string[] | null> {
  if (text === undefined) return null;
  const fields = text.split(',').map((field) => field.trim());
  if (fields.includes('')) throw createUsageError(`--fields "${text}" contains an empty name`);
  checkFields(fields, await listFieldNames(command), suggestName);
  return fields;
}

/**
 * The values of a set's flags: the given ones, else the defaults. The schema is loaded only for values that
 * need a check.
 *
 * @param given read from words and environment: each has its flag's kind, and is one of its choices
 * @param written the flags as they were spelled
 * @throws CrierError of kind usage
 */
export function flagValues(set: FlagSet, given: RawValues, written: readonly FlagFacts[]): RawValues {
  const flags = describeSet(set);
  const own = flags.filter(({ key }) => key in given);
  const doubtful = own.filter(({ isFree }) => !isFree).map(({ key }) => key);
  return {
    ...Object.fromEntries(
      flags.filter((flag) => 'fallback' in flag).map((flag) => [flag.key, flag.fallback]),
    ),
    ...Object.fromEntries(own.map(({ key }) => [key, given[key]])),
    ...(doubtful.length > 0 && validateValues(set, pickKeys(given, doubtful), written)),
  };
}

function validateValues({ schema }: FlagSet, values: RawValues, written: readonly FlagFacts[]): RawValues {
  const mask = Object.fromEntries(Object.keys(values).map((key) => [key, true as const]));
  return requireValid(schema.pick(mask).safeParse(values, { reportInput: true }), written);
}

export function pickKeys(values: RawValues, keys: readonly string[]): RawValues {
  return Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
}

const YES = ['1', 'true', 'yes', 'on'];
const NO = ['0', 'false', 'no', 'off'];

/**
 * Reads settings from the environment, for flags that are not on the command line.
 *
 * @param given fields on the command line: a flag takes precedence over its variable
 * @throws CrierError of kind usage for a variable that is empty or invalid
 */
function readEnvironment(env: World['env'], flags: readonly FlagFacts[], given: RawValues): RawValues {
  const open = flags.filter((flag) => flag.syntax.env !== undefined && !(flag.key in given));
  return Object.fromEntries(
    open.flatMap((flag) => {
      const value = readVariable(env, flag.syntax.env ?? '');
      return value === null ? [] : [[flag.key, parseVariable(flag, value)]];
    }),
  );
}

function parseVariable(flag: FlagFacts, value: string): unknown {
  const named = { ...flag, name: flag.syntax.env ?? flag.name };
  if (flag.kind !== 'boolean') return readValue(named, value);
  if (YES.includes(value.toLowerCase())) return true;
  if (NO.includes(value.toLowerCase())) return false;
  throw createUsageError(`${named.name} is "${maskLikelySecret(value)}"`, `set it to ${YES[0]} or ${NO[0]}`);
}

/** Describes what is deprecated in a command line in one line; null for nothing. */
function describeDeprecations({
  calledAs,
  instead,
  flags,
  given,
  words,
}: {
  /** The names of the command as typed: `['sandbox', 'tell']`. */
  readonly calledAs: CommandPath;
  /** What to use instead of the command; undefined for most. */
  readonly instead: string | undefined;
  /** The flags, named by the variable where one of the environment set them. */
  readonly flags: readonly FlagFacts[];
  /** Keys of the flags that are set. */
  readonly given: ReadonlySet<string>;
  readonly words: readonly string[];
}): string | null {
  const name = calledAs.join(' ');
  const formerly = findFormerName(calledAs);
  const used = flags.filter(({ key }) => given.has(key));
  const sentences = [
    ...(formerly === null ? [] : [describeDeprecation(`"${name}"`, `"${formerly.join(' ')}"`)]),
    ...(instead === undefined ? [] : [describeDeprecation(`"${name}"`, instead)]),
    ...used.flatMap(({ name, syntax: { deprecated } }) =>
      deprecated === undefined ? [] : [describeDeprecation(name, deprecated)],
    ),
    ...used.flatMap(({ name, syntax: { synonym, hasDeprecatedSynonym } }) =>
      hasDeprecatedSynonym === true && synonym !== undefined && isTyped(synonym, words)
        ? [describeDeprecation(synonym, name)]
        : [],
    ),
  ];
  return sentences.length === 0 ? null : sentences.join('; ');
}

function isTyped(flag: string, words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words
    .slice(0, end === -1 ? undefined : end)
    .some((word) => word === flag || word.startsWith(`${flag}=`));
}
