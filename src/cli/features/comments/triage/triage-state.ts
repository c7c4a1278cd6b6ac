import type { ScreenKey } from '../../../../world.ts';
import { type EditedText, editText, startAtEnd } from '../../../framework/terminal/edit-text.ts';
import type { InboxEntry } from '../inbox.ts';

/** What was decided about a comment. */
export type Decision = 'done' | 'skipped' | 'replied' | 'deleted';

/** What the screen shows: the comment, a reply that is written to it, that reply before it is sent, or a question. */
export type TriageMode = 'read' | 'write' | 'preview' | 'delete';

/** A message below the comment. */
export interface TriageMessage {
  readonly tone: 'good' | 'warn' | 'bad' | 'dim';
  readonly text: string;
}

/** The state of a triage: everything that its screen shows. */
export interface TriageState {
  /** At least one. */
  readonly items: readonly InboxEntry[];
  /** The decisions by the index of the comment. */
  readonly decisions: ReadonlyMap<number, Decision>;
  /** The decisions in their order, the latest last. */
  readonly log: readonly number[];
  /** Replies that were written and not sent, by the index of the comment. */
  readonly drafts: ReadonlyMap<number, EditedText>;
  /** The index of the comment that is shown. */
  readonly at: number;
  readonly mode: TriageMode;
  /** Lines of the comment above the first that is shown. */
  readonly scroll: number;
  /** Lines of the comment that fit, and all of them, as they were last drawn. */
  readonly page: { readonly fits: number; readonly all: number };
  readonly message: TriageMessage | null;
}

/** What a key asks for beyond a new state. */
export type TriageEffect =
  | 'mark'
  | 'skip'
  | 'undo'
  | 'reply'
  | 'preview'
  | 'send'
  | 'askDeletion'
  | 'delete'
  | 'open'
  | 'quit';

/** The result of a key. */
export interface PressedTriage {
  readonly state: TriageState;
  readonly effect: TriageEffect | null;
}

export function startTriage(items: readonly InboxEntry[]): TriageState {
  return {
    items,
    decisions: new Map(),
    log: [],
    drafts: new Map(),
    at: 0,
    mode: 'read',
    scroll: 0,
    page: { fits: 1, all: 1 },
    message: null,
  };
}

/** Applies a key; pasted text is only taken by the reply that is written. */
export function applyKey(state: TriageState, key: ScreenKey): PressedTriage {
  if (state.mode === 'write') return applyWritingKey(state, key);
  // of Escape, meta is only set because readline waited for another key
  if (key.isPasted || (key.meta && key.name !== 'escape')) return { state, effect: null };
  const name = key.ctrl ? `^${key.name}` : (key.name ?? key.sequence ?? '');
  const calm = { ...state, message: null };
  if (state.mode === 'delete') return applyDeletionKey(calm, name);
  return state.mode === 'read' ? applyReadingKey(calm, name) : applyPreviewKey(calm, name);
}

function applyReadingKey(state: TriageState, name: string): PressedTriage {
  const command = READING_KEYS.get(name);
  if (command === undefined) return { state, effect: null };
  if (typeof command !== 'string') return { state: command(state), effect: null };
  const decision = state.decisions.get(state.at);
  return decision !== undefined && REFUSED_AFTER[decision].includes(command)
    ? { state: setMessage(state, 'dim', `this comment is already ${NAMES[decision]}`), effect: null }
    : { state, effect: command };
}

/** What a decision leaves no room for. */
const REFUSED_AFTER: Readonly<Record<Decision, readonly TriageEffect[]>> = {
  skipped: ['skip'],
  done: ['skip', 'mark'],
  replied: ['skip', 'mark', 'reply'],
  deleted: ['skip', 'mark', 'reply', 'askDeletion'],
};

/** The decisions in words. */
export const NAMES: Readonly<Record<Decision, string>> = {
  done: 'done',
  skipped: 'skipped',
  replied: 'replied to',
  deleted: 'deleted',
};

/** A key changes only the state, or has an effect. */
const READING_KEYS: ReadonlyMap<string, TriageEffect | ((state: TriageState) => TriageState)> = new Map<
  string,
  TriageEffect | ((state: TriageState) => TriageState)
>([
  ['n', (state) => moveTo(state, 1)],
  ['right', (state) => moveTo(state, 1)],
  ['p', (state) => moveTo(state, -1)],
  ['left', (state) => moveTo(state, -1)],
  ['space', readOn],
  ['return', readOn],
  ['pagedown', readOn],
  ['pageup', (state) => moveScroll(state, 1 - state.page.fits)],
  ['down', (state) => moveScroll(state, 1)],
  ['up', (state) => moveScroll(state, -1)],
  ['r', 'reply'],
  ['d', 'mark'],
  ['s', 'skip'],
  ['x', 'askDeletion'],
  ['u', 'undo'],
  ['o', 'open'],
  ['q', 'quit'],
  ['^d', 'quit'],
]);

/** Shows the next part of the comment, and after its end the next comment. */
function readOn(state: TriageState): TriageState {
  const isAtEnd = state.scroll + state.page.fits >= state.page.all;
  return isAtEnd ? moveTo(state, 1) : moveScroll(state, Math.max(1, state.page.fits - 1));
}

