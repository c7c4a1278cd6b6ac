import * as z from 'zod';
import { ServicePostId } from '../ids.ts';
import { Instant } from '../times.ts';

/** The fields that an update can change; any other is rejected. @see docs/service/posts.md#update */
export const PostChange = z
  .strictObject({
    approved: z.boolean().describe('true publishes it, false keeps it back'),
    disableComments: z.boolean().describe('only on Instagram, LinkedIn and TikTok'),
    notes: z.string(),
    scheduleDate: Instant,
    scheduledPause: z.boolean().describe('pauses or resumes a scheduled post'),
    youTubeOptions: z.strictObject({
      title: z.string().optional(),
      description: z.string().optional(),
      visibility: z.enum(['private', 'unlisted', 'public']).optional(),
      categoryId: z.union([z.string(), z.int()]).optional(),
    }),
  })
  .partial();
export type PostChange = z.infer<typeof PostChange>;

/** Changes to a post. @see docs/service/posts.md#update */
export const PostUpdate = PostChange.extend({ id: ServicePostId })
  .refine((update) => Object.keys(update).length > 1, 'there is nothing to update')
  .refine(
    ({ approved, scheduledPause }) => approved === undefined || scheduledPause === undefined,
    'must not contain both approved and scheduledPause: a post that awaits approval cannot be paused',
  );
export type PostUpdate = z.infer<typeof PostUpdate>;

/** Which posts to delete: one, several, or all scheduled ones. @see docs/service/posts.md#update */
export const PostDeletion = z
  .looseObject({
    id: ServicePostId.optional(),
    bulk: z.array(ServicePostId).min(1).optional(),
    deleteAllScheduled: z.boolean().optional(),
    markManualDeleted: z.boolean().optional().describe('only mark a post that was deleted on its networks'),
  })
  .refine(
    ({ id, bulk, deleteAllScheduled }) =>
      [id, bulk, deleteAllScheduled || undefined].filter((each) => each !== undefined).length === 1,
    'must contain exactly one of id, bulk, deleteAllScheduled',
  );
export type PostDeletion = z.infer<typeof PostDeletion>;
