import type { ScreenKey } from '../../../../world.ts';
import { type EditedText, editText, insertText, startAtEnd } from '../../../framework/terminal/edit-text.ts';
import type { InboxEntry } from '../inbox.ts';
import type { SavedReply } from '../saved-replies.ts';

/** What was decided about a comment. */
export type Decision = 'done' | 'skipped' | 'replied' | 'deleted';

/**
 * What the screen shows: the comment, a reply that is written to it, that reply before it is sent, a question, the saved
 * replies; or, until they are closed, the post with the whole thread, why comments may be missing, or the keys.
 */
export type TriageMode = 'read' | 'write' | 'preview' | 'delete' | 'choose' | ShownPage;
export type ShownPage = 'thread' | 'missing' | 'keys';

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
  /** Why comments may be missing. */
  readonly missing: readonly string[];
  /** The reply as it is sent, which the preview shows. */
  readonly text: string;
  readonly choice: ReplyChoice;
}

/** The saved replies, of which one is chosen. */
interface ReplyChoice {
  readonly replies: readonly SavedReply[];
  /** Words of which the name or the text has to have all. */
  readonly filter: EditedText;
  /** Index among those that match. */
  readonly at: number;
  /** What is shown when none is taken. */
  readonly back: 'read' | 'write';
}

/** What a key asks for beyond a new state. */
export type TriageEffect =
  | 'mark'
  | 'skip'
  | 'undo'
  | 'reply'
  | 'choose'
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

/** @param missing why comments may be missing, which the screen shows first */
export function startTriage(items: readonly InboxEntry[], missing: readonly string[] = []): TriageState {
  return {
    items,
    decisions: new Map(),
    log: [],
    drafts: new Map(),
    at: 0,
    mode: 'read',
    scroll: 0,
    page: { fits: 1, all: 1 },
    message: missing.length > 0 ? { tone: 'warn', text: missing.join('\n') } : null,
    missing,
    text: '',
    choice: { replies: [], filter: startAtEnd(''), at: 0, back: 'read' },
  };
}

/** Applies a key; pasted text is only taken by the reply that is written, and by the filter of saved replies. */
export function applyKey(state: TriageState, key: ScreenKey): PressedTriage {
  if (state.mode === 'write') return applyWritingKey(state, key);
  if (state.mode === 'choose')
    return { state: applyChoosingKey({ ...state, message: null }, key), effect: null };
  // of Escape, meta is only set because readline waited for another key
  if (key.isPasted || (key.meta && key.name !== 'escape')) return { state, effect: null };
  const name = key.ctrl ? `^${key.name}` : (key.name ?? key.sequence ?? '');
  const calm = { ...state, message: null };
  if (state.mode === 'read') return applyReadingKey(calm, name);
  // what cannot be undone is not read from keys that came at once: they can be pasted without brackets
  if (state.mode === 'preview') return applyPreviewKey(calm, key.isTogether === true ? '' : name);
  if (state.mode === 'delete') return applyDeletionKey(calm, key.isTogether === true ? '' : name);
  return { state: applyPageKey(calm, name), effect: null };
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
  replied: ['skip', 'mark', 'reply', 'choose'],
  deleted: ['skip', 'mark', 'reply', 'choose', 'askDeletion'],
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
  ['tab', 'choose'],
  ['d', 'mark'],
  ['s', 'skip'],
  ['x', 'askDeletion'],
  ['u', 'undo'],
  ['o', 'open'],
  ['t', (state) => showPage(state, 'thread')],
  ['w', showMissing],
  ['?', (state) => showPage(state, 'keys')],
  ['h', (state) => setMessage(state, 'dim', CANNOT_HIDE)],
  ['q', 'quit'],
  ['^d', 'quit'],
]);

/** @see docs/service/comments.md#delete */
export const CANNOT_HIDE =
  'the service cannot hide a comment: o opens it on its network, where it can be hidden';

function showPage(state: TriageState, page: ShownPage): TriageState {
  return { ...state, mode: page, scroll: 0 };
}

function showMissing(state: TriageState): TriageState {
  return state.missing.length > 0
    ? showPage(state, 'missing')
    : setMessage(state, 'dim', 'all comments of these posts could be read');
}

