import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { isSandbox } from '../../../framework/command/sandbox/sandbox-control.ts';
import { hashServiceKey } from '../../../framework/settings/hash-service-key.ts';
import { openStateFile } from '../../../framework/settings/state-file.ts';
import { MOST_SENT_POSTS } from '../post-flags.ts';
import { readPostIfThere } from '../read-posts.ts';

/** The outcome of a post of a file when it was last sent. */
const RememberedPost = z.object({
  /** `refused`: the service stored no post; `unknown`: the response was lost, so that it may be published. */
  status: z.enum(['sent', 'partial', 'failed', 'refused', 'unknown']),
  /** Service Post ID, where the response had one. */
  id: z.string().nullable(),
  /** Zero-based: each attempt after a failure has its own key. */
  attempt: z.int().min(0),
  /** The networks that refused it, of a partial one. */
  failed: z.array(z.string()),
  /** For when it was, of a time in words, in milliseconds since 1970. */
  at: z.number().optional(),
  /** When it was sent, of the same. */
  sentAt: z.number().optional(),
});
export type RememberedPost = z.infer<typeof RememberedPost>;

/**
 * Posts with their keys, by service and profile; the oldest first. Not an object by key: it would have keys that are
 * numbers first, and no `__proto__`.
 */
const SentPosts = z.record(z.string(), z.array(z.tuple([z.string(), RememberedPost])));

export type SentPostMemory = Awaited<ReturnType<typeof openSentPosts>>;

export async function openSentPosts(
  keys: readonly string[],
  client: Client,
  { service, io }: CommandContext,
) {
  const { choice } = await service.choose();
  const place = hashServiceKey(choice);
  const file = openStateFile(io.machine, { name: 'sent-posts', schema: SentPosts, empty: {} });
  const found = new Map(file.read()[place]);
  const known = new Map(keys.flatMap((key) => (found.has(key) ? [[key, found.get(key)] as const] : [])));
  // a sandbox may have been reset, and then has none of its posts
  if (isSandbox(choice)) {
    for (const [key, post] of known)
      if (post?.id == null || (await readPostIfThere(client, post.id)) === null) known.delete(key);
  }
  return {
    /** By the key of the first attempt; null for a post that was never sent. */
    find: (key: string): RememberedPost | null => known.get(key) ?? null,
    /** Remembers the outcome of a post, before the next one is sent. */
    async remember(key: string, post: RememberedPost): Promise<void> {
      await file.change((all) => {
        const others = (all[place] ?? []).filter(([each]) => each !== key);
        const posts: typeof others = [...others, [key, post]];
        return { ...all, [place]: posts.slice(-MOST_SENT_POSTS) };
      });
    },
  };
}
