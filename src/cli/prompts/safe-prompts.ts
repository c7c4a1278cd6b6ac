import { safeText } from '../render/safe-text.ts';
import type { ChoiceQuestion, Prompts, TextQuestion } from './prompts.ts';

/** The same conversation with its texts made fit for a terminal: they quote what strangers wrote. */
export function safePrompts(prompts: Prompts): Prompts {
  return {
    show: prompts.show,
    text: (question) => prompts.text(safeQuestion(question)),
    longText: (question) => prompts.longText(safeQuestion(question)),
    choose: (question) => prompts.choose(safeChoices(question)),
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

function safeChoices<Value>({ message, choices, ...rest }: ChoiceQuestion<Value>): ChoiceQuestion<Value> {
  return {
    ...rest,
    message: safeText(message),
    choices: choices.map(({ value, label, hint }) => ({
      value,
      label: safeText(label),
      ...(hint !== undefined && { hint: safeText(hint) }),
    })),
  };
}
