import { safeText } from '../render/safe-text.ts';
import type { LongTextQuestion, PromptChoice, Prompts, SeveralQuestion, TextQuestion } from './prompts.ts';

/** The same conversation with its texts made fit for a terminal: they quote what strangers wrote. */
export function safePrompts(prompts: Prompts): Prompts {
  return {
    show: prompts.show,
    text: (question) => prompts.text(safeQuestion(question)),
    longText: (question) => prompts.longText(safeLongQuestion(question)),
    choose: ({ message, choices, ...rest }) =>
      prompts.choose({ ...rest, message: safeText(message), choices: safeChoices(choices) }),
    chooseSeveral: (question) => prompts.chooseSeveral(safeSeveral(question)),
  };
}

function safeQuestion({ message, suggestion, example, check }: TextQuestion): TextQuestion {
  return {
    message: safeText(message),
    // an answer must stay as it is, and so one that cannot be shown is none to suggest
    ...(suggestion !== undefined && isShownAsItIs(suggestion) && { suggestion }),
    ...(example !== undefined && { example: safeText(example) }),
    check(answer) {
      const fault = check(answer);
      return fault === null ? null : safeText(fault);
    },
  };
}

function isShownAsItIs(text: string): boolean {
  return text.split('\n').every((line) => safeText(line) === line);
}

function safeLongQuestion({ count, ...question }: LongTextQuestion): LongTextQuestion {
  return { ...safeQuestion(question), ...(count && { count: (text: string) => safeText(count(text)) }) };
}

function safeSeveral<Value>({
  message,
  choices,
  check,
  ...rest
}: SeveralQuestion<Value>): SeveralQuestion<Value> {
  return {
    ...rest,
    message: safeText(message),
    choices: safeChoices(choices),
    check(chosen) {
      const fault = check(chosen);
      return fault === null ? null : safeText(fault);
    },
  };
}

function safeChoices<Value>(choices: readonly PromptChoice<Value>[]): readonly PromptChoice<Value>[] {
  return choices.map(({ value, label, hint }) => ({
    value,
    label: safeText(label),
    ...(hint !== undefined && { hint: safeText(hint) }),
  }));
}
