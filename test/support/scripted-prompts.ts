import {
  EndOfAnswers,
  type Prompts,
  type PromptsPlace,
  type TextQuestion,
} from '../../src/cli/prompts/prompts.ts';

/** A question by words of it, and what is answered: a text, or words of the choice. An error is thrown in its place. */
export type Scripted = readonly [question: string, answer: string | Error];

/** What was said in a conversation, a line each: questions with `?`, answers with `>`, what was not taken with `!`. */
export interface ScriptedPrompts {
  open(place: PromptsPlace): Prompts;
  readonly said: string[];
  /** Answers that nobody asked for. */
  readonly left: Scripted[];
}

/** Answers prompts from a script; one that asks for something else ends the test. */
export function scriptedPrompts(script: readonly Scripted[]): ScriptedPrompts {
  const left = [...script];
  const said: string[] = [];
  const answerTo = (message: string) => {
    said.push(`? ${message}`);
    const [expected, answer] = left.shift() ?? [];
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
      async choose({ message, choices }) {
        const answer = answerTo(message);
        const chosen = choices.filter(({ label, hint = '' }) => `${label} ${hint}`.includes(answer));
        const [only, other] = chosen;
        if (only === undefined || other !== undefined) {
          const labels = choices.map(({ label }) => label).join(' | ');
          throw new Error(`"${answer}" is ${chosen.length} of the choices of "${message}": ${labels}`);
        }
        return only.value;
      },
    }),
  };
}
