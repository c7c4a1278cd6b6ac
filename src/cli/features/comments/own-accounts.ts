import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { getCommentFacts } from '../../../domain/comments/comment-sources.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { ignoreErrors } from '../../../errors.ts';
import type { UserAnswer } from '../../../service/profiles.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { formatServiceKey, openStateFile } from '../../framework/settings/state-file.ts';
import type { Comment } from './comment.ts';

/** The own accounts by service and profile, as they were last read. Built where there is a file to check. */
const RememberedAccounts = z.lazy(() =>
  z.record(
    z.string(),
    z.record(z.string(), z.object({ ids: z.array(z.string()), handles: z.array(z.string()) })),
  ),
);

/** Ids and handles of the own accounts, by network. */
export type OwnAccounts = z.infer<typeof RememberedAccounts>[string];

const openRemembered = (io: IoPort) =>
  openStateFile(io.machine, { name: 'accounts', schema: RememberedAccounts, empty: {} });

/** Reads the own accounts of the profile from the service, and remembers them for later reads of comments. */
export async function readOwnAccounts(
  client: Client,
  service: ServicePort,
  io: IoPort,
): Promise<OwnAccounts> {
  const { getUser } = await import('../../../service/endpoints/profiles.ts');
  return keepOwnAccounts((await client.call(getUser, {})).body, service, io);
}

/** The own accounts of an answer that was read, remembered for later reads of comments. */
export async function keepOwnAccounts(
  user: UserAnswer,
  service: ServicePort,
  io: IoPort,
): Promise<OwnAccounts> {
  const own = toOwnAccounts(user);
  // a disk that cannot be written loses only what later reads would know
  await ignoreErrors(rememberAccounts(own, service, io));
  return own;
}

async function rememberAccounts(own: OwnAccounts, service: ServicePort, io: IoPort): Promise<void> {
  const key = formatServiceKey((await service.choose()).choice);
  const file = openRemembered(io);
  if (JSON.stringify(file.read()[key]) !== JSON.stringify(own))
    await file.change((all) => ({ ...all, [key]: own }));
}

/** The own accounts as they were last read; empty if they never were, or cannot be read. Sends no request. */
export async function loadOwnAccounts(service: ServicePort, io: IoPort): Promise<OwnAccounts> {
  const key = formatServiceKey((await service.choose()).choice);
  const read = async () => openRemembered(io).read()[key];
  return (await ignoreErrors(read())) ?? {};
}

function toOwnAccounts({ displayNames }: UserAnswer): OwnAccounts {
  const isGiven = (value: string | null | undefined) => value != null;
  const named = (displayNames ?? []).map(({ platform, id, userId, username, displayName }) => ({
    platform: platform ?? '',
    ids: [...new Set([id, userId])].filter(isGiven),
    handles: [username ?? displayName].filter(isGiven).map(normalizeHandle),
  }));
  return Object.fromEntries(
    [...Map.groupBy(named, ({ platform }) => platform)].map(([platform, accounts]) => [
      platform,
      { ids: accounts.flatMap(({ ids }) => ids), handles: accounts.flatMap(({ handles }) => handles) },
    ]),
  );
}

function normalizeHandle(handle: string): string {
  return handle.replace(/^@/, '').toLowerCase();
}

/**
 * Marks which comments are by own accounts, and which of the others were answered. Generates each as it comes; those of
 * X, which lists conversations flat, together.
 */
export function* markOwnComments(comments: Iterable<Comment>, own: OwnAccounts): Generator<Comment> {
  let flat: Comment[] = [];
  for (const comment of comments) {
    const marked = markAuthor(comment, own);
    if (getCommentFacts(comment.platform)?.isFlat) {
      flat.push(marked);
      continue;
    }
    if (flat.length > 0) yield* markAnswered(flat, flat);
    flat = [];
    // most comments have no replies: there may be very many of them
    if (marked.replies.length === 0) yield { ...marked, isAnswered: isAnswered(marked, []) };
    else yield* markAnswered([marked], []);
  }
  yield* markAnswered(flat, flat);
}

function markAuthor(comment: Comment, own: OwnAccounts): Comment {
  const { author, platform, replies } = comment;
  const isMe = author.isMe ?? isOwnAuthor(author, Object.hasOwn(own, platform) ? own[platform] : undefined);
  if (isMe === author.isMe && replies.length === 0) return comment;
  return { ...comment, author: { ...author, isMe }, replies: replies.map((reply) => markAuthor(reply, own)) };
}

/** A display name can be that of another person: it is only compared where the network gives nothing else. */
function isOwnAuthor(
  { id, handle, name }: Comment['author'],
  own: OwnAccounts[string] | undefined,
): boolean | null {
  if (own === undefined) return null;
  if (id !== null && own.ids.includes(id)) return true;
  const called = handle ?? (id === null ? name : null);
  if (called === null) return id === null ? null : false;
  return own.handles.includes(normalizeHandle(called));
}

/** @param beside the comments among which replies are, besides those that each comment holds */
function markAnswered(comments: readonly Comment[], beside: readonly Comment[]): readonly Comment[] {
  const besideOf = Map.groupBy(beside, ({ parentId }) => parentId);
  return comments.map((comment) => {
    const replies = [...comment.replies, ...(comment.id === null ? [] : (besideOf.get(comment.id) ?? []))];
    const siblings = markAnswered(comment.replies, []);
    return {
      ...comment,
      isAnswered: isAnswered(comment, replies),
      // in a thread, a later reply of ours answers those before it
      replies: siblings.map((reply) =>
        reply.isAnswered === false && isAnswered(reply, listLater(reply, replies)) === true
          ? { ...reply, isAnswered: true }
          : reply,
      ),
    };
  });
}

function isAnswered({ author, replyCount }: Comment, replies: readonly Comment[]): boolean | null {
  if (author.isMe === true) return null;
  if (replies.some((reply) => reply.author.isMe === true)) return true;
  const areAllHere = replyCount === null || replies.length >= replyCount;
  return areAllHere && replies.every((reply) => reply.author.isMe === false) ? false : null;
}

function listLater({ createdAt }: Comment, replies: readonly Comment[]): readonly Comment[] {
  const after = readTimestamp(createdAt).ms;
  if (after === null) return [];
  return replies.filter((reply) => (readTimestamp(reply.createdAt).ms ?? Number.NEGATIVE_INFINITY) >= after);
}
