import { basename } from 'node:path';
import * as z from 'zod';
import { COMMANDS } from '../../../framework/command/command-list.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { isCommandName } from '../../../framework/own-commands.ts';
import { ALIAS_COLUMNS, AliasEntry } from '../alias-entry.ts';

export default defineLocalRead({
  summary: 'List your own commands',
  description: `
Lists the aliases, and the programs on the path (crier-foo is "crier foo") that were run, with your answer whether they get
the keys of the service.`,
  before: ["alias set triage 'comments inbox --unanswered'"],
  examples: ['alias list', 'alias list --json'],
  input: z.object({}),
  output: z.object({ aliases: z.array(AliasEntry) }),
  records: 'aliases',
  async read(_input, { settings }): Promise<readonly AliasEntry[]> {
    const { aliases = {}, programs = {} } = await settings.read();
    return [
      ...Object.entries(aliases).map(
        ([name, command]): AliasEntry => ({ name, kind: 'alias', command, keys: null }),
      ),
      ...Object.entries(programs).map(
        ([file, { keys }]): AliasEntry => ({
          name: basename(file).replace(/^crier-|\.exe$/g, ''),
          kind: 'program',
          command: file,
          keys,
        }),
      ),
    ];
  },
  columns: ALIAS_COLUMNS,
  empty: 'there are none: "crier alias set <name> <command>" adds one',
  notes: (entries) =>
    entries
      .filter(({ name }) => isCommandName(name, COMMANDS))
      .map(({ name }) => `"${name}" is a command of crier in this version, which is run instead of yours`),
});
