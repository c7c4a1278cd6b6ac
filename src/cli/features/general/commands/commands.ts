import * as z from 'zod';
import { type DescribedSet, describeCommand } from '../../../framework/argv/describe-command.ts';
import { formatUsage } from '../../../framework/argv/flag-texts.ts';
import { requireCommands } from '../../../framework/argv/parse-errors.ts';
import {
  type Command,
  type CommandPath,
  defineCommand,
  listFormerNames,
} from '../../../framework/command/command.ts';
import { COMMANDS } from '../../../framework/command/command-list.ts';
import { getUntrustedFields } from '../../../framework/command/untrusted-fields.ts';
import type { FlagFacts } from '../../../framework/input/flags/describe-schema.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { CommandWords } from '../../../framework/input/flags/shared-flags.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';

const Described = z.strictObject({
  kind: z.enum(['boolean', 'number', 'text']).describe('type of its value; a boolean takes none'),
  choices: z.array(z.string()).nullable().describe('its only valid values'),
  repeatable: z.boolean().describe('whether it can be repeated'),
  description: z.string(),
  deprecated: z.string().nullable().describe('what to use instead, when it is deprecated'),
});

const DescribedArgument = Described.extend({
  name: z.string().describe('as in usage lines: <id>'),
  required: z.boolean(),
});

const DescribedFlag = Described.extend({
  name: z.string().describe('as typed: --platform'),
  short: z.string().nullable().describe('its short form: -p'),
  placeholder: z.string().nullable().describe('placeholder of its value in help'),
  default: z.string().nullable(),
  env: z.string().nullable().describe('the environment variable that sets it; the flag takes precedence'),
  set: z.string().describe('its group of flags in help'),
});
type DescribedFlag = z.infer<typeof DescribedFlag>;

/** A command in the list of all commands. */
const CommandSummary = z.strictObject({
  name: z.string().describe('its words: comments get'),
  summary: z.string(),
  usage: z.string(),
  changes: z
    .boolean()
    .describe('whether it changes something: at the service, in the sandbox or in the settings'),
});
type CommandSummary = z.infer<typeof CommandSummary>;

/** A command for tools: the content of its help page as data. */
const DescribedCommand = CommandSummary.extend({
  description: z.string().nullable(),
  deprecated: z.string().nullable().describe('what to use instead, when it is deprecated'),
  deprecatedNames: z.array(z.string()).describe('its former names'),
  arguments: z.array(DescribedArgument),
  flags: z.array(DescribedFlag).describe('its own flags'),
  sharedFlags: z.array(z.string()).describe('names of its other flags, which sharedFlags describes'),
  examples: z.array(z.string()).describe('command lines that run on the built-in sandbox unchanged'),
  before: z.array(z.string()).describe('command lines to run before the examples'),
  untrusted: z
    .array(z.string())
    .describe('fields of its documents with texts that others wrote, as jq names them; `*` is each member'),
});
type DescribedCommand = z.infer<typeof DescribedCommand>;

/** Describes a command by its own data. */
function toDescribedCommand(path: CommandPath, command: Command): DescribedCommand {
  const { positional, sets } = describeCommand(command);
  const { description, deprecated = null, examples, before = [] } = command;
  const asLine = (words: string) => `crier ${words}`;
  return {
    ...toSummary(path, command),
    description: description?.trim().replaceAll(/\s+/g, ' ') ?? null,
    deprecated,
    deprecatedNames: [...listFormerNames(path)],
    arguments: positional.map((facts) => ({
      name: facts.name,
      required: facts.isRequired,
      ...toDescribedValue(facts),
    })),
    flags: toDescribedFlags(sets.filter(({ isOwn }) => isOwn)),
    sharedFlags: toDescribedFlags(sets.filter(({ isOwn }) => !isOwn)).map(({ name }) => name),
    examples: examples.map(asLine),
    before: before.map(asLine),
    untrusted: [...getUntrustedFields(path)],
  };
}

function toSummary(path: CommandPath, command: Command): CommandSummary {
  const { summary, changes = false } = command;
  return {
    name: path.join(' '),
    summary,
    usage: ['crier', ...path, formatUsage(describeCommand(command).positional)].join(' '),
    changes,
  };
}

/** The flags that several of the commands share, each once. */
function listSharedFlags(commands: readonly Command[]): readonly DescribedFlag[] {
  const sets = commands.flatMap((command) => describeCommand(command).sets.filter(({ isOwn }) => !isOwn));
  return [...new Map(toDescribedFlags(sets).map((flag) => [flag.name, flag])).values()];
}

function toDescribedFlags(sets: readonly DescribedSet[]): DescribedFlag[] {
  return sets.flatMap(({ title, flags }) =>
    flags.map((facts) => ({
      name: facts.name,
      short: facts.syntax.short === undefined ? null : `-${facts.syntax.short}`,
      ...toDescribedValue(facts),
      placeholder: facts.syntax.placeholder ?? null,
      default: facts.defaultText,
      env: facts.syntax.env ?? null,
      set: title,
    })),
  );
}

function toDescribedValue({ kind, choices, isList, description, syntax }: FlagFacts) {
  return {
    kind,
    choices: choices === null ? null : [...choices],
    repeatable: isList,
    description,
    deprecated: syntax.deprecated ?? null,
  };
}

const COLUMNS: readonly Column<CommandSummary>[] = [
  { ...pickMember('name', 'command'), role: 'id', drop: 0 },
  { ...pickMember('summary', 'what it does'), flexible: true },
  { ...pickMember('changes', 'changes'), dataOnly: true },
  { ...pickMember('usage', 'usage'), dataOnly: true },
];

export default defineCommand({
  summary: 'List all commands; those of a noun with their flags',
  description: `
Without words, lists all commands: in JSON, name, summary, usage, and whether it changes something. With words, only the
commands that start with them: in JSON, also their arguments, flags and examples; flags that they share are described once.
Use "crier schema" for the JSON Schema of their input and output.`,
  examples: ['commands', 'commands comments', 'commands comments get --json', 'commands --details --json'],
  positional: ['command'],
  flags: [],
  input: z.object({
    command: CommandWords,
    details: defineSwitch('also describe arguments and flags of all commands in JSON'),
  }),
  output: z.union([
    z.strictObject({ commands: z.array(CommandSummary) }),
    z.strictObject({ commands: z.array(DescribedCommand), sharedFlags: z.array(DescribedFlag) }),
  ]),
  records: 'commands',
  async run({ command = [], details }) {
    const entries = await Promise.all(
      requireCommands(command, COMMANDS).map(async ({ path, load }) => ({ path, loaded: await load() })),
    );
    const isWhole = command.length > 0 || details;
    const commands = entries.map(({ path, loaded }) =>
      isWhole ? toDescribedCommand(path, loaded) : toSummary(path, loaded),
    );
    const shared = isWhole ? { sharedFlags: listSharedFlags(entries.map(({ loaded }) => loaded)) } : {};
    return {
      view: {
        kind: 'list',
        document: { commands, ...shared },
        key: 'commands',
        rows: commands,
        columns: COLUMNS,
        empty: '',
      },
    };
  },
});
