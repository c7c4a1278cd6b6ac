import * as z from 'zod';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { PostRecord } from '../../service/posts.ts';

/** A post as crier prints it: the service's record with normalized times. */
export const PostEntry = PostRecord.extend({
  id: z.string().nullable().describe('Service Post ID; of a list by --platform, Social Post ID'),
  post: z.string().nullable(),
  created: z.string().nullable(),
  scheduleDate: z.string().nullable(),
});
export type PostEntry = z.infer<typeof PostEntry>;

/** Normalizes the times of a post. */
export function toPostEntry(record: PostRecord): PostEntry {
  return {
    ...record,
    id: record.id ?? null,
    post: record.post ?? null,
    created: readTimestamp(record.created).iso,
    scheduleDate: readTimestamp(record.scheduleDate).iso,
  };
}
