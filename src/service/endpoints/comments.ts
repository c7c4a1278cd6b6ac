import * as z from 'zod';
import { CommentPlatform } from '../platforms.ts';

/** Result of a call that fans out over networks. @see docs/service/comments.md#read-status */
export const FanOutStatus = z.enum(['success', 'partial', 'error']);
export type FanOutStatus = z.infer<typeof FanOutStatus>;

const Leg = z.unknown().optional();

/**
 * The answer to reading comments: the envelope, and one array for each network with comments. No part is validated
 * further, so that a malformed part does not hide the others. The answer is rejected only if networks are present and
 * none of them can contain comments.
 *
 * @see docs/service/comments.md#response
 */
export const CommentsAnswer = z
  .looseObject({
    status: z.unknown().optional(),
    id: z.unknown().optional().describe('the requested id'),
    lastUpdated: z.unknown().optional(),
    nextUpdate: z.unknown().optional(),
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
  })
  .superRefine((answer, context) => {
    const given = CommentPlatform.options.filter((name) => (answer[name] ?? null) !== null);
    if (given.length === 0 || given.some((name) => typeof answer[name] === 'object')) return;
    context.addIssue({ code: 'custom', path: given.slice(0, 1), message: 'contains no comments' });
  });
export type CommentsAnswer = z.infer<typeof CommentsAnswer>;
