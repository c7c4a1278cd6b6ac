import { useState } from 'preact/hooks';
import { pageState } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useWrite } from '../parts/use-write.ts';
import type { OpenedPostOfPage } from './calendar-records.ts';

/** Private notes, such as why a post is not approved yet; they are saved at once, since only the account sees them. */
export function PostNotes({ post: { id, notes } }: { post: OpenedPostOfPage }) {
  const [text, setText] = useState(notes ?? '');
  const write = useWrite();
  if (pageState.value?.isReadOnly !== false)
    return notes ? (
      <p class="text" dir="auto">
        <span class="dim">Notes: </span>
        {notes}
      </p>
    ) : null;
  const isSame = text === (notes ?? '');
  return (
    <form
      class="notes"
      onSubmit={(event) => {
        event.preventDefault();
        void write.make({ command: 'posts update', input: { id: [id], notes: text } }, 'Saved the notes.');
      }}
    >
      <label>
        Private notes
        <textarea
          rows={2}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      {!isSame && (
        <p class="actions">
          <button type="submit" disabled={write.isBusy}>
            Save notes
          </button>
          <button type="button" onClick={() => setText(notes ?? '')}>
            Back
          </button>
        </p>
      )}
    </form>
  );
}
