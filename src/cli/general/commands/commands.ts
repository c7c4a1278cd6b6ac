import * as z from 'zod';
import type { Column } from '../../render/view.ts';
import { defineCommand } from '../../shell/command.ts';
import { COMMANDS } from '../../shell/command-list.ts';
import { requireCommands } from '../../shell/find-command.ts';
import { CommandWords } from '../../shell/flags/command-words.ts';
import { DescribedCommand, toDescribedCommand } from './described-command.ts';

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
