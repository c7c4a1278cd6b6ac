import * as z from 'zod';
import type { Column } from '../../render/view.ts';
import { type Command, type CommandPath, defineCommand, listFormerNames } from '../../shell/command.ts';
import { COMMANDS } from '../../shell/command-list.ts';
import { describeCommand } from '../../shell/flags/describe-command.ts';
import type { FlagFacts } from '../../shell/flags/describe-schema.ts';
import { CommandWords } from '../../shell/flags/shared-flags.ts';
import { formatUsage } from '../../shell/help.ts';
import { requireCommands } from '../../shell/resolve.ts';

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

/** A command for tools: the content of its help page as data. */
const DescribedCommand = z.strictObject({
  name: z.string().describe('its words: comments get'),
  summary: z.string(),
  description: z.string().nullable(),
  deprecated: z.string().nullable().describe('what to use instead, when it is deprecated'),
  deprecatedNames: z.array(z.string()).describe('its former names'),
  usage: z.string(),
  arguments: z.array(DescribedArgument),
  flags: z.array(DescribedFlag),
  examples: z.array(z.string()).describe('command lines that run on the built-in sandbox unchanged'),
  before: z.array(z.string()).describe('command lines to run before the examples'),
  changes: z
    .boolean()
    .describe('whether it changes something: at the service, in the sandbox or in the settings'),
});
type DescribedCommand = z.infer<typeof DescribedCommand>;

/** Describes a command by its own data. */
function toDescribedCommand(path: CommandPath, command: Command): DescribedCommand {
  const { positional, sets } = describeCommand(command);
  const { summary, description, deprecated = null, examples, before = [], changes = false } = command;
  const asLine = (words: string) => `crier ${words}`;
  return {
    name: path.join(' '),
    summary,
    description: description?.trim().replaceAll(/\s+/g, ' ') ?? null,
    deprecated,
    deprecatedNames: [...listFormerNames(path)],
    usage: formatUsage(path, positional),
    arguments: positional.map((facts) => ({
      name: facts.name,
      required: facts.isRequired,
      ...toDescribedValue(facts),
    })),
    flags: sets.flatMap(({ title, flags }) => flags.map((facts) => toDescribedFlag(facts, title))),
    examples: examples.map(asLine),
    before: before.map(asLine),
    changes,
  };
}

function toDescribedFlag(facts: FlagFacts, set: string): z.infer<typeof DescribedFlag> {
  const { name, syntax, defaultText } = facts;
  return {
    name,
    short: syntax.short === undefined ? null : `-${syntax.short}`,
    ...toDescribedValue(facts),
    placeholder: syntax.placeholder ?? null,
    default: defaultText,
    env: syntax.env ?? null,
    set,
  };
}

function toDescribedValue({
  kind,
  choices,
  isList,
  description,
  syntax,
}: FlagFacts): z.infer<typeof Described> {
  const { deprecated = null } = syntax;
  return {
    kind,
    choices: choices === null ? null : [...choices],
    repeatable: isList,
    description,
    deprecated,
  };
}

const COLUMNS: readonly Column<DescribedCommand>[] = [
  { name: 'name', title: 'command', value: ({ name }) => name, role: 'id', drop: 0 },
  { name: 'summary', title: 'what it does', value: ({ summary }) => summary, flexible: true },
  { name: 'changes', title: 'changes', value: ({ changes }) => changes, dataOnly: true },
  { name: 'usage', title: 'usage', value: ({ usage }) => usage, dataOnly: true },
];

export default defineCommand({
  summary: 'List all commands; with --json, also their flags',
  description:
    'Pass words to list only the commands that start with them. Use "crier schema" for the JSON Schema of their input and output.',
  examples: ['commands', 'commands comments', 'commands comments get --json'],
  positional: ['command'],
  flags: [],
  input: z.object({
    command: CommandWords,
  }),
  output: z.strictObject({ commands: z.array(DescribedCommand) }),
  records: 'commands',
  async run({ command = [] }) {
    const entries = requireCommands(command, COMMANDS);
    const commands = await Promise.all(
      entries.map(async ({ path, load }) => toDescribedCommand(path, await load())),
    );
    return {
      view: {
        kind: 'list',
        document: { commands },
        key: 'commands',
        rows: commands,
        columns: COLUMNS,
        empty: '',
      },
    };
  },
});
