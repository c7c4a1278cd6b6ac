import { FirstPicture } from '../parts/picture/picture.tsx';
import { Question } from '../parts/question.tsx';
import type { Write } from '../parts/use-write.ts';
import type { PostOfPage } from '../records.ts';
import { formatExact } from './calendar-times.ts';
import { MovedTimes } from './move-post.tsx';
import { ASKED, type AskedCommand } from './post-asks.ts';
import { NetworksOf } from './post-card.tsx';

/** Asks before a change of a post: whom it is for, its networks, its text, and when it will be public. */
export function PostQuestion({
  write,
  post,
  onMade,
}: {
  write: Write;
  post: PostOfPage;
  onMade?: (command: string) => void;
}) {
  const command = write.plan?.change.command ?? '';
  const asked = Object.hasOwn(ASKED, command) ? ASKED[command as AskedCommand] : null; // checked by hasOwn
  return (
    <Question
      write={write}
      what={asked?.what}
      action={asked?.action ?? ''}
      {...(onMade !== undefined && { onMade: () => onMade(command) })}
    >
      <div class="asked-post">
        <NetworksOf post={post} />
        <blockquote dir="auto">{post.post || 'media only'}</blockquote>
        <FirstPicture urls={post.mediaUrls} />
        {post.notes && (
          <p class="asked-notes">
            <span class="dim">Private notes:</span> <bdi>{post.notes}</bdi>
          </p>
        )}
      </div>
      {command === 'posts update' ? (
        <MovedTimes post={post} plan={write.plan?.checked.document ?? null} />
      ) : (
        <Effect command={command} post={post} />
      )}
    </Question>
  );
}

/** When others will see what the change does. */
function Effect({ command, post: { status, scheduleDate } }: { command: string; post: PostOfPage }) {
  if (command === 'posts delete')
    return status === 'success' || status === 'error' ? (
      <p>Networks that cannot delete it keep it; the answer names them.</p>
    ) : (
      <p>It will not be published.</p>
    );
  if (command === 'posts retry') return <p>It is published at once.</p>;
  const isLater = scheduleDate !== null && Date.parse(scheduleDate) > Date.now();
  return (
    <p>It is published {isLater ? `on ${formatExact(scheduleDate)}` : 'at once: its time has passed'}.</p>
  );
}
