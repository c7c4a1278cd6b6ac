import { wrap } from '../render/wrap.ts';
import { matchingChoices } from './matching-choices.ts';
import {
  type ChoiceQuestion,
  EndOfAnswers,
  type PromptLook,
  type Prompts,
  type PromptsPlace,
  type TextQuestion,
} from './prompts.ts';

/** The terminal, as a conversation by lines needs it. */
export interface Lines extends PromptsPlace {
  /** Asks, and gives what is typed behind the question; null when no more comes. */
  ask(question: string): Promise<string | null>;
}

/** Ends a text of several lines, as it does in mail programs. */
const END_OF_TEXT = '.';

/** A conversation in which nothing is drawn and nothing is drawn over: a line is asked, and a line is typed. */
export function linePrompts(lines: Lines): Prompts {
  const say = (sentence: string) => lines.show(wrap(sentence, lines.look().width));
  const lineTo = async (question: string) => {
    const line = await lines.ask(question);
    if (line === null) throw new EndOfAnswers();
    return line.trimEnd();
  };
  const answerTo = async (question: string) => (await lineTo(question)).trim();
  const sayExample = async ({ example }: TextQuestion) => {
    if (example !== undefined) await say(`For example: ${example}`);
  };
  const untilTaken = async (read: () => Promise<string>, { suggestion = '', check }: Taken) => {
    for (;;) {
      const answer = (await read()) || suggestion;
      const fault = check(answer);
      if (fault === null) return answer;
      await say(`Not taken: ${fault}`);
    }
  };
  const severalLines = async (question: TextQuestion) => {
    const { message, suggestion } = question;
    await say(message);
    await sayExample(question);
    if (suggestion !== undefined) await lines.show(['Suggested:', ...suggestion.split('\n')]);
    const alone = suggestion === undefined ? '' : '; alone, it takes what is suggested';
    await say(`End it with a line that holds only "${END_OF_TEXT}"${alone}.`);
    const typed: string[] = [];
    for (let line = await lineTo('>'); line.trim() !== END_OF_TEXT; line = await lineTo('>'))
      typed.push(line);
    return typed.join('\n').trim();
  };
  return {
    show: (drawing) => lines.show(drawing(lines.look())),
    async text(question) {
      await sayExample(question);
      return untilTaken(() => answerTo(withSuggestion(question)), question);
    },
    longText: (question) => untilTaken(() => severalLines(question), question),
    async choose({ message, choices, isSearched = false }) {
      const wanted = `a number from 1 to ${choices.length}${isSearched ? ', or words to look for' : ''}`;
      await say(message);
      await lines.show(listed(choices, choices, lines.look()));
      // what a search found is never taken by Enter alone: its first line is another one than before
      for (let suggestion = '1'; ; ) {
        const shown = suggestion && ` [${suggestion}]`;
        const answer = (await answerTo(`${wanted.replace('a', 'A')}${shown}:`)) || suggestion;
        const chosen = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
        if (chosen !== undefined) return chosen.value;
        const found = isSearched && answer !== '' ? matchingChoices(choices, answer) : [];
        if (found.length === 0) {
          await say(`Not taken: must be ${wanted}${isSearched ? ' that are there' : ''}`);
          continue;
        }
        await lines.show(listed(choices, found, lines.look()));
        suggestion = '';
      }
    },
  };
}

type Taken = Pick<TextQuestion, 'suggestion' | 'check'>;

function withSuggestion({ message, suggestion }: TextQuestion): string {
  return suggestion === undefined ? message : `${message} [${suggestion}]`;
}

/** Some of the choices, with their numbers among all. */
function listed<Value>(
  choices: ChoiceQuestion<Value>['choices'],
  offered: ChoiceQuestion<Value>['choices'],
  look: PromptLook,
): readonly string[] {
  return choices.flatMap((choice, at) => (offered.includes(choice) ? numbered(choice, at + 1, look) : []));
}

const INDENT = '     ';

function numbered(
  { label, hint }: ChoiceQuestion<unknown>['choices'][number],
  number: number,
  { width }: PromptLook,
): readonly string[] {
  const text = hint === undefined ? label : `${label} (${hint})`;
  const [first = '', ...more] = wrap(text, width - INDENT.length);
  return [`${String(number).padStart(3)}. ${first}`, ...more.map((line) => INDENT + line)];
}
