import * as z from 'zod';
import type { ControlCall } from './control.ts';
import { NO_INPUT } from './endpoint.ts';
import { MediaFacts } from './posting-control.ts';

const { seconds, bytes, type, reachable } = MediaFacts.required().shape;

/** What holds of a file: what was told, and what is assumed where nothing was. */
export const ListedMedia = z.object({
  url: z.string(),
  seconds,
  bytes,
  type: type.nullable().describe('what it is; null when its ending tells'),
  reachable,
});
export type ListedMedia = z.infer<typeof ListedMedia>;

/** Orders about files that posts name. @see {@link CONTROL} */
export const MEDIA_CONTROL = {
  listMedia: {
    method: 'GET',
    path: '/_sandbox/media',
    input: NO_INPUT,
    answer: z.object({
      media: z.array(ListedMedia).describe('those of which something was told, by address'),
    }),
  },
  setMedia: {
    method: 'PUT',
    path: '/_sandbox/media',
    input: MediaFacts.extend({
      url: z
        .string()
        .regex(/^https:\/\/\S+$/, 'must begin with https:// and hold no space')
        .describe('of the file, as posts name it'),
    }),
    answer: z.object({ media: ListedMedia }),
  },
} as const satisfies Record<string, ControlCall>;
