import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';

/** A control call of the sandbox. It is not part of the service and uses a different key. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/_sandbox/${string}`;
  /** The JSON body; `GET` has none. */
  readonly input: z.ZodObject;
  readonly answer: z.ZodObject;
}

const { min, max } = ASSUMED.controlPageRows;

/** Which rows of a growing list to return: keyset pagination, so that rows added meanwhile do not shift pages. */
export const PageQuery = z.strictObject({
  order: z.enum(['oldest', 'newest']).optional().describe('which row is first (default: oldest)'),
  limit: z.int().min(min).max(max).optional().describe(`maximum number of rows (default: ${max})`),
  cursor: z
    .string()
    .optional()
    .describe('`cursor` of a row, to continue after it; `next` or `start` of a page; in either order'),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Position in the list. A page can have fewer rows than its limit, because its size in bytes is limited too. */
export const PageMeta = z.object({
  pagination: z.object({
    next: z.string().nullable().describe('cursor of the next page; null when there is none'),
    hasMore: z.boolean(),
    limit: z.int(),
    start: z.string().describe('cursor of this page, for the same rows again'),
  }),
});

/** Position of a row in its list. */
export const RowCursor = z.string().describe('cursor to continue after this row');
