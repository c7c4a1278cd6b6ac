import * as z from 'zod';

/** The `meta` of every list that can be cut: which part of it a document has. */
export const ListMeta = z
  .object({
    pagination: z
      .object({
        next: z
          .string()
          .nullable()
          .describe('cursor to continue after the last entry; null if there is none'),
        hasMore: z.boolean().describe('whether there are, or may be, more entries than are listed'),
        nextFlags: z
          .array(z.string())
          .optional()
          .describe('with hasMore: flags of the same command that list more, a cursor or a higher limit'),
        limit: z.int().nullable().describe('maximum number of entries; null for all'),
      })
      .describe('which part of the list the document has'),
  })
  .describe('about the document');
export type ListMeta = z.infer<typeof ListMeta>;
