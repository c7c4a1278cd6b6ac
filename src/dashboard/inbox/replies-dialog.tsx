import { useEffect, useRef, useState } from 'preact/hooks';
import { fillReplyVariables } from '../../domain/text/reply-variables.ts';
import { pageState } from '../page-store.ts';
import { FailureNote, RanFailure } from '../parts/failure-note.tsx';
import { useWrite } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import type { PageItem, SavedReplies } from './inbox-records.ts';

interface RepliesProps {
  readonly person: PageItem['person'];
  /** The answer so far, which can be saved. */
  readonly typed: string;
  onTaken(reply: string): void;
  onClose(): void;
}

/** The saved replies of this machine: one is taken into the answer, filled with the names of the person. */
export function RepliesDialog({ isOpen, ...props }: RepliesProps & { isOpen: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="question" aria-label="Saved replies" onClose={props.onClose}>
      {isOpen && <Replies {...props} />}
    </dialog>
  );
}

function Replies({ person, typed, onTaken, onClose }: RepliesProps) {
  const [turn, setTurn] = useState(0);
  const write = useWrite();
  // what others show does not depend on it
  const make = async (command: string, input: Readonly<Record<string, unknown>>, done: string) => {
    if (await write.make({ command, input }, done, { readsAgain: false })) setTurn((before) => before + 1);
  };
  const mayChange = pageState.value?.isReadOnly !== true;
  return (
    <>
      <h2>Saved replies</h2>
      <ReplyList
        key={turn}
        person={person}
        onTaken={onTaken}
        onRemove={
          mayChange
            ? (name) => void make('replies remove', { names: [name] }, `Removed the saved reply ${name}.`)
            : null
        }
      />
      {mayChange && typed.trim() !== '' && (
        <SaveForm
          onSave={(name) => void make('replies save', { name, text: typed }, `Saved the reply ${name}.`)}
        />
      )}
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <p class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </>
  );
}

function ReplyList({
  person,
  onTaken,
  onRemove,
}: {
  person: PageItem['person'];
  onTaken: (reply: string) => void;
  onRemove: ((name: string) => void) | null;
}) {
  const [words, setWords] = useState('');
  const loaded = useRun<SavedReplies>({ command: 'replies list' });
  const replies = loaded.ran?.document?.replies;
  const shown = (replies ?? []).filter(({ name, text }) => {
    const own = fold(`${name} ${text}`);
    return fold(words)
      .split(/\s+/)
      .every((word) => own.includes(word));
  });
  return (
    <div aria-busy={loaded.isLoading}>
      <RanFailure ran={loaded.ran} />
      {replies?.length === 0 && (
        <p class="dim">
          None is saved yet. Write an answer that you give often, open this again, and save it.
        </p>
      )}
      {replies !== undefined && replies.length > 0 && (
        <input
          type="search"
          class="wide"
          placeholder="Find by name or words"
          aria-label="Find a saved reply"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      <ul class="replies">
        {shown.map(({ name, text }) => {
          const filled = fillReplyVariables(text, person);
          return (
            <li key={name}>
              <button type="button" disabled={filled.missing !== null} onClick={() => onTaken(filled.text)}>
                <span class="strong">{name}</span>
                <bdi>{filled.text}</bdi>
                {filled.missing !== null && (
                  <span class="dim small">The network does not say the {filled.missing} of this person.</span>
                )}
              </button>
              {onRemove !== null && (
                <button
                  type="button"
                  class="link-button"
                  aria-label={`Remove ${name}`}
                  onClick={() => onRemove(name)}
                >
                  Remove
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && words !== '' && <p class="dim">No saved reply matches.</p>}
    </div>
  );
}

/** Saves the answer under a name. */
function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <input
        aria-label="Name for the answer that is written"
        placeholder="name, such as thanks"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" disabled={name.trim() === ''}>
        Save this answer
      </button>
    </form>
  );
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
}
