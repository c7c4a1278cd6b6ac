import * as z from 'zod';
import { type Command, loadOutputSchema } from './command.ts';

/** What the `meta` of a document from the sandbox says, so that no script takes demo data for its own. */
const SandboxMeta = z
  .object({ sandbox: z.literal(true).optional().describe('the document came from the sandbox') })
  .describe('about the document');

/** The schema of the whole document that a command prints, with what is added when it comes from the sandbox. */
export async function loadDocumentSchema(command: Command): Promise<z.ZodType> {
  return addSandboxMeta(await loadOutputSchema(command));
}

function addSandboxMeta(schema: z.ZodType): z.ZodType {
  // the options of a union are typed by their core only
  if (schema instanceof z.ZodUnion)
    return z.union(schema.options.map((option) => addSandboxMeta(option as z.ZodType)));
  if (!(schema instanceof z.ZodObject)) return schema;
  const { meta } = schema.shape;
  const extended = meta instanceof z.ZodObject ? meta.safeExtend(SandboxMeta.shape) : SandboxMeta.optional();
  return schema.safeExtend({ meta: extended });
}
