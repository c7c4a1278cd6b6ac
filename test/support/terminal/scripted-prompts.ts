import { createHash } from 'node:crypto';
import { EndOfAnswers } from '../../../src/cli/framework/terminal/prompts.ts';
import type { PromptChoice, Prompts, PromptsPlace, TextQuestion } from '../../../src/world.ts';

/**
 * A question by words of it, and what is answered: a text, or words of the choice; of several choices with ` + ` between
 * them, or nothing for those that are suggested. An error is thrown in its place. As one text: `Emoji → ❤️`.
 */
export type PromptScript = string | readonly [question: string, answer: string | Error];

/** What was printed in a conversation, a line each: questions with `?`, answers with `>`, refused answers with `!`. */
export interface ScriptedPrompts {
  open(place: PromptsPlace): Prompts;
  readonly said: string[];
  /** Answers without a prompt. */
  readonly left: PromptScript[];
}

/** Answers prompts from a script; one that asks for something else ends the test. */
export function scriptedPrompts(script: readonly PromptScript[]): ScriptedPrompts {
  const left = [...script];
  const said: string[] = [];
  const answerTo = (message: string) => {
    said.push(`? ${message}`);
    const next = left.shift() ?? [];
    const [expected, answer] = typeof next === 'string' ? next.split(' → ') : next;
    if (expected === undefined || answer === undefined) throw new EndOfAnswers();
    if (!message.includes(expected)) throw new Error(`"${message}" was asked, not "${expected}"`);
    if (answer instanceof Error) throw answer;
    said.push(`> ${answer}`);
    return answer;
  };
  const asked = async ({ message, suggestion = '', check }: TextQuestion) => {
    for (;;) {
      const answer = answerTo(message) || suggestion;
      const fault = check(answer);
      if (fault === null) return answer;
      said.push(`! ${fault}`);
    }
  };
  return {
    said,
    left,
    open: (place) => ({
      show: (drawing) => place.show(drawing(place.look())),
      text: asked,
      longText: asked,
      choose: async ({ message, choices }) => choiceOf(choices, answerTo(message), message).value,
      async chooseSeveral({ message, choices, suggested = [], check }) {
        for (;;) {
          const words = answerTo(message).split(' + ');
          const isUnchanged = words.join('') === '';
          const named = isUnchanged ? suggested : words.map((each) => choiceOf(choices, each, message).value);
          const chosen = choices.flatMap(({ value }) => (named.includes(value) ? [value] : []));
          const fault = check(chosen);
          if (fault === null) return chosen;
          said.push(`! ${fault}`);
        }
      },
    }),
  };
}

/** The only choice that holds these words. */
function choiceOf<Value>(
  choices: readonly PromptChoice<Value>[],
  answer: string,
  message: string,
): PromptChoice<Value> {
  const [only, ...others] = choices.filter(({ label, hint = '' }) => `${label} ${hint}`.includes(answer));
  if (only !== undefined && others.length === 0) return only;
  const labels = choices.map(({ label }) => label).join(' | ');
  const count = only === undefined ? 0 : others.length + 1;
  throw new Error(`"${answer}" is ${count} of the choices of "${message}": ${labels}`);
}

/** Returns a whole number from 0 to one less than the given one. */
export type Choose = (below: number) => number;

/** Choices that look like any, and are the same each time for the same seed. */
export function chooser(seed: number | string): Choose {
  let made = 0;
  return (below) => {
    made += 1;
    return createHash('sha256').update(`${seed} ${made}`).digest().readUInt32BE() % below;
  };
}

/** One of some; what is to occur more often is listed more often. */
export const oneOf = <T>(choose: Choose, values: readonly [T, ...T[]]): T =>
  values[choose(values.length)] ?? values[0];
