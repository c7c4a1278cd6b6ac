import * as z from 'zod';
import { findFaultAfter, readPlace } from '../../../../client/follow-pages.ts';
import { createUsageError } from '../../../../errors.ts';
import { ConversationStatus, Message, MessagesAnswer } from '../../../../service/endpoints/messages.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { MessagePlatform, PLATFORMS } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { rememberShown } from '../../../framework/command/remember-shown.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { buildMessageColumns, readMessages, readNames } from '../conversation-messages.ts';

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
    limit: defineFlag(
      z.int().min(min).max(max).default(SHOWN).describe(`maximum number to list: ${min} to ${max}`),
      { short: 'n', placeholder: 'n' },
    ),
    cursor: defineTextFlag('twitter: continue a list, with the value of `next`', { placeholder: 'c' }),
  }),
  output: MessagesAnswer.extend({ messages: z.array(Message), meta: ListMeta }),
  records: 'messages',
  async run({ platform, status, limit, cursor }, { service, io }) {
    const isPaged = PLATFORMS[platform].messages.isPaged === true;
    if (cursor !== undefined && !isPaged)
      throw createUsageError('--cursor is for X only', 'raise -n instead');
    const query = {
      ...(status !== undefined && { status }),
      ...(isPaged && { limit }),
      ...(cursor !== undefined && { next: cursor }),
    };
    const answer = await readMessages(await service.client(), platform, query);
    const found = answer.body.messages ?? [];
    const messages = found.slice(0, limit);
    const place = readPlace(answer.body);
    const { next } = place;
    const fault = findFaultAfter(cursor ?? null, place);
    const hasMore = next !== null || fault !== null || messages.length < found.length;
    const nextFlags = limit < max ? ['--limit', String(Math.min(2 * limit, max))] : null;
    const names = readNames(found);
    await rememberShown('conversations', [...names.values(), ...(answer.body.conversationIds ?? [])], {
      service,
      io,
    });
    return {
      view: {
        kind: 'list',
        document: {
          ...answer.body,
          messages,
          meta: buildListMeta({
            next: fault === null ? next : null,
            hasMore,
            limit,
            ...(next === null && { nextFlags }),
          }),
        },
        key: 'messages',
        rows: messages,
        columns: buildMessageColumns(names),
        empty: `no messages on ${PLATFORMS[platform].name}`,
      },
      raw: answer.bytes,
      notes:
        hasMore && fault === null
          ? [
              `showing the latest ${messages.length}: ${next === null ? 'raise -n' : `continue with ${formatFlags`--cursor ${next}`}`}`,
            ]
          : [],
      ...(fault !== null && { failure: fault }),
    };
  },
});
