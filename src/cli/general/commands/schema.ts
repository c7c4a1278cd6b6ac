import * as z from 'zod';
import { defineCommand } from '../../shell/command.ts';
import { COMMANDS } from '../../shell/command-list.ts';
import { requireCommands } from '../../shell/find-command.ts';
import { CommandWords } from '../../shell/flags/command-words.ts';
import { buildInputSchema, buildOutputSchema } from './command-schema.ts';

export default defineCommand({
  summary: "Print the JSON Schema of a command's output or input",
  description: `
For one command, prints its schema (draft 2020-12); for several, such as a group or all commands, one for each under
"schemas". The schema describes the output of --json, or with --input the arguments and flags.`,
  examples: ['schema comments get', 'schema comments get --input', 'schema context'],
  positional: ['command'],
  flags: [],
  input: z.object({
    command: CommandWords,
    input: z.boolean().default(false).describe('print the schema of arguments and flags instead'),
  }),
  output: z.looseObject({}),
  async run({ command = [], input }) {
    const schemaOf = input ? buildInputSchema : buildOutputSchema;
    const entries = requireCommands(command, COMMANDS);
    const schemas = await Promise.all(
      entries.map(async ({ path, load }) => [path.join(' '), await schemaOf(path, await load())] as const),
    );
    const [only] = schemas;
    const isOne = only !== undefined && only[0] === command.join(' ');
    return {
      view: { kind: 'document', document: isOne ? only[1] : { schemas: Object.fromEntries(schemas) } },
    };
  },
});
