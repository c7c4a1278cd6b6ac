import * as z from 'zod';
import { NetworkError } from '../../service/endpoints/network-error.ts';
import { ErrorDocument } from '../render/error-document.ts';

/** Results of deleting several posts. */
export const DeletedPosts = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string().describe('Service Post ID'),
      status: z.string().describe('deleted or marked; partial if some networks kept it; otherwise error'),
      networks: z
        .array(
          z.strictObject({
            platform: z.string().nullable(),
            status: z.string().describe('success or error, as in the response'),
            id: z.string().nullable().describe('Social Post ID'),
            error: NetworkError.nullable().describe('why the network kept it'),
          }),
        )
        .describe('its copies; empty if it was on no network'),
      error: ErrorDocument.nullable(),
    }),
  ),
});
export type DeletedResult = z.infer<typeof DeletedPosts>['results'][number];
