import { checkbox, input, search, select } from '@inquirer/prompts';
import type { PromptChoice, PromptLook, Prompts, PromptsPlace, SeveralQuestion } from '../../../world.ts';
import { sanitizeText } from '../output/text/sanitize-text.ts';
import { getDisplayWidth, truncate } from '../output/text/width.ts';
import { wrap } from '../output/text/wrap.ts';
import { multiLine } from './multi-line.ts';
import { filterChoices, type PromptTerminal, runPrompt } from './prompts.ts';

/** Number of visible choices; the others scroll into view. */
const MOST_AT_ONCE = 10;

/** Creates prompts that are drawn, and redrawn while they are answered. */
export function createDrawnPrompts(place: PromptsPlace, terminal: PromptTerminal): Prompts {
  const ask = <Value>(
    prompt: (around: PromptTerminal & { theme: ReturnType<typeof createTheme> }) => Promise<Value>,
  ) => runPrompt(terminal, (around) => prompt({ ...around, theme: createTheme(place.look()) }));
  return {
    show: (drawing) => place.show(drawing(place.look())),
    text: ({ message, suggestion, example, check }) =>
      ask(({ theme, ...around }) =>
        input(
          {
            message,
            ...(suggestion !== undefined && { default: suggestion }),
            validate: (answer) => check(answer.trim()) ?? true,
            theme: addExample(theme, example),
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
        formatChoice(choice, { message, width: place.look().width });
      const source = (typed = '') => {
        const found = filterChoices(choices, typed);
        if (found.length === 0) throw new Error('No match: change the search');
        return found.map(shown);
      };
      return ask(({ theme, ...around }) =>
        isSearched
          ? search({ message, source, pageSize: MOST_AT_ONCE, theme: addSearchHelp(theme) }, around)
          : select(
              { message, choices: choices.map(shown), pageSize: MOST_AT_ONCE, loop: false, theme },
              around,
            ),
      );
    },
    chooseSeveral<Value>({ message, choices, suggested = [], check }: SeveralQuestion<Value>) {
      const { width } = place.look();
      const marked = choices.map((choice) => ({
        ...formatChoice(choice, { message, width: width - MARK }),
        short: choice.label,
        checked: suggested.includes(choice.value),
      }));
      const question = {
        message,
        choices: marked,
        pageSize: MOST_AT_ONCE,
        loop: false,
        shortcuts: { invert: null },
        validate: (chosen: readonly { value: Value }[]) => check(chosen.map(({ value }) => value)) ?? true,
        theme: addMarks(createTheme(place.look()), width - getDisplayWidth(`✔ ${message} `) - 1),
      };
      return runPrompt(terminal, (around) => checkbox(question, around), { endsAtCtrlD: true });
    },
  };
}

/** Width of the checkbox of a choice. */
const MARK = 1;

/** Our own colors: the library's depend on stdout and ignore our flags. */
function createTheme({ palette }: PromptLook) {
  return {
    prefix: { idle: palette.warn('?'), done: palette.good('✔') },
    icon: { cursor: '❯' },
    style: {
      message: (text: string, status: string) => (status === 'done' ? text : palette.strong(text)),
      answer: (text: string) => palette.dim(text),
      error: (text: string) => palette.bad(text),
      defaultAnswer: (text: string) => palette.dim(`(${text}; press Tab to edit)`),
      highlight: palette.strong,
      description: palette.dim,
      searchTerm: palette.text,
      keysHelpTip: () => palette.dim('arrow keys to move, Enter to select'),
    },
  };
}

/** Sanitizes the typed text, and shows an example until it is entered. */
function addExample(theme: ReturnType<typeof createTheme>, example: string | undefined) {
  const { style } = theme;
  const such = example === undefined ? '' : ` ${style.description(`(such as ${example})`)}`;
  return {
    ...theme,
    style: {
      ...style,
      message: (text: string, status: string) =>
        `${style.message(text, status)}${status === 'done' ? '' : such}`,
      answer: (text: string) => style.answer(sanitizeText(text)),
    },
  };
}

function addSearchHelp(theme: ReturnType<typeof createTheme>) {
  const { style } = theme;
  return {
    ...theme,
    style: {
      ...style,
      keysHelpTip: () => style.description('type to search, arrow keys to move, Enter to select'),
    },
  };
}

/** Adds help for choosing several. @param space cells after the question */
function addMarks(theme: ReturnType<typeof createTheme>, space: number) {
  const { style, icon } = theme;
  return {
    ...theme,
    icon: { ...icon, checked: '◉', unchecked: '◯' },
    style: {
      ...style,
      renderSelectedChoices: (chosen: readonly { short: string }[]) =>
        truncate(chosen.map(({ short }) => short).join(', '), Math.max(1, space)),
      keysHelpTip: () => style.description('Space to select, a to select all, Enter to confirm'),
    },
  };
}

/** Width of the mark before a choice, and of the last cell, where some terminals wrap. */
const AROUND_CHOICE = 3;

/** Formats a choice for the library to fit on one line; `short` is shown after the question when it was selected. */
function formatChoice<Value>(
  { value, label, hint }: PromptChoice<Value>,
  { width, message }: { width: number; message: string },
) {
  const space = width - AROUND_CHOICE;
  return {
    value,
    name: truncate(label, space),
    short: truncate(label, Math.max(1, space - getDisplayWidth(message) - 1)),
    description:
      hint &&
      wrap(hint, space)
        .map((line) => `  ${line}`)
        .join('\n'),
  };
}
