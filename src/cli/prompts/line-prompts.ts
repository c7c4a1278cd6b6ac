import { wrap } from '../render/wrap.ts';
import { chooseByLine, chooseSeveralByLine } from './line-choices.ts';
import {
  EndOfAnswers,
  type LongTextQuestion,
  type Prompts,
  type PromptsPlace,
  type TextQuestion,
} from './prompts.ts';

/** The terminal, as a conversation by lines needs it. */
export interface LinePromptsOptions extends PromptsPlace {
  /** Asks, and gives what is typed behind the question; null when no more comes. */
  ask(question: string): Promise<string | null>;
}

/** Ends a text of several lines, as it does in mail programs. */
const END_OF_TEXT = '.';

/** A conversation in which nothing is drawn and nothing is drawn over: a line is asked, and a line is typed. */
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
      await say(`Not taken: ${fault}`);
    }
  };
  const severalLines = async (question: LongTextQuestion) => {
    const { message, suggestion, count } = question;
    await say(message);
    await sayExample(question);
    if (suggestion !== undefined) await lines.show(['Suggested:', ...suggestion.split('\n')]);
    const alone = suggestion === undefined ? '' : '; alone, it takes what is suggested';
    await say(`End it with a line that holds only "${END_OF_TEXT}"${alone}.`);
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
