import type { Trigger } from '../../facts/triggers.ts';
import { fillTemplate } from '../../rules/fill-template.ts';
import type { Drawing, PromptLook } from '../prompts/prompts.ts';
import { safeText } from '../render/safe-text.ts';
import { displayWidth } from '../render/width.ts';
import { wrap } from '../render/wrap.ts';
import { sampleValues } from './sample-values.ts';

/** What a preview is made from. */
interface Sample {
  /** The first of them is what the follower of the preview did. */
  readonly triggers: readonly Trigger[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Messages are narrow on a telephone, too. */
const WIDEST = 46;
const INDENT = '  ';

/** A message as a follower would get it, its placeholders filled in from a sample. */
export function messagePreview(text: string, { triggers: [trigger], now }: Sample): Drawing {
  const filled = trigger === undefined ? text : fillTemplate(text, sampleValues(trigger, now));
  return (look) => [
    '',
    look.palette.dim(`${INDENT}As a follower would get it:`),
    ...(look.plain ? spoken(filled, look) : bubble(filled, look)).map((line) => (INDENT + line).trimEnd()),
    '',
  ];
}

function spoken(text: string, { width }: PromptLook): readonly string[] {
  return linesOf(text, width - INDENT.length);
}

function bubble(text: string, { width, palette }: PromptLook): readonly string[] {
  const room = Math.min(WIDEST, width - INDENT.length - '│  │'.length);
  const lines = linesOf(text, room);
  const inner = Math.max(...lines.map(displayWidth));
  const edge = '─'.repeat(inner + 2);
  const side = palette.dim('│');
  return [
    palette.dim(`╭${edge}╮`),
    ...lines.map((line) => `${side} ${palette.text(line)}${' '.repeat(inner - displayWidth(line))} ${side}`),
    palette.dim(`╰${edge}╯`),
  ];
}

function linesOf(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrap(safeText(line), width));
}
