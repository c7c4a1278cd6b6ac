import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What the input of a field needs, to be named by its title and described by its hint. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

/** A title over an input, with a hint below it. */
export function Field({
  title,
  hint = '',
  children,
}: {
  title: string;
  hint?: ComponentChildren;
  children: (ids: FieldIds) => ComponentChildren;
}) {
  const id = useId();
  const isHinted = hint !== '';
  return (
    <div class="field">
      <label for={id}>{title}</label>
      {children({ id, 'aria-describedby': isHinted ? `${id}-hint` : undefined })}
      {isHinted && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
    </div>
  );
}
