import { isInteractive, promptLine } from '../context/ask-user.ts';
import type { ContextParts } from '../context/context-parts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { createPalette } from '../render/style.ts';
import { createLinePrompts } from './line-prompts.ts';
import type {
  LongTextQuestion,
  PromptChoice,
  Prompts,
  PromptsPlace,
  SeveralQuestion,
  TextQuestion,
} from './prompts.ts';

/** Opens prompts on the terminal; null when the command may not prompt. */
export async function openPrompts(
  parts: Pick<ContextParts, 'world' | 'flags' | 'output'>,
): Promise<Prompts | null> {
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

/** Wraps prompts so that their texts, which quote untrusted text, are sanitized. */
export function sanitizePrompts(prompts: Prompts): Prompts {
  return {
    show: prompts.show,
    text: (question) => prompts.text(sanitizeQuestion(question)),
    longText: (question) => prompts.longText(sanitizeLongQuestion(question)),
    choose: ({ message, choices, ...rest }) =>
      prompts.choose({ ...rest, message: sanitizeText(message), choices: sanitizeChoices(choices) }),
    chooseSeveral: (question) => prompts.chooseSeveral(sanitizeSeveral(question)),
  };
}

function sanitizeQuestion({ message, suggestion, example, check }: TextQuestion): TextQuestion {
  return {
    message: sanitizeText(message),
    // answers must not be altered, so a suggestion that cannot be shown unchanged is dropped
    ...(suggestion !== undefined && isShownAsItIs(suggestion) && { suggestion }),
    ...(example !== undefined && { example: sanitizeText(example) }),
    check(answer) {
      const fault = check(answer);
      return fault === null ? null : sanitizeText(fault);
    },
  };
}

function isShownAsItIs(text: string): boolean {
  return text.split('\n').every((line) => sanitizeText(line) === line);
}

function sanitizeLongQuestion({ count, ...question }: LongTextQuestion): LongTextQuestion {
  return {
    ...sanitizeQuestion(question),
    ...(count && { count: (text: string) => sanitizeText(count(text)) }),
  };
}

function sanitizeSeveral<Value>({
  message,
  choices,
  check,
  ...rest
}: SeveralQuestion<Value>): SeveralQuestion<Value> {
  return {
    ...rest,
    message: sanitizeText(message),
    choices: sanitizeChoices(choices),
    check(chosen) {
      const fault = check(chosen);
      return fault === null ? null : sanitizeText(fault);
    },
  };
}

function sanitizeChoices<Value>(choices: readonly PromptChoice<Value>[]): readonly PromptChoice<Value>[] {
  return choices.map(({ value, label, hint }) => ({
    value,
    label: sanitizeText(label),
    ...(hint !== undefined && { hint: sanitizeText(hint) }),
  }));
}
