import { wrap } from '../render/wrap.ts';
import { filterChoices } from './filter-choices.ts';
import type { ChoiceQuestion, PromptChoice, PromptLook, SeveralQuestion } from './prompts.ts';

/** The terminal functions that choosing by lines needs. */
interface LineTerminal {
  say(sentence: string): Promise<void>;
  show(lines: readonly string[]): Promise<void>;
  answerTo(question: string): Promise<string>;
  look(): PromptLook;
}

/** Lists numbered choices, and asks for a number, or for words to search. */
export async function chooseByLine<Value>(
  { message, choices, isSearched = false }: ChoiceQuestion<Value>,
  { say, show, answerTo, look }: LineTerminal,
): Promise<Value> {
  const wanted = `a number from 1 to ${choices.length}${isSearched ? ', or words to search for' : ''}`;
  await say(message);
  await show(formatChoices(choices, choices, look()));
  // after a search, only pressing Enter selects nothing: the first line has changed
  for (let suggestion = '1'; ; ) {
    const shown = suggestion && ` [${suggestion}]`;
    const answer = (await answerTo(`${wanted.replace('a', 'A')}${shown}:`)) || suggestion;
    const chosen = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
    if (chosen !== undefined) return chosen.value;
    const found = isSearched && answer !== '' ? filterChoices(choices, answer) : [];
    if (found.length === 0) {
      await say(`Not valid: must be ${wanted}${isSearched ? ' that match' : ''}`);
      continue;
    }
    await show(formatChoices(choices, found, look()));
    suggestion = '';
  }
}

/** Lists numbered choices, and asks for any of them. */
export async function chooseSeveralByLine<Value>(
  { message, choices, suggested = [], check }: SeveralQuestion<Value>,
  { say, show, answerTo, look }: LineTerminal,
): Promise<readonly Value[]> {
  const bounds = `from 1 to ${choices.length}, with commas`;
  const numbers = choices.flatMap(({ value }, at) => (suggested.includes(value) ? [at + 1] : []));
  const shown = numbers.length === 0 ? '' : ` [${numbers.join(', ')}]`;
  await say(message);
  await show(formatChoices(choices, choices, look()));
  for (;;) {
    const answer = (await answerTo(`Numbers ${bounds}${shown}:`)) || numbers.join(' ');
    const chosen = parseNumbers(answer, choices);
    const fault = chosen === null ? `must be numbers ${bounds}` : check(chosen);
    if (chosen !== null && fault === null) return chosen;
    await say(`Not valid: ${fault}`);
  }
}

/** The values of the numbered choices; null when the answer contains anything else. */
function parseNumbers<Value>(
  answer: string,
  choices: readonly PromptChoice<Value>[],
): readonly Value[] | null {
  const numbers = answer.split(/[\s,]+/).filter((word) => word !== '');
  const isThere = (word: string) => /^\d+$/.test(word) && choices[Number(word) - 1] !== undefined;
  if (!numbers.every(isThere)) return null;
  return choices.flatMap(({ value }, at) => (numbers.some((word) => Number(word) === at + 1) ? [value] : []));
}

/** Formats some of the choices, with their numbers among all. */
function formatChoices<Value>(
  choices: readonly PromptChoice<Value>[],
  offered: readonly PromptChoice<Value>[],
  look: PromptLook,
): readonly string[] {
  return choices.flatMap((choice, at) =>
    offered.includes(choice) ? formatNumbered(choice, at + 1, look) : [],
  );
}

const INDENT = '     ';

function formatNumbered(
  { label, hint }: PromptChoice<unknown>,
  number: number,
  { width }: PromptLook,
): readonly string[] {
  const text = hint === undefined ? label : `${label} (${hint})`;
  const [first = '', ...more] = wrap(text, width - INDENT.length);
  return [`${String(number).padStart(3)}. ${first}`, ...more.map((line) => INDENT + line)];
}
