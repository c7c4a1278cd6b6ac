import { getDisplayWidth, truncate } from '../render/width.ts';
import { wrap } from '../render/wrap.ts';
import type { PromptChoice } from './prompts.ts';

/** A choice for the prompt library. */
interface FormattedChoice<Value> {
  readonly value: Value;
  readonly name: string;
  /** Shown after the question when it was selected. */
  readonly short: string;
  readonly description?: string;
}

/** Width of the mark before a choice, and of the last cell, where some terminals wrap. */
const AROUND_CHOICE = 3;

/** Formats a choice to fit on one line. */
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