/** Pages are closed by the keys that open them, too. */
function applyPageKey(state: TriageState, name: string): TriageState {
  const isAtEnd = state.scroll + state.page.fits >= state.page.all;
  const isClosed = CLOSING_KEYS.includes(name) || (name === 'return' && isAtEnd);
  return isClosed ? { ...state, mode: 'read', scroll: 0 } : scrollByKey(state, name);
}

const CLOSING_KEYS: readonly string[] = ['escape', 'q', 't', 'w', '?', '^d'];

function scrollByKey(state: TriageState, name: string): TriageState {
  const isNext = name === 'space' || name === 'return' || name === 'pagedown';
  if (isNext) return moveScroll(state, Math.max(1, state.page.fits - 1));
  if (name === 'pageup') return moveScroll(state, 1 - state.page.fits);
  if (name === 'down') return moveScroll(state, 1);
  return name === 'up' ? moveScroll(state, -1) : state;
}

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
  if (!key.isPasted && isPreviewKey(key)) {
    if (getReplyText(state) !== '') return { state: calm, effect: 'preview' };
    return { state: setMessage(state, 'warn', 'the reply is empty: Esc cancels it'), effect: null };
  }
  if (!key.isPasted && key.name === 'tab' && key.isTogether !== true)
    return { state: calm, effect: 'choose' };
  const isCommand = key.isPasted && key.ctrl;
  const draft = isCommand ? getDraft(state) : editText(getDraft(state), key);
  return { state: { ...calm, drafts: new Map(state.drafts).set(state.at, draft) }, effect: null };
}

/** Enter, unless other keys came with it: a line break of a text that is pasted without brackets is part of it. */
function isPreviewKey({ name, ctrl, meta, isTogether }: ScreenKey): boolean {
  if (ctrl === true) return name === 'd';
  return name === 'return' && meta !== true && isTogether !== true;
}

/** The saved replies that match what is typed. */
export function listMatchingReplies({ replies, filter }: ReplyChoice): readonly SavedReply[] {
  const fold = (text: string) => text.normalize('NFC').toLowerCase();
  const words = fold(filter.lines.join(' ')).split(/\s+/);
  return replies.filter(({ name, text }) => words.every((word) => fold(`${name} ${text}`).includes(word)));
}

function applyChoosingKey(state: TriageState, key: ScreenKey): TriageState {
  const { choice } = state;
  const isTyped = key.isPasted || key.isTogether === true;
  const name = isTyped ? '' : key.ctrl ? `^${key.name}` : (key.name ?? '');
  const matching = listMatchingReplies(choice);
  const choose = (at: number): TriageState => ({
    ...state,
    choice: { ...choice, at: Math.max(0, Math.min(at, matching.length - 1)) },
  });
  if (name === 'escape' || name === '^d') return { ...state, mode: choice.back, scroll: 0 };
  if (name === 'up' || name === '^p') return choose(choice.at - 1);
  if (name === 'down' || name === '^n' || name === 'tab') return choose(choice.at + 1);
  if (key.name === 'return' || key.name === 'enter') {
    const taken = matching[choice.at];
    return taken === undefined || isTyped ? state : takeReply(state, taken);
  }
  return { ...state, choice: { ...choice, filter: editText(choice.filter, key), at: 0 } };
}

/** Inserts a saved reply at the cursor of the reply. */
function takeReply(state: TriageState, { text }: SavedReply): TriageState {
  const draft = insertText(getDraft(state), text);
  return { ...state, drafts: new Map(state.drafts).set(state.at, draft), mode: 'write', scroll: 0 };
}

function closeDraft(state: TriageState): TriageState {
  const isKept = getReplyText(state) !== '';
  const read: TriageState = { ...state, mode: 'read' };
  return isKept ? setMessage(read, 'dim', 'nothing was sent; r shows the reply again') : read;
}

function applyPreviewKey(state: TriageState, name: string): PressedTriage {
  if (name === 'y') return { state, effect: 'send' };
  if (name === 'e') return { state: { ...state, mode: 'write' }, effect: null };
  if (name === 'escape' || name === 'n' || name === 'q') return { state: closeDraft(state), effect: null };
  return { state: scrollByKey(state, name), effect: null };
}

function applyDeletionKey(state: TriageState, name: string): PressedTriage {
  if (name === 'y') return { state, effect: 'delete' };
  if (name !== 'escape' && name !== 'n' && name !== 'q')
    return { state: scrollByKey(state, name), effect: null };
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
