import * as z from 'zod';

/** How a call that fans out over networks went. @see service.md, "Get-comments response status" */
export const LegStatus = z.enum(['success', 'partial', 'error']);
export type LegStatus = z.infer<typeof LegStatus>;

/** One network that failed while others may have worked. @see service.md, envelope fields, `errors` */
export const LegError = z.looseObject({
  platform: z.string().nullable(),
  status: z.string().nullable(),
  code: z.number().nullable(),
  message: z.string().nullable(),
  id: z.string().nullable(),
});
export type LegError = z.infer<typeof LegError>;

const Leg = z.array(z.looseObject({})).nullish();
const Moment = z.union([z.string(), z.number(), z.looseObject({})]).nullish();

/**
 * The answer of a read of comments: the envelope, and one array for each network that has comments.
 * Only its outline is asked for, so that an odd field of one comment never hides the others.
 *
 * @see service.md, "Comment record", envelope fields
 */
export const CommentsAnswer = z.looseObject({
  status: z.string().nullish(),
  id: z.union([z.string(), z.number()]).nullish().describe('the id that was requested'),
  lastUpdated: Moment,
  nextUpdate: Moment,
  errors: z.unknown().optional().describe('one entry for each network that failed'),
  bluesky: Leg,
  facebook: Leg,
  instagram: Leg,
  linkedin: Leg,
  reddit: Leg,
  threads: Leg,
  tiktok: Leg,
  twitter: Leg,
  youtube: Leg,
});
export type CommentsAnswer = z.infer<typeof CommentsAnswer>;
