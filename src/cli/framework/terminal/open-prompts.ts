import type {
  ChoiceQuestion,
  LongTextQuestion,
  PromptChoice,
  PromptLook,
  Prompts,
  PromptsPlace,
  SeveralQuestion,
  TextQuestion,
} from '../../../world.ts';
import { sanitizeText } from '../output/text/sanitize-text.ts';
import { createPalette } from '../output/text/style.ts';
import { wrap } from '../output/text/wrap.ts';
import { isInteractive, promptLine } from './ask-user.ts';
import { EndOfAnswers, filterChoices } from './prompts.ts';
import type { TerminalParts } from './terminal-parts.ts';

/** Opens prompts on the terminal; null when the command may not prompt. */
export async function openPrompts(parts: TerminalParts): Promise<Prompts | null> {
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
    suggestion: suggestion !== undefined && isShownAsItIs(suggestion) ? suggestion : undefined,
    example: example && sanitizeText(example),
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
    count: count && ((text: string) => sanitizeText(count(text))),
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
    hint: hint && sanitizeText(hint),
  }));
}

/** Ends a text of several lines, as in mail programs. */
const END_OF_TEXT = '.';

/**
 * Creates prompts that print and read plain lines, without drawing.
 *
 * @param lines `ask` prints a question and reads the answer; null at the end of input
 */
export function createLinePrompts(
  lines: PromptsPlace & { ask(question: string): Promise<string | null> },
): Prompts {
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
  const untilTaken = async (read: () => Promise<string>, { suggestion = '', check }: TextQuestion) => {
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

function appendSuggestion({ message, suggestion }: TextQuestion): string {
  return suggestion === undefined ? message : `${message} [${suggestion}]`;
}

/** The terminal functions that choosing by lines needs. */
interface LineTerminal {
  say(sentence: string): Promise<void>;
  show(lines: readonly string[]): Promise<void>;
  answerTo(question: string): Promise<string>;
  look(): PromptLook;
}

/** Lists numbered choices, and asks for a number, or for words to search. */
async function chooseByLine<Value>(
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
async function chooseSeveralByLine<Value>(
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
