import type { Client } from '../../client/client.ts';
import type { Comment } from '../../facts/comment.ts';
import type { Engagement } from '../../facts/engagement.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { readEventFlags } from '../automations/read-event-flags.ts';
import { readComments } from '../comments-read.ts';
import { ignoreErrors } from '../ignore-errors.ts';

/** Reads an Instagram comment as an event; null if the service does not return it. */
export async function readComment(client: Client, id: string): Promise<Engagement | null> {
  const read = await ignoreErrors(readComments(client, { id, platform: 'instagram', comment: true }));
  const comment = findComment(read?.document.comments ?? [], id);
  if (comment?.text == null) return null;
  const from = comment.author.handle ?? undefined;
  const postId = comment.extra['postId'];
  const post = typeof postId === 'string' ? postId : undefined;
  const event = readEventFlags({ event: 'comment', text: comment.text, from, post });
  return { ...event, at: readTimestamp(comment.createdAt).ms };
}

function findComment(comments: readonly Comment[], id: string): Comment | undefined {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findComment(comment.replies, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
