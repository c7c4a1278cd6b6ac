import type { Trigger } from '../../facts/triggers.ts';
import { fillTemplate } from '../../rules/fill-template.ts';
import type { PromptDrawing } from '../prompts/prompts.ts';
import { drawFramedText } from './framed-text.ts';
import { sampleValues } from './sample-values.ts';

/** What a preview is made from. */
interface PreviewSample {
  /** The first of them is what the follower of the preview did. */
  readonly triggers: readonly Trigger[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const INDENT = '  ';

/** A message as a follower would get it, its placeholders filled in from a sample. */
export function drawMessagePreview(text: string, { triggers: [trigger], now }: PreviewSample): PromptDrawing {
  const filled = trigger === undefined ? text : fillTemplate(text, sampleValues(trigger, now));
  return (look) => [
    '',
    look.palette.dim(`${INDENT}As a follower would get it:`),
    ...drawFramedText(filled, look),
    '',
  ];
}
