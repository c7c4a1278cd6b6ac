import * as z from 'zod';
import { readPlace } from '../../../../client/follow-pages.ts';
import { listMessages, Message, MessagesAnswer } from '../../../../service/endpoints/messages.ts';
import { MessagePlatform } from '../../../../service/platforms.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { buildMessageColumns, findConversation, readNames } from '../conversation-messages.ts';

export default defineRead({
  summary: 'Show the direct messages with one person',
  description: `
The messages of one conversation, in the order in which they were written. A conversation is named by its id, or by the handle
or id of the person.`,
  before: ['sandbox engage dm --from mara --text "Do you ship to Norway?"'],
  examples: ['messages show instagram mara', 'messages show instagram @mara --json'],
  positional: ['platform', 'conversation'],
  flags: [REMOTE, READ],
  reads: { id: 'conversation' },
  validationCode: 101,
  input: z.object({
    platform: MessagePlatform.describe('network of the account, also as --platform'),
    conversation: defineFlag(
      z
        .string()
        .regex(/\S/, 'must not be blank')
        .describe('handle or id of the person, or id of the conversation'),
      { placeholder: 'conversation', offers: 'conversation' },
    ),
  }),
  output: MessagesAnswer.extend({ messages: z.array(Message).describe('oldest first'), meta: ListMeta }),
  records: 'messages',
  call: listMessages,
  request: async ({ platform, conversation }, { client }) => ({
    params: { platform },
    query: { conversationId: await findConversation(client, platform, conversation) },
  }),
  show(body) {
    const messages = (body.messages ?? []).toReversed();
    const { next, hasMore } = readPlace(body);
    const isCut = next !== null || hasMore === true;
    return {
      view: {
        kind: 'list',
        document: {
          ...body,
          messages,
          meta: buildListMeta({ next, hasMore: isCut, limit: null, nextFlags: null }),
        },
        key: 'messages',
        rows: messages,
        columns: buildMessageColumns(readNames(body.messages ?? [])),
        empty: 'no messages in this conversation',
      },
      notes: isCut ? [`showing the latest ${messages.length}; older messages are left out`] : [],
    };
  },
});
