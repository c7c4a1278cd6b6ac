import type { Client } from '../../../client/client.ts';
import { readPlace } from '../../../client/follow-pages.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { listMessages, type Message, type MessagesAnswer } from '../../../service/endpoints/messages.ts';
import { type MessagePlatform, PLATFORMS } from '../../../service/platforms.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { type Column, pickMember } from '../../framework/output/view.ts';

/** Whether the account wrote the message itself. */
export function isSent({ action }: Message): boolean {
  return action === 'sent';
}

/** The person whom the account writes with; a sent message does not have the name. */
export function getPartner(message: Message): { id: string | null; username: string | null } {
  if (isSent(message)) return { id: message.recipientId ?? null, username: null };
  return { id: message.senderId ?? null, username: message.senderDetails?.username ?? null };
}

/** Who wrote a message. @param names of people by their ids */
export function getWriter(message: Message, names: ReadonlyMap<string, string>) {
  const { senderId, senderDetails } = message;
  const partner = isSent(message)
    ? null
    : (getPartner(message).username ?? names.get(senderId ?? '') ?? null);
  return { id: senderId ?? null, handle: partner, name: senderDetails?.name ?? null };
}

/** The names of people by their ids, as far as a received message has them. */
export function readNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap((message) => {
      const { id, username } = getPartner(message);
      return id === null || username === null ? [] : [[id, username] as const];
    }),
  );
}

/** @param names of people by their ids */
export function buildMessageColumns(names: ReadonlyMap<string, string>): readonly Column<Message>[] {
  const showPartner = (message: Message) => {
    const { id, username } = getPartner(message);
    const name = username ?? names.get(id ?? '');
    return name === undefined ? (id ?? '') : `@${name}`;
  };
  return [
    { ...pickMember('id', 'id'), dataOnly: true },
    { ...pickMember('conversationId', 'conversation'), role: 'id', dataOnly: true, inWide: true },
    { ...pickMember('senderId', 'sender'), dataOnly: true },
    { ...pickMember('recipientId', 'recipient'), dataOnly: true },
    {
      name: 'senderDetails.username',
      title: 'with',
      value: ({ senderDetails }) => senderDetails?.username ?? null,
      show: showPartner,
      role: 'name',
      drop: 0,
    },
    { ...pickMember('action', 'action'), role: 'dim', drop: 2 },
    {
      ...pickMember('message', 'message'),
      show: ({ message, mediaUrls }) => [...(message ? [message] : []), ...(mediaUrls ?? [])].join(' '),
      flexible: true,
    },
    { name: 'created', title: 'when', value: readCreated, role: 'time', drop: 1 },
  ];
}

function readCreated({ created }: Message): string | number | null {
  return typeof created === 'string' || typeof created === 'number' ? created : null;
}

/**
 * Finds a conversation by its id, or by the id or the handle of its person, among the messages that the service lists.
 *
 * @throws CrierError of kind not-found when there is none
 */
export async function findConversation(
  client: Client,
  platform: MessagePlatform,
  who: string,
): Promise<{ id: string; personId: string | null }> {
  const handle = who.replace(/^@/, '').toLowerCase();
  const pages: MessagesAnswer[] = [];
  let next: string | null = null;
  do {
    const { body } = await readMessages(client, platform, next === null ? {} : { next });
    if (body.conversationIds?.includes(who) === true) return { id: who, personId: null };
    const found = (body.messages ?? []).find((message) => {
      const { id, username } = getPartner(message);
      return id === who || username?.toLowerCase() === handle;
    });
    if (found?.conversationId) return { id: found.conversationId, personId: getPartner(found).id };
    const place = readPlace(body);
    next = place.next === next ? null : place.next;
    pages.push(body);
  } while (next !== null && pages.length < MOST_PAGES);
  const count = pages.reduce((sum, { messages }) => sum + (messages?.length ?? 0), 0);
  const where = `${PLATFORMS[platform].name}${next === null ? '' : `, in the latest ${count} messages`}`;
  throw new CrierError('not-found', `no conversation with ${who} on ${where}`, {
    http: null,
    advice: listConversations(pages[0] ?? {}, platform),
  });
}

/** Pages of messages on X that are searched for a person. */
const MOST_PAGES = 10;

/** Conversations that an error names. */
const MOST_NAMED = 5;

/** Handles of the networks; what else a service may call a handle is no part of an advice. */
const HANDLE = /^[\w.-]{1,50}$/;

/** Names the people of the latest conversations. */
function listConversations({ conversationIds, messages }: MessagesAnswer, platform: MessagePlatform): string {
  const { name } = PLATFORMS[platform];
  const handles = [...readNames(messages ?? []).values()].filter((handle) => HANDLE.test(handle));
  const count = Math.max(conversationIds?.length ?? 0, handles.length);
  if (count === 0) return `the account has no conversations on ${name}: they begin when people write to it`;
  const named = handles.slice(0, MOST_NAMED);
  const rest = count - named.length;
  const people = [...named, ...(rest > 0 ? [`${rest} more`] : [])];
  const listed = `"${crier`messages list ${platform}`}" lists the latest messages`;
  return named.length === 0 ? listed : `there are conversations with ${joinWithAnd(people)}; ${listed}`;
}

export function readMessages(
  client: Client,
  platform: MessagePlatform,
  query: { status?: 'active' | 'archived'; conversationId?: string; limit?: number; next?: string },
): Promise<ClientAnswer<MessagesAnswer>> {
  return client.call(listMessages, { params: { platform }, query });
}
