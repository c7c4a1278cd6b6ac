import * as z from 'zod';
import { PostChange } from '../../facts/post-changes.ts';
import { defineFlag } from '../flags.ts';
import { TIMING } from './draft-flags.ts';

const { title, description, visibility } = PostChange.shape.youTubeOptions.unwrap().shape;

/** What can be changed about a post. @see docs/service/posts.md#update */
export const CHANGES = {
  schedule: defineFlag(
    z.string().optional().describe('publish it then: "tomorrow 9:00", "friday 18:30", "in 2h", or exact'),
    { placeholder: 'time' },
  ),
  timeZone: TIMING.timeZone,
  approve: z.boolean().default(false).describe('let it go out; at once, when its time has come'),
  pause: z.boolean().default(false).describe('hold it back while it waits for its time'),
  resume: z.boolean().default(false).describe('let it go again after a pause'),
  notes: defineFlag(z.string().optional().describe('your own words beside it; "" takes them away'), {
    placeholder: 'text',
    mayBeEmpty: true,
  }),
  disableComments: z
    .boolean()
    .default(false)
    .describe('let nobody comment; takes effect on instagram, linkedin and tiktok'),
  enableComments: z.boolean().default(false).describe('let people comment again'),
  title: defineFlag(title.describe('on youtube: its title'), { placeholder: 'text' }),
  description: defineFlag(description.describe('on youtube: what stands under the video; "" for nothing'), {
    placeholder: 'text',
    mayBeEmpty: true,
  }),
  visibility: visibility.describe('on youtube: who sees it'),
};
export type ChangeFlags = z.infer<z.ZodObject<typeof CHANGES>>;
