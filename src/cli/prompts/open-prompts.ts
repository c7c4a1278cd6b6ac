import { isInteractive, promptLine } from '../context/ask-user.ts';
import type { ContextParts } from '../context/context.ts';
import { createPalette } from '../render/style.ts';
import { createLinePrompts } from './line-prompts.ts';
import type { Prompts, PromptsPlace } from './prompts.ts';
import { sanitizePrompts } from './sanitize-prompts.ts';

/** Opens prompts on the terminal; null when the command may not prompt. */
export async function openPrompts(parts: ContextParts): Promise<Prompts | null> {
  if (!isInteractive(parts)) return null;
  const { world, output } = parts;
  const { settings } = output;
  const plain = settings.accessible || world.env.TERM === 'dumb';
  const palette = createPalette(settings.stderrColor);
  const place: PromptsPlace = {
    look: () => ({ width: output.talkWidth(), palette, plain }),
    show: (lines) => output.drawn(lines.map((line) => `${line}\n`).join('')),
  };
  await output.progress.end();
  if (!plain) return sanitizePrompts(await world.openPrompts(place));
  const ask = (question: string) => promptLine(parts, { question, hidden: false });
  return sanitizePrompts(createLinePrompts({ ...place, ask }));
}
