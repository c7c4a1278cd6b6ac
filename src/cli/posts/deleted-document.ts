import * as z from 'zod';
import { NetworkError } from '../../facts/network-error.ts';
import { ErrorDocument } from '../error-document.ts';

/** What became of each of several posts. */
export const DeletedPosts = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string().describe('Service Post ID'),
      status: z.string().describe('deleted or marked; partial when some networks kept it; else error'),
      networks: z
        .array(
          z.strictObject({
            platform: z.string().nullable(),
            status: z.string().describe("success, or error: the answer's own word"),
            id: z.string().nullable().describe('Social Post ID'),
            error: NetworkError.nullable().describe('why the network kept it'),
          }),
        )
        .describe('its copies; none of one that was on no network'),
      error: ErrorDocument.nullable(),
    }),
  ),
});
export type DeletedResult = z.infer<typeof DeletedPosts>['results'][number];
