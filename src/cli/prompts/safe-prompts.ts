import { sanitizeText } from '../render/sanitize-text.ts';
import type { LongTextQuestion, PromptChoice, Prompts, SeveralQuestion, TextQuestion } from './prompts.ts';

/** The same conversation with its texts made fit for a terminal: they quote what strangers wrote. */
export function safePrompts(prompts: Prompts): Prompts {
  return {
    show: prompts.show,
    text: (question) => prompts.text(safeQuestion(question)),
    longText: (question) => prompts.longText(safeLongQuestion(question)),
    choose: ({ message, choices, ...rest }) =>
      prompts.choose({ ...rest, message: sanitizeText(message), choices: safeChoices(choices) }),
    chooseSeveral: (question) => prompts.chooseSeveral(safeSeveral(question)),
  };
}

function safeQuestion({ message, suggestion, example, check }: TextQuestion): TextQuestion {
  return {
    message: sanitizeText(message),
    // an answer must stay as it is, and so one that cannot be shown is none to suggest
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

function safeLongQuestion({ count, ...question }: LongTextQuestion): LongTextQuestion {
  return { ...safeQuestion(question), ...(count && { count: (text: string) => sanitizeText(count(text)) }) };
}

function safeSeveral<Value>({
  message,
  choices,
  check,
  ...rest
}: SeveralQuestion<Value>): SeveralQuestion<Value> {
  return {
    ...rest,
    message: sanitizeText(message),
    choices: safeChoices(choices),
    check(chosen) {
      const fault = check(chosen);
      return fault === null ? null : sanitizeText(fault);
    },
  };
}

function safeChoices<Value>(choices: readonly PromptChoice<Value>[]): readonly PromptChoice<Value>[] {
  return choices.map(({ value, label, hint }) => ({
    value,
    label: sanitizeText(label),
    ...(hint !== undefined && { hint: sanitizeText(hint) }),
  }));
}
