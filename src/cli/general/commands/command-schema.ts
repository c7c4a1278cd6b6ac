import * as z from 'zod';
import { type Command, type CommandPath, loadOutputSchema } from '../../shell/command.ts';
import { describeCommand } from '../../shell/flags/describe-command.ts';
import { EVERY } from '../../shell/flags/flags.ts';

/** A JSON Schema document. */
export type SchemaDocument = Readonly<Record<string, unknown>>;

/** The JSON Schema of the document that a command prints. */
export async function buildOutputSchema(path: CommandPath, command: Command): Promise<SchemaDocument> {
  return addTitle(
    path,
    command.summary,
    z.toJSONSchema(await loadOutputSchema(command), { io: 'output', override: removeSafeBounds }),
  );
}

/**
 * The JSON Schema of a command's input: its arguments and all its flags, keyed by field name. The title of
 * each property is its spelling on a command line.
 */
export function buildInputSchema(path: CommandPath, command: Command): SchemaDocument {
  const { positional, sets } = describeCommand(command);
  const titles = new Map(
    [...positional, ...sets.flatMap(({ flags }) => flags)].map(({ key, name }) => [key, name]),
  );
  const shapes = [command.input, ...command.flags.map(({ schema }) => schema), EVERY.schema];
  const whole = z.object(Object.assign({}, ...shapes.map(({ shape }) => shape)));
  const { properties = {}, ...rest } = z.toJSONSchema(whole, {
    io: 'input',
    unrepresentable: 'any',
    override: removeSafeBounds,
  });
  const named = Object.entries(properties).map(([key, schema]) => [
    key,
    { title: titles.get(key), ...(schema === true ? {} : schema) },
  ]);
  return addTitle(path, command.summary, {
    ...rest,
    properties: Object.fromEntries(named),
    additionalProperties: false,
  });
}

function addTitle(path: CommandPath, summary: string, schema: Record<string, unknown>): SchemaDocument {
  const { $schema, ...rest } = schema;
  return { $schema, title: ['crier', ...path].join(' '), description: summary, ...rest };
}

/** Removes the safe-integer bounds, which every integer has. */
function removeSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
