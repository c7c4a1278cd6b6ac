import * as z from 'zod';
import { defineCommand } from '../command.ts';
import { COMMANDS } from '../command-list.ts';
import { buildInputSchema, buildOutputSchema } from '../command-schema.ts';
import { CommandWords } from '../command-words.ts';
import { requireCommands } from '../find-command.ts';

export default defineCommand({
  summary: 'Print the JSON Schema of what a command prints or takes',
  description: `
Of one command it is a schema document as it stands (draft 2020-12); of several, such as those of a noun or all, one
for each under "schemas". Without --input it describes the document that --json prints.`,
  examples: ['schema comments get', 'schema comments get --input', 'schema context'],
  positional: ['command'],
  flags: [],
  input: z.object({
    command: CommandWords,
    input: z.boolean().default(false).describe('the schema of its arguments and flags instead'),
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
