import { useEffect, useRef } from 'preact/hooks';
import { said, setParameters } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { useRun } from '../use-run.ts';
import type { OpenedPostOfPage } from './calendar-records.ts';
import { formatExact } from './calendar-times.ts';
import { PostActions } from './post-actions.tsx';
import { NetworksOf } from './post-card.tsx';
import { PostMedia } from './post-media.tsx';
import { PostNotes } from './post-notes.tsx';
import { getStateOf } from './post-states.ts';
import { PostedOn } from './posted-on.tsx';

/** A post over the calendar: all of it, its result on each network, and what can be done. */
export function PostSheet({ id }: { id: string }) {
  const loaded = useRun<OpenedPostOfPage>({ command: 'posts get', input: { id: [id] } });
  const post = loaded.ran?.document ?? null;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => setParameters({ post: null });
  useEffect(() => {
    dialog.current?.showModal();
    // it gives the focus back to what opened it
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label="Post"
      aria-busy={loaded.isLoading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      closedby="any"
    >
      <div class="sheet-body">
        <header>
          <h2>{post === null ? 'Post' : <StateLine post={post} />}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={close}>
            ✕
          </button>
        </header>
        <RanFailure ran={loaded.ran} />
        {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading the post" />}
        {post !== null && <OpenedPost post={post} />}
        <p class="dim" role="status">
          {said.value}
        </p>
      </div>
    </dialog>
  );
}

function StateLine({ post }: { post: OpenedPostOfPage }) {
  const { word, tone } = getStateOf(post);
  const at = post.scheduleDate ?? post.created;
  return (
    <>
      <span class={`tag ${tone}`}>{word}</span>{' '}
      <span>{at === null ? 'without a time' : formatExact(at)}</span>
    </>
  );
}

function OpenedPost({ post }: { post: OpenedPostOfPage }) {
  const { post: text, autoRepostId } = post;
  const options = listOptions(post);
  return (
    <>
      <NetworksOf post={post} />
      <p class="text" dir="auto">
        {text || <span class="dim">Media only.</span>}
      </p>
      <PostMedia post={post} />
      {options.length > 0 && (
        <dl class="options">
          {options.map(([name, value]) => (
            <>
              <dt key={name}>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </>
          ))}
        </dl>
      )}
      {autoRepostId && <p class="dim">It is one of a repeated post.</p>}
      <PostedOn post={post} />
      <PostNotes key={post.notes} post={post} />
      <PostActions post={post} />
    </>
  );
}

/** Shown apart, or of no interest. */
const SHOWN_APART: ReadonlySet<string> = new Set(['post', 'platforms', 'mediaUrls', 'scheduleDate', 'notes']);

/** The options with which a post was created, such as `youTubeOptions.title`; only of one that waits. */
function listOptions({ request }: OpenedPostOfPage): readonly (readonly [string, string])[] {
  return Object.entries(request ?? {})
    .filter(([name]) => !SHOWN_APART.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}
