import * as z from 'zod';
import { NO_INPUT } from '../endpoint.ts';
import type { ControlCall } from './control-call.ts';
import { MediaFacts } from './posting.ts';

const { seconds, bytes, type, reachable } = MediaFacts.required().shape;

/** Properties of a media file: declared ones, and defaults for the others. */
export const ListedMedia = z.object({
  url: z.string(),
  seconds,
  bytes,
  type: type.nullable().describe('media type; null if derived from the file extension'),
  reachable,
});
export type ListedMedia = z.infer<typeof ListedMedia>;

/** Control calls for media files. @see {@link CONTROL} */
export const MEDIA_CONTROL = {
  listMedia: {
    method: 'GET',
    path: '/_sandbox/media',
    input: NO_INPUT,
    answer: z.object({
      media: z.array(ListedMedia).describe('files with a description, by URL'),
    }),
  },
  setMedia: {
    method: 'PUT',
    path: '/_sandbox/media',
    input: MediaFacts.extend({
      url: z
        .string()
        .regex(/^https:\/\/\S+$/, 'must begin with https:// and contain no spaces')
        .describe('URL of the file, as posts use it'),
    }),
    answer: z.object({ media: ListedMedia }),
  },
} as const satisfies Record<string, ControlCall>;
