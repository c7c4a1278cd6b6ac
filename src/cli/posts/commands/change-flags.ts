import * as z from 'zod';
import { PostChange } from '../../../service/endpoints/post-changes.ts';
import { defineFlag, groupFlags } from '../../shell/flags/flags.ts';
import { SCHEDULE_FLAGS, SCHEDULE_GROUP } from '../post-flags.ts';

const { title, description, visibility } = PostChange.shape.youTubeOptions.unwrap().shape;

/** What can be changed about a post. @see docs/service/posts.md#update */
export const CHANGES = {
  ...groupFlags(SCHEDULE_GROUP, {
    schedule: defineFlag(
      z.string().optional().describe('new time: "tomorrow 9:00", "friday 18:30", "in 2h" or an exact time'),
      { placeholder: 'time' },
    ),
    timeZone: SCHEDULE_FLAGS.timeZone,
    approve: z.boolean().default(false).describe('approve it; published at once if its time has passed'),
    pause: z.boolean().default(false).describe('pause it while it is scheduled'),
    resume: z.boolean().default(false).describe('resume it after a pause'),
  }),
  ...groupFlags('Detail flags', {
    notes: defineFlag(z.string().optional().describe('private notes; "" removes them'), {
      placeholder: 'text',
      mayBeEmpty: true,
    }),
    disableComments: z
      .boolean()
      .default(false)
      .describe('disable comments (on Instagram, LinkedIn and TikTok)'),
    enableComments: z.boolean().default(false).describe('enable comments'),
    title: defineFlag(title.describe('title of the YouTube video'), { placeholder: 'text' }),
    description: defineFlag(description.describe('description of the YouTube video; "" removes it'), {
      placeholder: 'text',
      mayBeEmpty: true,
    }),
    visibility: visibility.describe('visibility of the YouTube video'),
  }),
};
export type ChangeFlags = z.infer<z.ZodObject<typeof CHANGES>>;
