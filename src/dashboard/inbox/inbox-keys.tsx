import { useEffect, useRef } from 'preact/hooks';

/** What a key of the inbox does. */
export type InboxAction =
  | 'next'
  | 'previous'
  | 'answer'
  | 'saved'
  | 'done'
  | 'undo'
  | 'delete'
  | 'open'
  | 'search'
  | 'keys'
  | 'back';

/** The keys, as on the full screen of `comments inbox`. */
const KEYS: readonly {
  readonly keys: readonly string[];
  readonly action: InboxAction;
  readonly does: string;
}[] = [
  { keys: ['j', 'n'], action: 'next', does: 'next' },
  { keys: ['k', 'p'], action: 'previous', does: 'previous' },
  { keys: ['r'], action: 'answer', does: 'write an answer; Ctrl+Enter asks to publish it' },
  { keys: ['i'], action: 'saved', does: 'insert a saved reply' },
  { keys: ['d'], action: 'done', does: 'done: needs no answer' },
  { keys: ['u'], action: 'undo', does: 'undo the last "done"' },
  { keys: ['x'], action: 'delete', does: 'delete, where the service can' },
  { keys: ['o'], action: 'open', does: 'open it on its network, where it can also be hidden' },
  { keys: ['/'], action: 'search', does: 'search' },
  { keys: ['?'], action: 'keys', does: 'these keys' },
  { keys: ['Escape'], action: 'back', does: 'back to the list' },
];

/** Calls the action of a key, unless it is typed into a field, or a dialog is open. */
export function useInboxKeys(act: (action: InboxAction) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyped = target instanceof HTMLElement && target.matches('input, textarea, select');
      const isTaken = event.defaultPrevented || ctrlKey || metaKey || altKey;
      if (isTaken || document.querySelector('dialog[open]') !== null) return;
      const found = KEYS.find(({ keys }) => keys.includes(key));
      if (found === undefined || (isTyped && key !== 'Escape')) return;
      event.preventDefault();
      if (isTyped) target.blur();
      else latest.current(found.action);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' };

/** What each key does. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="question" aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{NAMES[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </dialog>
  );
}
