import {
  createPrompt,
  isEnterKey,
  isTabKey,
  useEffect,
  useKeypress,
  useMemo,
  useRef,
  useState,
} from '@inquirer/core';
import { sanitizeText } from '../render/sanitize-text.ts';
import { getDisplayWidth, truncate } from '../render/width.ts';
import { wrap } from '../render/wrap.ts';
import { type EditedText, type EditKey, editText, layOutText, startAtEnd } from './edit-text.ts';
import { drawPromptFrame, GUTTER, keepCursorInFrame, type PromptFrame, UNUSED_LINE } from './frame.ts';
import type { LongTextQuestion, PromptLook, PromptTerminal } from './prompts.ts';

/** Typed keys have longer gaps than this; pasted text arrives at once. */
const PASTE_GAP_MS = 25;

/** A question for a text of several lines. */
export interface MultiLineConfig extends LongTextQuestion {
  look(): PromptLook;
  /** The screen it is drawn on. */
  readonly screen: Pick<PromptTerminal['output'], 'rows' | 'on' | 'off'>;
}

/**
 * Asks for a text of several lines, in which the cursor can move. Ctrl-D ends it, and so does Enter after two
 * empty lines; empty lines of pasted text are part of it.
 */
export const multiLine = createPrompt<string, MultiLineConfig>((config, done) => {
  const { message, suggestion = '', check, look } = config;
  const { palette, width } = look();
  const [text, setText] = useState<EditedText>(startAtEnd(''));
  const [fault, setFault] = useState('');
  const [answer, setAnswer] = useState<string | null>(null);
  const [, redraw] = useState(0);
  const ending = useRef<PendingCall | undefined>(undefined);
  const frame = useRef<PromptFrame | null>(null);
  useEffect((rl) => {
    const letGo = keepCursorInFrame(rl, { ...config, frame, redraw: () => redraw((count) => count + 1) });
    return () => {
      ending.current?.stop();
      letGo();
    };
  }, []);

  const laid = useMemo(() => layOutText(text, width - GUTTER - 1), [text, width]);

  const end = (whole: EditedText) => {
    ending.current = undefined;
    const written = toText(whole) || suggestion;
    const wrong = check(written);
    if (wrong !== null) return setFault(wrong);
    setAnswer(written);
    done(written);
  };
  useKeypress((key: EditKey & Parameters<typeof isEnterKey>[0], rl) => {
    rl.line = UNUSED_LINE;
    if (answer !== null) return;
    // a key this soon after an empty line was pasted with it
    const known = ending.current === undefined ? text : editText(text, ENTER);
    ending.current?.stop();
    ending.current = undefined;
    setFault('');
    if (key.ctrl && key.name === 'd') return isEmpty(known) && suggestion === '' ? rl.close() : end(known);
    if (isEnterKey(key) && isAtEnd(known)) {
      setText(known);
      ending.current = callUnlessTyped(() => end(known));
      return;
    }
    if (isTabKey(key)) return setText(isEmpty(known) ? startAtEnd(suggestion) : known);
    setText(editText(known, key));
  });

  if (answer !== null) {
    const shown = truncate(summarizeLines(answer), Math.max(1, width - getDisplayWidth(`✔ ${message} `) - 1));
    return `${palette.good('✔')} ${message} ${palette.dim(shown)}`;
  }
  const foot = fault === '' ? buildFoot(text, config) : fault;
  const paint = fault === '' ? palette.dim : palette.bad;
  frame.current = drawPromptFrame(laid, {
    head: [`${palette.warn('?')} ${palette.strong(message)}`],
    foot: wrap(foot, width - 1).map((line) => paint(line)),
    look: look(),
    screenRows: config.screen.rows,
  });
  const { above, below } = frame.current;
  return [above.join('\n'), below.join('\n')];
});

const ENTER = { name: 'return' };

interface PendingCall {
  stop(): void;
}

/**
 * Calls a function after a short delay, unless stopped; pending input is read first, since a busy machine
 * reads late.
 */
function callUnlessTyped(act: () => void): PendingCall {
  let isStopped = false;
  setTimeout(() => setImmediate(() => isStopped || act()), PASTE_GAP_MS);
  return {
    stop() {
      isStopped = true;
    },
  };
}

function isEmpty({ lines }: EditedText): boolean {
  return lines.length === 1 && lines[0] === '';
}

/** Whether Enter ends the text: it is empty, or ends in two empty lines. */
function isAtEnd(text: EditedText): boolean {
  const { lines, row } = text;
  const [last, before] = [lines.at(-1), lines.at(-2)];
  return isEmpty(text) || (row === lines.length - 1 && row > 1 && last === '' && before === '');
}

function toText({ lines }: EditedText): string {
  return lines.join('\n').trim();
}

/** The count of the text, followed by help for the keys. */
function buildFoot(text: EditedText, config: MultiLineConfig): string {
  const count = isEmpty(text) ? undefined : config.count?.(toText(text));
  const help = chooseHelp(text, config);
  return count === undefined ? help : `${count} (${help})`;
}

function chooseHelp(text: EditedText, { suggestion, example }: MultiLineConfig): string {
  if (isEmpty(text) && suggestion !== undefined) {
    return `Enter to use, Tab to edit: ${summarizeLines(suggestion)}`;
  }
  if (isEmpty(text) && example !== undefined) return `for example: ${summarizeLines(example)} (${KEYS})`;
  return isAtEnd(text) && !isEmpty(text) ? 'Enter or Ctrl-D: done' : KEYS;
}

const KEYS = 'Enter: next line, Ctrl-D: done';

/** The first line of a text. */
function summarizeLines(text: string): string {
  const [first = '', ...more] = text.split('\n');
  return more.length === 0 ? sanitizeText(first) : `${sanitizeText(first)} …`;
}
