import { fillTemplate } from '../../../domain/automations/fill-template.ts';
import type { Trigger } from '../../../service/triggers.ts';
import type { PromptDrawing } from '../../prompts/prompts.ts';
import { drawFramedText } from '../../wizard/framed-text.ts';
import { sampleValues } from './sample-values.ts';

/** Input of a preview. */
interface PreviewSample {
  /** The first one provides the sample event. */
  readonly triggers: readonly Trigger[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const INDENT = '  ';

/** Draws a message as a follower would get it, with placeholders filled in from a sample. */
export function drawMessagePreview(text: string, { triggers: [trigger], now }: PreviewSample): PromptDrawing {
  const filled = trigger === undefined ? text : fillTemplate(text, sampleValues(trigger, now));
  return (look) => ['', look.palette.dim(`${INDENT}Preview:`), ...drawFramedText(filled, look), ''];
}
