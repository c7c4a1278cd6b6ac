import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../service/durations.ts';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { OUTPUT_FORMATS } from '../../output/formats.ts';

/** How a flag or argument is spelled on a command line, beyond its type. */
export interface FlagSyntax {
  readonly short?: string;
  /** Another flag of the same meaning, which help does not list: `--recipient` for `--from`. */
  readonly synonym?: string;
  /** The synonym is a former name, which a note and help tell. */
  readonly hasDeprecatedSynonym?: boolean;
  /** What to use instead, such as `--since`, when the flag is deprecated: a note and help tell it. */
  readonly deprecated?: string;
  /** The environment variable that sets it; the flag takes precedence. */
  readonly env?: string;
  readonly placeholder?: string;
  /** What completion offers for the value; the placeholder `file` implies files. */
  readonly offers?: CompletionKind;
  /** Its command reads `@file`, and `-` for standard input. */
  readonly readsFile?: boolean;
  /** An empty text is valid, and removes the current value. */
  readonly mayBeEmpty?: boolean;
  /** Fields of other flags that cannot be used with this one. */
  readonly conflicts?: readonly string[];
  /** What to do instead (default: `use only one of them`). */
  readonly conflictAdvice?: string;
  /** The heading that help lists it under; the default is `Flags`. */
  readonly group?: string;
}

const WRITING = z.registry<FlagSyntax>();

/** Attaches syntax to a schema; call it last, since a schema's methods return copies. */
export function defineFlag<S extends z.ZodType>(schema: S, writing: FlagSyntax): S {
  WRITING.add(schema, writing);
  return schema;
}

export function defineTextFlag(description: string, writing: FlagSyntax) {
  return defineFlag(z.string().optional().describe(description), writing);
}

export function defineSwitch(description: string, writing: FlagSyntax = {}) {
  return defineFlag(z.boolean().default(false).describe(description), writing);
}

/** Puts fields under one heading of their command's help. */
export function groupFlags<Fields extends Readonly<Record<string, z.ZodType>>>(
  group: string,
  fields: Fields,
): Fields {
  for (const field of Object.values(fields)) defineFlag(field, { ...getFlagSyntax(field), group });
  return fields;
}

export function getFlagSyntax(schema: z.ZodType): FlagSyntax {
  return WRITING.get(schema) ?? {};
}

export const UNITS_IN_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
const LENGTH = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d|w))+$/;
const LENGTH_PART = /(?<amount>\d+(?:\.\d+)?)(?<unit>ms|s|m|h|d|w)/g;

/** A duration with units (`500ms`, `30s`, `5m`, `1h30m`, `1d`, `2w`), parsed to whole milliseconds. */
export function createDurationSchema() {
  return z
    .string()
    .regex(LENGTH, 'must be a number with a unit, such as 500ms, 30s, 5m, 1h30m, 2d or 1w')
    .transform((text) =>
      Math.round(
        [...text.matchAll(LENGTH_PART)].reduce((sum, { groups }) => sum + toMilliseconds(groups), 0),
      ),
    )
    .refine((ms) => ms >= 1, 'must be at least 1ms')
    .refine(Number.isSafeInteger, 'is too long');
}

function toMilliseconds({ amount, unit = '' }: Readonly<Record<string, string>> = {}): number {
  return Number(amount) * (UNITS_IN_MS[unit] ?? Number.NaN); // the pattern above allows no other unit
}

const LONGEST_WAIT_DAYS = 24;

/** A duration to wait: a timer of Node that is set for longer than 2^31-1 ms fires at once. */
function createWaitSchema() {
  return createDurationSchema().refine(
    (ms) => ms <= LONGEST_WAIT_DAYS * DAY_MS,
    `must be at most ${LONGEST_WAIT_DAYS}d`,
  );
}

/** Flags that belong together; a command lists the sets that it supports. */
export interface FlagSet<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly title: string;
  /** Fields are validated independently. */
  readonly schema: z.ZodObject<Shape>;
}

/** Defines a set whose schema is created on first use: most command lines are parsed without it. */
export function defineFlagSet<Shape extends z.ZodRawShape>(
  title: string,
  make: () => z.ZodObject<Shape>,
): FlagSet<Shape> {
  let schema: z.ZodObject<Shape> | undefined;
  return {
    title,
    get schema() {
      schema ??= make();
      return schema;
    },
  };
}

