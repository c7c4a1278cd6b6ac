import { wrap } from '../render/wrap.ts';
import { chooseByLine, chooseSeveralByLine } from './line-choices.ts';
import {
  EndOfAnswers,
  type LongTextQuestion,
  type Prompts,
  type PromptsPlace,
  type TextQuestion,
} from './prompts.ts';

/** The terminal functions that line prompts need. */
export interface LinePromptsOptions extends PromptsPlace {
  /** Prints a question and reads the answer; null at the end of input. */
  ask(question: string): Promise<string | null>;
}

/** Ends a text of several lines, as in mail programs. */
const END_OF_TEXT = '.';

/** Creates prompts that print and read plain lines, without drawing. */
export function createLinePrompts(lines: LinePromptsOptions): Prompts {
  const say = (sentence: string) => lines.show(wrap(sentence, lines.look().width));
  const lineTo = async (question: string) => {
    const line = await lines.ask(question);
    if (line === null) throw new EndOfAnswers();
    return line.trimEnd();
  };
  const answerTo = async (question: string) => (await lineTo(question)).trim();
  const talk = { say, answerTo, show: lines.show, look: lines.look };
  const sayExample = async ({ example }: TextQuestion) => {
    if (example !== undefined) await say(`For example: ${example}`);
  };
  const untilTaken = async (read: () => Promise<string>, { suggestion = '', check }: AnswerRule) => {
    for (;;) {
      const answer = (await read()) || suggestion;
      const fault = check(answer);
      if (fault === null) return answer;
      await say(`Not valid: ${fault}`);
    }
  };
  const severalLines = async (question: LongTextQuestion) => {
    const { message, suggestion, count } = question;
    await say(message);
    await sayExample(question);
    if (suggestion !== undefined) await lines.show(['Suggested:', ...suggestion.split('\n')]);
    const alone = suggestion === undefined ? '' : ', or only that line to use the suggestion';
    await say(`End with a line that contains only "${END_OF_TEXT}"${alone}.`);
    const typed: string[] = [];
    for (let line = await lineTo('>'); line.trim() !== END_OF_TEXT; line = await lineTo('>'))
      typed.push(line);
    const text = typed.join('\n').trim();
    if (count !== undefined) await say(count(text || (suggestion ?? '')));
    return text;
  };
  return {
    show: (drawing) => lines.show(drawing(lines.look())),
    async text(question) {
      await sayExample(question);
      return untilTaken(() => answerTo(appendSuggestion(question)), question);
    },
    longText: (question) => untilTaken(() => severalLines(question), question),
    choose: (question) => chooseByLine(question, talk),
    chooseSeveral: (question) => chooseSeveralByLine(question, talk),
  };
}

type AnswerRule = Pick<TextQuestion, 'suggestion' | 'check'>;

function appendSuggestion({ message, suggestion }: TextQuestion): string {
  return suggestion === undefined ? message : `${message} [${suggestion}]`;
}
