import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { pageState } from '../page-store.ts';
import type { Write } from './use-write.ts';

/**
 * Asks before a change that others see, over the form that made it: for whom it is, and what will be done. Escape and "Back"
 * leave everything as it was, and the focus returns to where it came from.
 */
export function Question({
  write,
  what,
  action,
  isOfAccount = true,
  children,
  onMade,
}: {
  write: Write;
  /** Without the question mark: `Publish this answer to zoe on Instagram`. */
  what: ComponentChildren;
  /** The button's word: `Publish`. */
  action: string;
  /** Whether it is a change of the account; another one is only of this machine. */
  isOfAccount?: boolean;
  /** What will be sent, as it will be seen. */
  children?: ComponentChildren;
  onMade?: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const isOpen = write.plan !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const confirm = async () => {
    if (await write.confirm()) onMade?.();
  };
  return (
    <dialog
      ref={dialog}
      class="question"
      role="alertdialog"
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        write.cancel();
      }}
    >
      {write.plan !== null && (
        <>
          <p id={title}>
            {what}
            {isOfAccount &&
              `, as ${write.plan.profile ?? 'the Primary Profile'} of ${pageState.value?.context}`}
            ?
          </p>
          {children}
          <p class="actions">
            <button type="button" class="primary" disabled={write.isBusy} onClick={() => void confirm()}>
              {action}
            </button>
            <button type="button" onClick={write.cancel}>
              Back
            </button>
          </p>
        </>
      )}
    </dialog>
  );
}
