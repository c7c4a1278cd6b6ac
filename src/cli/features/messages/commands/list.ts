import * as z from 'zod';
import { findFaultAfter, readPlace } from '../../../../client/follow-pages.ts';
import { createUsageError } from '../../../../errors.ts';
import { ConversationStatus, Message, MessagesAnswer } from '../../../../service/endpoints/messages.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { MessagePlatform, PLATFORMS } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { rememberShown } from '../../../framework/command/remember-shown.ts';
import { createFinder, defineFindFlags, type Finder } from '../../../framework/input/flags/find-flags.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import {
  addName,
  buildMessageColumns,
  foldMessages,
  getHandle,
  getWriter,
  isSent,
} from '../conversation-messages.ts';

const { min, max } = LIMITS.messagesLimit;
const SHOWN = 25;

export default defineCommand({
  summary: 'List the latest direct messages of an account',
  description: `
Newest first: what people wrote, and what you, your automations and the automatic reply sent. "messages show" shows one
conversation. The ids of conversations are in the JSON document, and in tables with --wide.`,
  before: ['sandbox engage dm --from mara --text "Do you ship to Norway?"'],
  examples: [
    'messages list instagram',
    'messages list facebook -n 10 --json',
    'messages list instagram --from mara --contains norway',
    'messages list instagram --jq ".conversationIds[]"',
  ],
  positional: ['platform'],
  flags: [REMOTE, READ_PROFILES],
  validationCode: 101,
  input: z.object({
    platform: MessagePlatform.describe('network of the account, also as --platform'),
    status: defineFlag(
      ConversationStatus.optional().describe('only conversations in this state (default: active)'),
      {
        placeholder: 'state',
      },
    ),
    ...defineFindFlags('messages'),
    limit: defineFlag(
      z.int().min(min).max(max).default(SHOWN).describe(`maximum number to list: ${min} to ${max}`),
      { short: 'n', placeholder: 'n' },
    ),
    cursor: defineTextFlag('twitter: continue a list, with the value of `next`', { placeholder: 'c' }),
  }),
  output: MessagesAnswer.extend({ messages: z.array(Message), meta: ListMeta }),
  records: 'messages',
  async run({ platform, status, limit, cursor, ...find }, { service, io }) {
    const isPaged = PLATFORMS[platform].messages.isPaged === true;
    if (cursor !== undefined && !isPaged)
      throw createUsageError('--cursor is for X only', 'raise -n instead');
    const finder = await createFinder(find, 'message', io.printing);
    const query = {
      ...(status !== undefined && { status }),
      ...(isPaged && { limit: finder.isActive ? max : limit }), // as many as one request looks through
      ...(cursor !== undefined && { next: cursor }),
    };
    const client = await service.client();
    const { body, bytes, found, count, names } = await foldMessages(
      client,
      { platform, query },
      () => startList(limit, finder, { needsNames: find.from !== undefined }),
      { isWhole: io.printing.format === 'raw' },
    );
    const messages = found.list.slice(0, limit);
    const isCut = messages.length < found.count;
    const place = readPlace(body);
    // the next page begins after those that were cut
    const next = isCut ? null : place.next;
    const fault = findFaultAfter(cursor ?? null, place);
    const hasMore = next !== null || fault !== null || isCut;
    const nextFlags = limit < max ? ['--limit', String(Math.min(2 * limit, max))] : null;
    await rememberShown('conversations', [...names.values(), ...(body.conversationIds ?? [])], {
      service,
      io,
    });
    return {
      view: {
        kind: 'list',
        document: {
          ...body,
          messages,
          ...(isCut && { next: null }),
          meta: buildListMeta({
            next: fault === null ? next : null,
            hasMore,
            limit,
            ...(next === null && { nextFlags }),
          }),
        },
        key: 'messages',
        rows: messages,
        columns: finder.showMatches(buildMessageColumns(names)),
        empty: `${finder.isActive ? 'no message matches' : 'no messages'} on ${PLATFORMS[platform].name}`,
      },
      searched: finder.count(),
      ...(bytes !== undefined && { raw: bytes }),
      notes:
        hasMore && fault === null
          ? [
              `${finder.isActive && next !== null ? `looked through the latest ${count}` : `showing the latest ${messages.length}`}: ${next === null ? 'raise -n' : `continue with ${formatFlags`--cursor ${next}`}`}`,
            ]
          : [],
      ...(fault !== null && { failure: fault }),
    };
  },
});

/**
 * Keeps the first messages that are found, and the names of all people.
 *
 * @param most to keep
 * @param needsNames whether the handles of people decide what is found
 */
function startList(most: number, finder: Finder, { needsNames }: { needsNames: boolean }) {
  const { matches, end } = finder.begin();
  const isFound = (message: Message) => matches(message.message ?? null, getWriter(message, names));
  const names = new Map<string, string>();
  const kept: { message: Message; isOpen: boolean }[] = [];
  let [count, found] = [0, 0];
  return {
    add(message: Message) {
      count += 1;
      addName(names, message);
      // an older message of the person may have the handle
      const isOpen = needsNames && !isSent(message) && getHandle(message, names) === null;
      if (!isOpen && !isFound(message)) return;
      if (!isOpen) found += 1;
      if (isOpen || found <= most) kept.push({ message, isOpen });
    },
    end(body: MessagesAnswer, { bytes }: { readonly bytes?: Uint8Array }) {
      const list = kept.flatMap(({ message, isOpen }) => {
        if (!isOpen) return [message];
        if (!isFound(message)) return [];
        found += 1;
        return [message];
      });
      end();
      return { body, bytes, count, names, found: { list, count: found } };
    },
  };
}
