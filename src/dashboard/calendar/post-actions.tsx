import { useState } from 'preact/hooks';
import { pageState, setParameters } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { getNetworkName } from '../parts/networks.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { getCalendarHref } from './calendar-place.ts';
import type { OpenedPostOfPage } from './calendar-records.ts';
import { MoveForm } from './move-post.tsx';
import { type AskedCommand, toAsked } from './post-asks.ts';
import { PostQuestion } from './post-question.tsx';
import { getStateOf } from './post-states.ts';

/** What can be done with a post in its state; what others see asks first. */
export function PostActions({ post }: { post: OpenedPostOfPage }) {
  const write = useWrite();
  const [isMoving, setMoving] = useState(false);
  if (pageState.value?.isReadOnly !== false) return <p class="dim">This page was opened with --read-only.</p>;
  const onMade = (command: string) => {
    setMoving(false);
    if (command === 'posts delete') setParameters({ post: null });
  };
  return (
    <>
      {isMoving ? (
        <MoveForm post={post} write={write} onDone={() => setMoving(false)} />
      ) : (
        <>
          {write.failure !== null && <FailureNote failure={write.failure} />}
          <Buttons post={post} write={write} onMove={() => setMoving(true)} />
        </>
      )}
      <PostQuestion write={write} post={post} onMade={onMade} />
    </>
  );
}

function Buttons({ post, write, onMove }: { post: OpenedPostOfPage; write: Write; onMove: () => void }) {
  const { id, status } = post;
  const { isOpen } = getStateOf(post);
  const ask =
    (command: AskedCommand, done: string, input = {}) =>
    () =>
      void write.ask(...toAsked(command, id, done, input));
  return (
    <p class="actions wrap">
      {status === 'awaiting approval' && (
        <button
          type="button"
          class="primary"
          disabled={write.isBusy}
          onClick={ask('posts approve', 'Approved.')}
        >
          Approve…
        </button>
      )}
      {status === 'awaiting approval' && write.failure?.kind === 'usage' && (
        <button
          type="button"
          disabled={write.isBusy}
          onClick={ask('posts approve', 'Approved.', { skipCheck: true })}
        >
          Approve anyway…
        </button>
      )}
      {status === 'paused' && (
        <button
          type="button"
          class="primary"
          disabled={write.isBusy}
          onClick={ask('posts resume', 'Resumed.')}
        >
          Resume…
        </button>
      )}
      {status === 'error' && <WayOn post={post} write={write} />}
      {isOpen && (
        <>
          <button type="button" onClick={onMove}>
            {post.scheduleDate === null ? 'Set a time…' : 'Move…'}
          </button>
          <ComposeLink as="edit" id={id}>
            Edit…
          </ComposeLink>
        </>
      )}
      {status === 'pending' && (
        <button
          type="button"
          disabled={write.isBusy}
          onClick={() => void write.make({ command: 'posts pause', input: { id: [id] } }, 'Paused.')}
        >
          Pause
        </button>
      )}
      <ComposeLink as="copy" id={id}>
        Copy…
      </ComposeLink>
      {status !== 'deleted' && status !== 'processing' && (
        <button
          type="button"
          class="danger"
          disabled={write.isBusy}
          onClick={ask('posts delete', status === 'awaiting approval' ? 'Declined and deleted.' : 'Deleted.')}
        >
          {status === 'awaiting approval' ? 'Decline…' : 'Delete…'}
        </button>
      )}
    </p>
  );
}

/** After a failure: again everywhere if no network has it, else a new post where it failed. */
function WayOn({ post, write }: { post: OpenedPostOfPage; write: Write }) {
  const { id, postIds, errors } = post;
  const failed = (errors ?? []).flatMap(({ platform }) => platform ?? []);
  if ((postIds ?? []).length === 0) {
    return (
      <button
        type="button"
        class="primary"
        disabled={write.isBusy}
        onClick={() => void write.ask(...toAsked('posts retry', id, 'The post is being published again.'))}
      >
        Retry…
      </button>
    );
  }
  if (failed.length === 0) return null;
  return (
    <ComposeLink as="copy" id={id} networks={failed} isPrimary>
      {`Post again on ${failed.map(getNetworkName).join(' and ')}…`}
    </ComposeLink>
  );
}

function ComposeLink({
  as,
  id,
  networks = [],
  isPrimary = false,
  children,
}: {
  as: 'edit' | 'copy';
  id: string;
  networks?: readonly string[];
  isPrimary?: boolean;
  children: string;
}) {
  const to = networks.length > 0 && { to: networks.join(',') };
  return (
    <a class={isPrimary ? 'button primary' : 'button'} href={getCalendarHref({ compose: as, of: id, ...to })}>
      {children}
    </a>
  );
}
