import { input, search, select } from '@inquirer/prompts';
import { safeText } from '../render/safe-text.ts';
import { matchingChoices } from './matching-choices.ts';
import { multiLine } from './multi-line.ts';
import type { PromptChoice, PromptLook, Prompts, PromptsPlace } from './prompts.ts';
import { shownChoice } from './shown-choice.ts';
import { type Terminal, untilItEnds } from './until-it-ends.ts';

/** What every prompt is told of its surroundings. */
interface Surroundings extends Terminal {
  readonly theme: ReturnType<typeof themeOf>;
}

/** So many choices stand on the screen; the others come as the mark moves on. */
const MOST_AT_ONCE = 10;

/** A conversation by prompts that are drawn, and drawn over while they are answered. */
export function drawnPrompts(place: PromptsPlace, terminal: Terminal): Prompts {
  const ask = <Value>(prompt: (around: Surroundings) => Promise<Value>) =>
    untilItEnds(terminal, (around) => prompt({ ...around, theme: themeOf(place.look()) }));
  return {
    show: (drawing) => place.show(drawing(place.look())),
    text: ({ message, suggestion, example, check }) =>
      ask(({ theme, ...around }) =>
        input(
          {
            message,
            ...(suggestion !== undefined && { default: suggestion }),
            validate: (answer) => check(answer.trim()) ?? true,
            theme: typing(theme, example),
          },
          around,
        ),
      ).then((answer) => answer.trim()),
    longText: (question) =>
      ask(({ theme: _theme, ...around }) =>
        multiLine({ ...question, look: () => place.look(), screen: terminal.output }, around),
      ),
    choose({ message, choices, isSearched = false }) {
      const shown = (choice: PromptChoice<(typeof choices)[number]['value']>) =>
        shownChoice(choice, { message, width: place.look().width });
      const source = (typed = '') => {
        const found = matchingChoices(choices, typed);
        if (found.length === 0) throw new Error('No match: change what you typed');
        return found.map(shown);
      };
      return ask(({ theme, ...around }) =>
        isSearched
          ? search({ message, source, pageSize: MOST_AT_ONCE, theme: searching(theme) }, around)
          : select(
              { message, choices: choices.map(shown), pageSize: MOST_AT_ONCE, loop: false, theme },
              around,
            ),
      );
    },
  };
}

/** Our colours in the place of the library's, which looks at standard output and at no flag of ours. */
function themeOf({ palette }: PromptLook) {
  return {
    prefix: { idle: palette.warn('?'), done: palette.good('✔') },
    icon: { cursor: '❯' },
    style: {
      message: (text: string, status: string) => (status === 'done' ? text : palette.strong(text)),
      answer: (text: string) => palette.dim(text),
      error: (text: string) => palette.bad(text),
      defaultAnswer: (text: string) => palette.dim(`(${text}; Tab edits)`),
      highlight: palette.strong,
      description: palette.dim,
      searchTerm: palette.text,
      keysHelpTip: () => palette.dim('arrows move, Enter takes'),
    },
  };
}

/** What is typed is shown safely, and until it is taken, what it can look like. */
function typing(theme: ReturnType<typeof themeOf>, example: string | undefined) {
  const { style } = theme;
  const such = example === undefined ? '' : ` ${style.description(`(such as ${example})`)}`;
  return {
    ...theme,
    style: {
      ...style,
      message: (text: string, status: string) =>
        `${style.message(text, status)}${status === 'done' ? '' : such}`,
      answer: (text: string) => style.answer(safeText(text)),
    },
  };
}

/** What helps where typing looks for something. */
function searching(theme: ReturnType<typeof themeOf>) {
  const { style } = theme;
  return {
    ...theme,
    style: { ...style, keysHelpTip: () => style.description('type to search, arrows move, Enter takes') },
  };
}
