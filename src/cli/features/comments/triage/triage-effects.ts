import { readDeletedComments, readWrittenComment } from '../../../../domain/comments/read-written-comment.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { describeLengthRefusal } from '../../../../domain/text/reply-lengths.ts';
import { REPLY_VARIABLES } from '../../../../domain/text/reply-variables.ts';
import { findTextSuspicions } from '../../../../domain/text/suspect-text.ts';
import { CrierError, isEndOfRun } from '../../../../errors.ts';
import { CommentPlatform, PLATFORMS } from '../../../../service/platforms.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { readPublicText } from '../../../framework/input/files/check-text.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { describeErrorCode } from '../../../framework/output/failures.ts';
import type { CommandText } from '../../../framework/output/text/shell-command.ts';
import type { Dialect } from '../../../framework/settings/settings.ts';
import { startAtEnd } from '../../../framework/terminal/edit-text.ts';
import type { Comment } from '../comment.ts';
import {
  buildDeleteCall,
  buildReplyCall,
  type CommentCall,
  refuseDeletion,
  refuseReply,
} from '../comment-writes.ts';
import { formatAuthor } from '../comments-outcome.ts';
import { fillReply } from '../fill-reply.ts';
import type { InboxEntry } from '../inbox.ts';
import { openSavedReplies } from '../saved-replies.ts';
import { createWriteFailure } from '../send-comment.ts';
import type { Owner, Owners } from './triage-owners.ts';
import {
  decide,
  getReplyText,
  setMessage,
  type TriageEffect,
  type TriageState,
  takeBack,
} from './triage-state.ts';

/** What effects work with. */
export interface EffectParts {
  context: CommandContext;
  owners: Owners;
  /** Commands that delete the replies that were sent, by the index of their comment. */
  deletions: Map<number, CommandText | null>;
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
    if (decision === 'deleted') return setMessage(back, 'warn', 'a deleted comment cannot be restored');
    return decision === 'replied' ? setMessage(back, 'warn', describeSent(deletions.get(at) ?? null)) : back;
  },
  reply(state, { comment }) {
    buildReply(comment, ''); // before it is written: not every network takes one
    return { ...state, mode: 'write', scroll: 0 };
  },
  choose(state, { comment }, { context }) {
    buildReply(comment, ''); // before one is taken: not every network takes one
    const replies = openSavedReplies(context.io).list();
    if (replies.length === 0)
      return setMessage(state, 'warn', 'no reply is saved: "crier replies save <name> --text …" saves one');
    const back = state.mode === 'write' ? ('write' as const) : ('read' as const);
    const choice = { replies, filter: startAtEnd(''), at: 0, back };
    return { ...state, mode: 'choose', scroll: 0, choice };
  },
  async preview(state, { comment, profile }, { owners }) {
    const typed = getReplyText(state);
    readPublicText(typed, REPLY_VARIABLES); // another name in double braces is refused
    const text = fillReply(typed, comment.author);
    buildReply(comment, text); // before it is shown: it can be too long
    await owners.get(profile)?.openClient();
    const shown = { ...state, mode: 'preview' as const, scroll: 0, text };
    const [suspicion] = findTextSuspicions(text);
    return suspicion === undefined ? shown : setMessage(shown, 'warn', `the reply ${suspicion}`);
  },
  async send(state, { comment, profile }, { context, owners, deletions }) {
    const owner = owners.get(profile);
    if (owner === undefined) return state;
    const { deletion } = await sendReply(comment, state.text, { owner, context });
    deletions.set(state.at, deletion);
    const sent = decide(state, 'replied');
    const fault = await rememberDone(comment, owner);
    return fault === null
      ? setDefaultMessage(sent, `sent: the reply to ${describeComment(state)}`)
      : setMessage(sent, 'warn', `the reply was sent, but is not remembered: ${fault}`);
  },
  async askDeletion(state, { comment, profile }, { owners }) {
    const owner = owners.get(profile);
    if (owner === undefined) return state;
    buildDeletion(comment, owner.dialect); // before it is asked: not every network allows it
    await owner.openClient();
    return { ...state, mode: 'delete', scroll: 0 };
  },
  async delete(state, { comment, profile }, { owners }) {
    const owner = owners.get(profile);
    if (owner === undefined) return state;
    await deleteComment(comment, owner);
    const deleted = decide(state, 'deleted');
    const fault = await rememberDone(comment, owner);
    return fault === null
      ? setDefaultMessage(deleted, `deleted: ${describeComment(state)}`)
      : setMessage(deleted, 'warn', `the comment was deleted, but may be listed again: ${fault}`);
  },
  async open(state, { comment, post }, { context }) {
    const copy = post.postIds?.find(({ platform }) => platform === comment.platform);
    const url = comment.url ?? copy?.postUrl ?? null;
    if (url === null) return setMessage(state, 'warn', 'the network gives no page of this comment');
    const isOpened = await context.io.openPage(url);
    return isOpened
      ? setMessage(state, 'good', `opened ${url}`)
      : setMessage(state, 'warn', `no browser could be opened; the page is ${url}`);
  },
};

