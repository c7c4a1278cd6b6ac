import { Network } from '../parts/networks.tsx';
import { When } from '../parts/when.tsx';
import type { WaitingComment } from '../records.ts';
import { Answer } from './answer.tsx';

/** A comment with its post, the answers so far, and a place for the next one. */
export function Thread({ comment }: { comment: WaitingComment }) {
  const { post, platform, replies } = comment;
  return (
    <article class="thread">
      <header>
        <Network platform={platform} /> <bdi class="dim">{post}</bdi>
      </header>
      <Said comment={comment} />
      {replies.map((reply) => (
        <Said key={reply.id} comment={reply} />
      ))}
      <Answer comment={comment} />
    </article>
  );
}

function Said({ comment: { author, text, createdAt } }: { comment: WaitingComment }) {
  return (
    <div class={author.isMe ? 'said mine' : 'said'}>
      <p class="by">
        <bdi class="strong">{author.name ?? author.handle ?? 'someone'}</bdi> <When at={createdAt} />
      </p>
      <p class="text" dir="auto">
        {text}
      </p>
    </div>
  );
}
