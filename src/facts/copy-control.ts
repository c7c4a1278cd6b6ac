import * as z from 'zod';
import type { ControlCall } from './control.ts';
import { Platform } from './platforms.ts';

/** Orders about what posts have at their networks. @see CONTROL */
export const COPY_CONTROL = {
  deleteCopy: {
    method: 'DELETE',
    path: '/_sandbox/copies',
    input: z.strictObject({
      postId: z.string().describe('Service Post ID'),
      network: Platform.describe('where a person deletes it'),
    }),
    answer: z.object({ deleted: z.string(), network: Platform }),
  },
} as const satisfies Record<string, ControlCall>;