/** The service lists replies and deletions only after its next refresh. @returns what failed; null on success */
async function rememberDone({ id }: Comment, { done }: Owner): Promise<string | null> {
  try {
    if (id !== null) await done.mark([id]);
    return null;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return error.message;
  }
}

/** That no open comment is left is more important. */
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
  if (effect === 'reply' || effect === 'askDeletion') return `${message}; o opens the comment in the browser`;
  const advice = kind === 'unavailable' ? (UNCERTAIN[effect] ?? facts.advice) : facts.advice;
  return [(FAILED[effect] ?? '') + message, advice ?? ''].filter(Boolean).join('; ');
}

const FAILED: Readonly<Partial<Record<TriageEffect, string>>> = {
  send: 'the reply failed: ',
  delete: 'the deletion failed: ',
};

const UNCERTAIN: Readonly<Partial<Record<TriageEffect, string>>> = {
  send: 'it may have been sent: look at the page (o) before you send it again',
  delete: 'it may have been deleted: look at the page (o)',
};

/**
 * Builds the request of a reply to a comment, by its id on the network.
 *
 * @throws CrierError when the network does not support it, or what it needs is not known; nothing was sent
 * @see docs/service/comments.md#reply
 */
function buildReply({ platform, id, extra }: Comment, text: string): CommentCall {
  const known = CommentPlatform.safeParse(platform).data;
  if (known === undefined || id === null)
    throw new CrierError('usage', `a comment on ${getNetworkName(platform)} cannot be replied to here`);
  const { replyNeeds } = PLATFORMS[known].comments;
  const videoId = replyNeeds === 'videoId' ? readText(extra, 'videoId') : undefined;
  const ownUrn = id.startsWith('urn:li:comment:') ? id : undefined;
  const commentUrn = replyNeeds === 'commentUrn' ? (readText(extra, 'commentUrn') ?? ownUrn) : undefined;
  const target = { id, platform: known, only: [], media: undefined, videoId, commentUrn };
  refuseReply(target);
  const tooLong = describeLengthRefusal(text, { platform: known, limits: PLATFORMS[known].comments.limits });
  if (tooLong !== null) throw new CrierError('usage', `${getNetworkName(known)}: the text ${tooLong}`);
  return buildReplyCall(text, target);
}

function readText(extra: Comment['extra'], name: string): string | undefined {
  const value = getField(extra, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Sends a reply once. @throws CrierError when it was not written */
async function sendReply(
  comment: Comment,
  text: string,
  { owner, context }: { owner: Owner; context: CommandContext },
): Promise<{
  /** The command that deletes it; null when the service did not tell its id. */
  deletion: CommandText | null;
}> {
  const { body } = await buildReply(comment, text).send(await owner.openClient());
  const { status, errors, commentId } = readWrittenComment(body, comment.id ?? '', 'reply');
  if (status === 'error') throw createWriteFailure(errors);
  if (commentId === null) return { deletion: null };
  const print = await createPrintedCommands(context);
  return { deletion: print.change`comments delete ${commentId} ${owner.words}` };
}

/**
 * Builds the request that deletes a comment of another person.
 *
 * @throws CrierError when the network does not support it; nothing was sent
 * @see docs/service/comments.md#delete
 */
function buildDeletion({ platform, id }: Comment, dialect: Dialect): CommentCall {
  const known = CommentPlatform.safeParse(platform).data;
  const name = getNetworkName(platform);
  if (known === undefined || id === null)
    throw new CrierError('usage', `a comment on ${name} cannot be deleted here`);
  if (PLATFORMS[known].comments.removesOwnOnly)
    throw new CrierError(
      'usage',
      `on ${name}, only your own comments can be deleted`,
      describeErrorCode(328),
    );
  refuseDeletion(id, known);
  return buildDeleteCall(dialect, { id, searchPlatformId: true, platform: known });
}

/** Deletes a comment once. @throws CrierError when it was not deleted */
async function deleteComment(comment: Comment, owner: Owner): Promise<void> {
  const { body } = await buildDeletion(comment, owner.dialect).send(await owner.openClient());
  const { status, errors } = readDeletedComments(body);
  if (status === 'error') throw createWriteFailure(errors);
}