function moveScroll(state: TriageState, lines: number): TriageState {
  const last = Math.max(0, state.page.all - state.page.fits);
  return { ...state, scroll: Math.min(last, Math.max(0, state.scroll + lines)) };
}

function moveTo(state: TriageState, steps: 1 | -1): TriageState {
  const at = state.at + steps;
  if (at >= 0 && at < state.items.length) return { ...state, at, scroll: 0 };
  const text = steps > 0 ? 'this is the last comment' : 'this is the first comment';
  return setMessage(state, 'dim', text);
}

/** The reply to the comment that is shown, as far as it is written. */
export function getDraft({ drafts, at }: TriageState): EditedText {
  return drafts.get(at) ?? startAtEnd('');
}

/** The text of the reply, as it is sent. */
export function getReplyText(state: TriageState): string {
  return getDraft(state).lines.join('\n').trim();
}

function applyWritingKey(state: TriageState, key: ScreenKey): PressedTriage {
  const calm: TriageState = { ...state, message: null };
  if (!key.isPasted && key.name === 'escape') return { state: closeDraft(calm), effect: null };
  if (!key.isPasted && key.ctrl && key.name === 'd') {
    if (getReplyText(state) !== '') return { state: calm, effect: 'preview' };
    return { state: setMessage(state, 'warn', 'the reply is empty: Esc cancels it'), effect: null };
  }
  const isCommand = key.isPasted && key.ctrl;
  const draft = isCommand ? getDraft(state) : editText(getDraft(state), key);
  return { state: { ...calm, drafts: new Map(state.drafts).set(state.at, draft) }, effect: null };
}

function closeDraft(state: TriageState): TriageState {
  const isKept = getReplyText(state) !== '';
  const read: TriageState = { ...state, mode: 'read' };
  return isKept ? setMessage(read, 'dim', 'nothing was sent; r shows the reply again') : read;
}

function applyPreviewKey(state: TriageState, name: string): PressedTriage {
  if (name === 'y') return { state, effect: 'send' };
  if (name === 'e') return { state: { ...state, mode: 'write' }, effect: null };
  if (name === 'space' || name === 'down') return { state: moveScroll(state, 1), effect: null };
  if (name === 'up') return { state: moveScroll(state, -1), effect: null };
  if (name === 'escape' || name === 'n' || name === 'q') return { state: closeDraft(state), effect: null };
  return { state, effect: null };
}

function applyDeletionKey(state: TriageState, name: string): PressedTriage {
  if (name === 'y') return { state, effect: 'delete' };
  if (name === 'space' || name === 'down') return { state: moveScroll(state, 1), effect: null };
  if (name === 'up') return { state: moveScroll(state, -1), effect: null };
  if (name !== 'escape' && name !== 'n' && name !== 'q') return { state, effect: null };
  const read: TriageState = { ...state, mode: 'read', scroll: 0 };
  return { state: setMessage(read, 'dim', 'nothing was deleted'), effect: null };
}

export function setMessage(state: TriageState, tone: TriageMessage['tone'], text: string): TriageState {
  return { ...state, message: { tone, text } };
}

/** Records a decision about the comment that is shown, and shows the next one that is open, if there is one. */
export function decide(state: TriageState, decision: Decision): TriageState {
  const { at, items, log } = state;
  const decisions = new Map(state.decisions).set(at, decision);
  const drafts = new Map([...state.drafts].filter(([index]) => index !== at || !isFinal(decision)));
  const others = [...items.keys()].filter((index) => !decisions.has(index));
  const next = others.find((index) => index > at) ?? others[0];
  const decided: TriageState = {
    ...state,
    decisions,
    drafts,
    log: [...log.filter((index) => index !== at), at],
    at: next ?? at,
    mode: 'read',
    scroll: 0,
  };
  const isLast = next === undefined;
  return isLast ? setMessage(decided, 'good', 'no open comment is left: q quits') : decided;
}

/** What was done at the service stays done. */
function isFinal(decision: Decision | undefined): boolean {
  return decision === 'replied' || decision === 'deleted';
}

/** Takes back the latest decision, and shows its comment; one that is final stays. */
export function takeBack(state: TriageState): TriageState {
  const at = state.log.at(-1);
  if (at === undefined) return setMessage(state, 'dim', 'there is nothing to undo');
  const stays = isFinal(state.decisions.get(at));
  const decisions = new Map([...state.decisions].filter(([index]) => index !== at || stays));
  const back: TriageState = { ...state, at, decisions, log: state.log.slice(0, -1), scroll: 0 };
  return stays ? back : setMessage(back, 'good', 'the comment is open again');
}

/** How many comments have a decision, and how many are open. */
export function countDecisions({
  items,
  decisions,
}: TriageState): Readonly<Record<Decision | 'open', number>> {
  const of = (wanted: Decision) => [...decisions.values()].filter((each) => each === wanted).length;
  return {
    replied: of('replied'),
    done: of('done'),
    skipped: of('skipped'),
    deleted: of('deleted'),
    open: items.length - decisions.size,
  };
}
