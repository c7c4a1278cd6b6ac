import * as z from 'zod';
import { type Command, loadOwnSchema } from '../command/command.ts';
import { hasReadFlags } from '../input/flags/read-flags.ts';
import { changesProfiles } from '../input/flags/write-profiles.ts';
import { ErrorDocument } from '../output/error-document.ts';
import { ListMeta } from '../output/list-meta.ts';

/** The result of reading one id, or for one profile. */
const AcrossResult = z.strictObject({
  id: z.string().optional().describe('id as given, of a command that reads by ids'),
  profile: z
    .string()
    .nullable()
    .optional()
    .describe(
      'with --all-profiles: alias of the profile; null is the Primary Profile, or an id that none has',
    ),
  status: z.enum(['found', 'partial', 'error']).describe('partial: some networks failed'),
  error: ErrorDocument.nullable().describe('null when all of it was read'),
  document: z
    .looseObject({})
    .optional()
    .describe('what the document of the id has beside its records and meta'),
});
export type AcrossResult = z.infer<typeof AcrossResult>;

/** A record, with the id and the profile that it was read with, and the fields that it has without them. */
const AcrossRecord = z.looseObject({
  requestedId: z.string().optional().describe('id that it was read with'),
  profile: z.string().nullable().optional().describe('with --all-profiles: null is the Primary Profile'),
});

const ChangeOfProfile = z.strictObject({
  profile: z.string().nullable().describe('null is the Primary Profile'),
  id: z.string().nullable().describe('what was changed or made; null if that is not known'),
  status: z.string().describe('the new status, such as paused; done, partial, error or unknown'),
  error: ErrorDocument.nullable(),
  document: z.looseObject({}).nullable().describe('what the command prints for it by itself'),
});
export type ChangeOfProfile = z.infer<typeof ChangeOfProfile>;

/** The result of a change for several profiles. @see docs/command-line.md#output */
const ChangedAcross = z.strictObject({ results: z.array(ChangeOfProfile) });

/** Loads the schema of the document that a command prints, or of its documents: that of many ids or profiles is another. */
export async function loadOutputSchema(command: Command): Promise<z.ZodType> {
  const own = await loadOwnSchema(command);
  if (changesProfiles(command)) return z.union([...listDocuments(own), ChangedAcross]);
  return hasReadFlags(command) ? addAcrossSchema(own, command) : own;
}

interface RecordsOfDocument {
  records?: string | readonly string[];
}

/** The key of the records in the document of many. */
export function getRecordsKey({ records }: RecordsOfDocument): string {
  return [records ?? []].flat()[0] ?? 'documents';
}

/** Adds the document of a run for many ids or profiles to those of a command. */
function addAcrossSchema(own: z.ZodType, command: RecordsOfDocument): z.ZodType {
  const across = z.object({
    results: z.array(AcrossResult).describe('result of each id or profile, in their order'),
    [getRecordsKey(command)]: z.array(AcrossRecord).describe('records of all ids or profiles'),
    meta: ListMeta,
  });
  return z.union([...listDocuments(own), across]);
}

/** The documents that a command prints by itself. */
function listDocuments(own: z.ZodType): readonly z.ZodType[] {
  return own instanceof z.ZodUnion ? (own.options as readonly z.ZodType[]) : [own]; // they are typed by their core only
}
