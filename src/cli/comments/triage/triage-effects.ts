import { findTextSuspicions } from '../../../domain/text/suspect-text.ts';
import { CrierError, isEndOfRun } from '../../../errors.ts';
import type { Uses } from '../../context/context.ts';
import { getNetworkName } from '../../render/cell.ts';
import type { CommandText } from '../../shell/shell-command.ts';
import { formatAuthor } from '../comments-outcome.ts';
import type { InboxEntry } from '../inbox.ts';
import { buildReply, sendReply } from './send-reply.ts';
import type { Owners } from './triage-owners.ts';
import {
  decide,
  getReplyText,
  setMessage,
  type TriageEffect,
  type TriageState,
  takeBack,
} from './triage-state.ts';

/** What effects need of the run. */
export type EffectPorts = Uses<{
  service: 'choiceInput' | 'choose';
  io: 'programName' | 'openPage';
}>;

/** What effects work with. */
export interface EffectParts {
  readonly ports: EffectPorts;
  readonly owners: Owners;
  /** Commands that delete the replies that were sent, by the index of their comment. */
  readonly deletions: Map<number, CommandText | null>;
}

/** Runs the effect of a key; what fails is a message, and changes nothing. */
export async function runEffect(
  effect: Exclude<TriageEffect, 'quit'>,
  state: TriageState,
  parts: EffectParts,
): Promise<TriageState> {
  const item = state.items[state.at];
  if (item === undefined) return state;
  try {
    return await EFFECTS[effect](state, item, parts);
  } catch (error) {
    if (!(error instanceof CrierError) || isEndOfRun(error)) throw error;
    return setMessage(state, 'bad', describeFailure(error, effect));
  }
}

type RunEffect = (
  state: TriageState,
  item: InboxEntry,
  parts: EffectParts,
) => TriageState | Promise<TriageState>;

const EFFECTS: Readonly<Record<Exclude<TriageEffect, 'quit'>, RunEffect>> = {
  async mark(state, { comment, profile }, { owners }) {
    if (comment.id !== null) await owners.get(profile)?.done.mark([comment.id]);
    return setDefaultMessage(decide(state, 'done'), `done: ${describeComment(state)}; u undoes it`);
  },
  skip: (state) =>
    setDefaultMessage(decide(state, 'skipped'), `skipped until the next run: ${describeComment(state)}`),
  async undo(state, _item, { owners, deletions }) {
    const at = state.log.at(-1);
    const last = state.items[at ?? -1];
    if (at === undefined || last === undefined) return takeBack(state);
    const decision = state.decisions.get(at);
    const { id } = last.comment;
    if (decision === 'done' && id !== null) await owners.get(last.profile)?.done.unmark([id]);
    const back = takeBack(state);
    return decision === 'replied' ? setMessage(back, 'warn', describeSent(deletions.get(at) ?? null)) : back;
  },
  reply(state, { comment }) {
    buildReply(comment, ''); // before it is written: not every network takes one
    return { ...state, mode: 'write', scroll: 0 };
  },
  async preview(state, { profile }, { owners }) {
    await owners.get(profile)?.openClient();
    const shown = { ...state, mode: 'preview' as const, scroll: 0 };
    const [suspicion] = findTextSuspicions(getReplyText(state));
    return suspicion === undefined ? shown : setMessage(shown, 'warn', `the reply ${suspicion}`);
  },
  async send(state, { comment, profile }, { ports, owners, deletions }) {
    const owner = owners.get(profile);
    if (owner === undefined) return state;
    const { deletion } = await sendReply(comment, getReplyText(state), { owner, ports });
    deletions.set(state.at, deletion);
    const sent = decide(state, 'replied');
    try {
      if (comment.id !== null) await owner.done.mark([comment.id]);
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      return setMessage(sent, 'warn', `the reply was sent, but is not remembered: ${error.message}`);
    }
    return setDefaultMessage(sent, `sent: the reply to ${describeComment(state)}`);
  },
  async open(state, { comment, post }, { ports }) {
    const copy = post.postIds?.find(({ platform }) => platform === comment.platform);
    const url = comment.url ?? copy?.postUrl ?? null;
    if (url === null) return setMessage(state, 'warn', 'the network gives no page of this comment');
    const isOpened = await ports.io.openPage(url);
    return isOpened
      ? setMessage(state, 'good', `opened ${url}`)
      : setMessage(state, 'warn', `no browser could be opened; the page is ${url}`);
  },
};

/** That no comment is open any more is more important. */
function setDefaultMessage(state: TriageState, text: string): TriageState {
  return state.message === null ? setMessage(state, 'good', text) : state;
}

function describeComment({ items, at }: TriageState): string {
  const comment = items[at]?.comment;
  if (comment === undefined) return '';
  return `${formatAuthor(comment) || 'the comment'} on ${getNetworkName(comment.platform)}`;
}

function describeSent(deletion: CommandText | null): string {
  const advice = deletion === null ? 'it can be deleted on the network (o)' : `this deletes it: ${deletion}`;
  return `a sent reply cannot be undone; ${advice}`;
}

function describeFailure({ kind, message, facts }: CrierError, effect: TriageEffect): string {
  if (effect === 'reply') return `${message}; o opens the comment in the browser`;
  const isUncertain = effect === 'send' && kind === 'unavailable';
  const advice = isUncertain
    ? 'it may have been sent: look at the page (o) before you send it again'
    : facts.advice;
  return [effect === 'send' ? `the reply failed: ${message}` : message, advice ?? '']
    .filter(Boolean)
    .join('; ');
}
