import type { Client } from '../../../client/client.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { Engagement } from '../../../service/engagement.ts';
import type { Comment } from '../../comments/comment.ts';
import { readComments } from '../../comments/read-comments.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import { readEventFlags } from '../event-flags.ts';

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