export const EVERY = defineFlagSet('Global flags', () =>
  z.object({
    context: defineTextFlag('saved context to use; `sandbox` is built in', {
      short: 'c',
      env: 'CRIER_CONTEXT',
      placeholder: 'name',
      offers: 'context',
    }),
    sandbox: defineSwitch('same as --context sandbox'),
    output: defineFlag(
      z
        .enum(OUTPUT_FORMATS)
        .optional()
        .describe('output format (default: table on a terminal, tsv in a pipe)'),
      { short: 'o', env: 'CRIER_OUTPUT', placeholder: 'format' },
    ),
    json: defineSwitch('same as -o json'),
    fields: defineTextFlag('only these fields of each record; in table, tsv and csv, these columns', {
      placeholder: 'a,b.c',
      offers: 'field',
    }),
    jq: defineTextFlag('filter the JSON document with a jq program; with -o ndjson, each record', {
      placeholder: 'program',
    }),
    template: defineTextFlag('format the JSON with a Liquid template; with -o ndjson, each record', {
      short: 't',
      placeholder: 'template',
      conflicts: ['jq'],
    }),
    noInput: defineSwitch('never prompt; fail if input is missing', { env: 'CRIER_NO_INPUT' }),
    accessible: defineSwitch('plain line prompts, without redrawing or drawn characters', {
      env: 'ACCESSIBLE',
    }),
    color: defineFlag(
      z
        .enum(['auto', 'always', 'never'])
        .default('auto')
        .describe('when to use color; NO_COLOR, CLICOLOR, FORCE_COLOR and TERM=dumb are respected'),
      { env: 'CRIER_COLOR', placeholder: 'when' },
    ),
    noHeader: defineSwitch('print tsv and csv without the line of column names'),
    wide: defineSwitch('show ids and all columns of a table, however narrow it is'),
    noPager: defineSwitch('print long output without a pager'),
    tz: defineTextFlag("time zone in which times are shown and typed (default: the machine's)", {
      env: 'CRIER_TZ',
      placeholder: 'zone',
      offers: 'zone',
    }),
    quiet: defineSwitch('print only errors and warnings on stderr, no notes', {
      short: 'q',
      env: 'CRIER_QUIET',
    }),
    verbose: defineSwitch('print requests and responses to stderr, with keys masked', {
      short: 'v',
      env: 'CRIER_VERBOSE',
    }),
    traceFile: defineTextFlag('append requests and responses to this file (0600), with keys masked', {
      env: 'CRIER_TRACE_FILE',
      placeholder: 'file',
    }),
  }),
);

export const REMOTE = defineFlagSet('Connection flags', () =>
  z.object({
    profile: defineTextFlag('act for this User Profile; `none` is the Primary Profile', {
      short: 'p',
      env: 'CRIER_PROFILE',
      placeholder: 'alias',
      offers: 'alias or none',
    }),
    baseUrl: defineTextFlag('address of the service; may end in a path', {
      env: 'CRIER_BASE_URL',
      placeholder: 'url',
    }),
    apiKeyFile: defineTextFlag('read the API key from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    keyCommand: defineTextFlag('run this command, without a shell, to get the API key', {
      env: 'CRIER_KEY_COMMAND',
      placeholder: 'command',
      conflicts: ['apiKeyFile'],
    }),
    profileKeyFile: defineTextFlag('read a profile key from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    timeout: defineFlag(
      createWaitSchema()
        .prefault('30s')
        .describe('timeout of one attempt, including name resolution and the body'),
      { env: 'CRIER_TIMEOUT', placeholder: 'duration' },
    ),
    retries: defineFlag(z.int().min(0).max(10).default(2).describe('number of retries of a read request'), {
      env: 'CRIER_RETRIES',
      placeholder: 'n',
    }),
    maxWait: defineFlag(createWaitSchema().prefault('60s').describe('longest Retry-After to wait for'), {
      env: 'CRIER_MAX_WAIT',
      placeholder: 'duration',
    }),
    caFile: defineTextFlag('also trust the certificates of this PEM file for the service', {
      env: 'CRIER_CA_FILE',
      placeholder: 'file',
    }),
    // no variable and no setting: a forgotten one would expose a service's keys to anyone on the network path
    insecureSkipTlsVerify: defineSwitch(
      'accept any TLS certificate of the service; exposes your keys on the network',
    ),
  }),
);

export const WRITE = defineFlagSet('Write flags', () =>
  z.object({
    yes: defineSwitch('do not ask for confirmation', { short: 'y', env: 'CRIER_YES' }),
    dryRun: defineSwitch('print the request with keys masked, and send nothing'),
  }),
);

export type EveryFlags = z.infer<typeof EVERY.schema>;
export type RemoteFlags = z.infer<typeof REMOTE.schema>;

/** Flags that choose a service, beside `--sandbox`; the environment and files apply to the printed command, too. */
export const CHOOSING_FLAGS = [
  ['context', '--context'],
  ['profile', '--profile'],
  ['baseUrl', '--base-url'],
  ['apiKeyFile', '--api-key-file'],
  ['keyCommand', '--key-command'],
  ['profileKeyFile', '--profile-key-file'],
] as const;

/**
 * Finds the choice that a word names: in any case, and a network also by the name that people call it. Null for any
 * other word.
 */
export function findChoice(word: string, choices: readonly string[]): string | null {
  if (choices.includes(word)) return word;
  const lower = word.toLowerCase();
  const inOtherCase = choices.find((choice) => choice.toLowerCase() === lower);
  if (inOtherCase !== undefined) return inOtherCase;
  const network = findNetwork(word);
  return network !== null && choices.includes(network) ? network : null;
}

/** The network of a name, whatever its case, spaces and hyphens: `X`, `google business`, `Tik-Tok`. */
export function findNetwork(name: string): Platform | null {
  const bare = toLetters(name);
  if (bare === 'googlebusiness') return 'gmb';
  return Platform.options.find((each) => bare === each || bare === toLetters(PLATFORMS[each].name)) ?? null;
}

/** A name in lower case, without spaces and punctuation; digits and other letters make it another name. */
export function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[\s\p{P}\p{S}\p{Cf}]/gu, '');
}

/** What completion offers for a value whose schema has no choices. */
export type CompletionKind =
  | 'alias'
  | 'alias or none'
  | 'area'
  | 'automation id'
  | 'code'
  | 'command'
  | 'context'
  | 'conversation'
  | 'explainable'
  | 'field'
  | 'file'
  | 'networks'
  | 'post id'
  | 'sandbox alias'
  | 'saved context'
  | 'schedule title'
  | 'setting'
  | 'value of a setting'
  | 'webhook action'
  | 'webhook event'
  | 'zone';
