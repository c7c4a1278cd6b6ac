import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { setParameters } from '../page-store.ts';

/** The width below which a detail replaces the list, as in the style. */
const IS_NARROW = '(max-width: 900px)';

/** The heading of what is chosen in a list, and the way back to its row. */
export function HookHeading({
  chosenBy,
  children,
  beside,
}: {
  /** The parameter of the address that chooses it. */
  chosenBy: 'hook' | 'number';
  children: ComponentChildren;
  beside: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setParameters({ [chosenBy]: null });
  useEffect(() => {
    // the row that was followed is not there any more
    if (matchMedia(IS_NARROW).matches) heading.current?.focus();
    const closeByKey = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, textarea, select, dialog *');
      if (key === 'Escape' && !isTyping) close();
    };
    addEventListener('keydown', closeByKey);
    return () => removeEventListener('keydown', closeByKey);
  }, []);
  return (
    <header>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {children}
        </h2>{' '}
        {beside}
      </div>
      <button type="button" class="close" onClick={close}>
        Close
      </button>
    </header>
  );
}

/** Gives the focus back to the row whose detail was closed: what had it is gone. */
export function useFocusBack(chosen: string | null): void {
  const before = useRef(chosen);
  useEffect(() => {
    const isClosed = before.current !== null && chosen === null;
    before.current = chosen;
    if (isClosed && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.long-list [tabindex="0"]')?.focus();
  }, [chosen]);
}
