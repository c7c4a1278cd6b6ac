import { getDisplayWidth, truncate } from '../render/width.ts';
import { wrap } from '../render/wrap.ts';
import type { PromptChoice } from './prompts.ts';

/** A choice as the prompts draw it. */
interface FormattedChoice<Value> {
  readonly value: Value;
  readonly name: string;
  /** Stands behind the question when it is taken. */
  readonly short: string;
  readonly description?: string;
}

/** The mark before a choice, and the last cell of a line, where some terminals wrap. */
const AROUND_CHOICE = 3;

/** A choice on one line, as far as there is room. */
export function formatChoice<Value>(
  { value, label, hint }: PromptChoice<Value>,
  { width, message }: { readonly width: number; readonly message: string },
): FormattedChoice<Value> {
  const room = width - AROUND_CHOICE;
  return {
    value,
    name: truncate(label, room),
    short: truncate(label, Math.max(1, room - getDisplayWidth(message) - 1)),
    ...(hint !== undefined && {
      description: wrap(hint, room)
        .map((line) => `  ${line}`)
        .join('\n'),
    }),
  };
}
