import type { Client } from '../../../client/client.ts';
import { readPlace } from '../../../client/follow-pages.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { EndpointInput } from '../../../service/endpoint.ts';
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

/** The handle of the person whom the account writes with: the newest, where it is known. @param names by id */
export function getHandle(message: Message, names: ReadonlyMap<string, string>): string | null {
  const { id, username } = getPartner(message);
  return names.get(id ?? '') ?? username;
}

/** Who wrote a message. @param names of people by their ids */
export function getWriter(message: Message, names: ReadonlyMap<string, string>) {
  const { senderId, senderDetails } = message;
  const handle = isSent(message) ? null : getHandle(message, names);
  return { id: senderId ?? null, handle, name: senderDetails?.name ?? null };
}

/** The names of people by their ids, as far as a received message has them. @param messages the newest first */
export function readNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) addName(names, message);
  return names;
}

/**
 * Adds the name of the person who wrote a message, if it has one. Messages come newest first, and people change their
 * handles: the first one stays.
 *
 * @param names of people by their ids
 */
export function addName(names: Map<string, string>, message: Message): void {
  const { id, username } = getPartner(message);
  if (id !== null && username !== null && !names.has(id)) names.set(id, username);
}

/** @param names of people by their ids */
export function buildMessageColumns(names: ReadonlyMap<string, string>): readonly Column<Message>[] {
  const showPartner = (message: Message) => {
    const handle = getHandle(message, names);
    return handle === null ? (getPartner(message).id ?? '') : `@${handle}`;
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

/** Longer than handles are, or not of their characters. A wrong guess costs one request. */
const LIKE_CONVERSATION_ID = /\d{5}|[\w-]{31}|[^\w.@-]/;

/**
 * Finds a conversation by its id, or by the id or the handle of its person, among the messages that the service lists. Those
 * of the account can be very many, so what is like an id is first looked up by itself.
 *
 * @returns its id
 * @throws CrierError of kind not-found when there is none
 */
export async function findConversation(
  client: Client,
  platform: MessagePlatform,
  who: string,
): Promise<string> {
  if (LIKE_CONVERSATION_ID.test(who) && (await hasMessages(client, platform, who))) return who;
  const handle = who.replace(/^@/, '').toLowerCase();
  const isOf = (message: Message) => {
    const { id, username } = getPartner(message);
    return id === who || username?.toLowerCase() === handle;
  };
  let [count, pages] = [0, 0];
  let first: FoundPeople | null = null;
  let next: string | null = null;
  do {
    const page = await findAmongMessages(client, { platform, next }, isOf);
    if (page.ids.includes(who)) return who;
    if (page.found !== null) return page.found;
    next = page.next === next ? null : page.next;
    first ??= page;
    count += page.count;
    pages += 1;
  } while (next !== null && pages < MOST_PAGES);
  const where = `${PLATFORMS[platform].name}${next === null ? '' : `, in the latest ${count} messages`}`;
  throw new CrierError('not-found', `no conversation with ${who} on ${where}`, {
    http: null,
    advice: listConversations(first, platform),
  });
}

/** What services answer to an id that they do not know, if they do not answer with no messages. */
const UNKNOWN_STATUSES: readonly unknown[] = [400, 404];

async function hasMessages(client: Client, platform: MessagePlatform, id: string): Promise<boolean> {
  try {
    const { body } = await client.call(listMessages, { params: { platform }, query: { conversationId: id } });
    return body.messages?.some(({ conversationId }) => conversationId === id) === true;
  } catch (error) {
    if (error instanceof CrierError && UNKNOWN_STATUSES.includes(error.facts.http)) return false;
    throw error;
  }
}

/** The people of messages, and the ids of their conversations. */
interface FoundPeople {
  readonly names: ReadonlyMap<string, string>;
  readonly ids: readonly string[];
}

/** Finds the conversation of a message. */
function findAmongMessages(
  client: Client,
  { platform, next }: { platform: MessagePlatform; next: string | null },
  isOf: (message: Message) => boolean,
) {
  return foldMessages(client, { platform, query: next === null ? {} : { next } }, () => {
    const names = new Map<string, string>();
    let found: string | null = null;
    let count = 0;
    return {
      add(message) {
        count += 1;
        addName(names, message);
        if (found === null && isOf(message)) found = message.conversationId || null;
      },
      end: (rest) => ({ found, names, count, ids: rest.conversationIds ?? [], next: readPlace(rest).next }),
    };
  });
}

/** Pages of messages on X that are searched for a person. */
const MOST_PAGES = 10;

/** Conversations that an error names. */
const MOST_NAMED = 5;

/** Handles of the networks; what else a service may call a handle is no part of an advice. */
const HANDLE = /^[\w.-]{1,50}$/;

/** Names the people of the latest conversations. */
function listConversations({ names, ids }: FoundPeople, platform: MessagePlatform): string {
  const { name } = PLATFORMS[platform];
  const handles = [...names.values()].filter((handle) => HANDLE.test(handle));
  const count = Math.max(ids.length, handles.length);
  if (count === 0) return `the account has no conversations on ${name}: they begin when people write to it`;
  const named = handles.slice(0, MOST_NAMED);
  const rest = count - named.length;
  const people = [...named, ...(rest > 0 ? [`${rest} more`] : [])];
  const listed = `"${crier`messages list ${platform}`}" lists the latest messages`;
  return named.length === 0 ? listed : `there are conversations with ${joinWithAnd(people)}; ${listed}`;
}

/** Which messages to read. */
interface MessagesRequest {
  readonly platform: MessagePlatform;
  readonly query: NonNullable<EndpointInput<typeof listMessages>['query']>;
}

/**
 * Reads messages, newest first, and adds them up as they arrive: those of an account can be very many, and not all networks
 * have pages of them.
 *
 * @param begin called for each attempt
 * @param isWhole whether all of the answer is needed
 * @throws CrierError
 */
export function foldMessages<Value>(
  client: Client,
  { platform, query }: MessagesRequest,
  begin: () => {
    add(message: Message): void;
    /** @param rest the answer, with all or none of its messages */
    end(rest: MessagesAnswer, answer: { readonly bytes?: Uint8Array }): Value;
  },
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Value> {
  const isSplit = (name: string | null) => !isWhole && name === 'messages';
  return client.fold(listMessages, { params: { platform }, query }, isSplit, () => {
    const { add, end } = begin();
    return {
      add(part) {
        for (const message of part.messages ?? []) add(message);
      },
      end,
    };
  });
}
