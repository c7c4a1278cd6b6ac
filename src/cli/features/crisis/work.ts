import * as z from 'zod';
import { FeedType } from '../../../service/endpoints/feeds.ts';

/** What goes out by itself. */
export const WORK_KINDS = ['automations', 'posts', 'feeds', 'autoresponse'] as const;
export const WorkKind = z.enum(WORK_KINDS);
export type WorkKind = z.infer<typeof WorkKind>;

/** A feed as it is added again. */
export const StoredFeed = z.strictObject({
  url: z.string(),
  type: FeedType.optional(),
  useFirstImage: z.boolean(),
  autoHashtag: z.boolean(),
});
export type StoredFeed = z.infer<typeof StoredFeed>;

/** Something that was stopped, with what bringing it back needs. */
export const StoredWork = z.strictObject({
  kind: WorkKind,
  id: z.string().min(1),
  name: z.string().describe('name of the automation, text of the post or reply, address of the feed'),
  dueAt: z.number().describe('when it would have gone out next, in milliseconds since 1970; 0 at any time'),
  mark: z
    .string()
    .nullable()
    .describe('differs after each change of it; null where the service has nothing of the kind'),
  feed: StoredFeed.nullable(),
});
export type StoredWork = z.infer<typeof StoredWork>;

/** Something that goes out by itself, as the service has it. */
export interface Work extends StoredWork {
  /** `waiting` is a post that awaits approval: it goes out when a person approves it, and cannot be paused. */
  readonly state: 'running' | 'paused' | 'waiting';
  readonly platforms: readonly string[];
  /** One of several posts that repeat each other. */
  readonly isRepeated: boolean;
}

/** It may do something at any moment. */
export const AT_ANY_TIME = 0;

/** The members that most work does not have. */
export const PLAIN_WORK = {
  dueAt: AT_ANY_TIME,
  mark: null,
  feed: null,
  platforms: [],
  isRepeated: false,
} as const;

/** What was read of one kind. */
export interface WorkRead {
  readonly work: readonly Work[];
  /** Headers of an answer, for the request limit and the service's time. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly asOf?: number | undefined;
  /** The public reference of the profile, where the answer has it. */
  readonly refId?: string | null;
}
