import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { sendMessage } from '../../../../service/endpoints/messages.ts';
import { MessagePlatform, PLATFORMS } from '../../../../service/platforms.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import {
  checkTextLength,
  noteSuspicions,
  readPublicText,
} from '../../../framework/input/files/check-text.ts';
import { readMessage } from '../../../framework/input/files/read-files.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { findConversation } from '../conversation-messages.ts';

export default defineChange({
  summary: 'Send a direct message',
  description: `
The person is named by handle, by id, or by the id of the conversation, and needs to have messages with the account already.
--recipient-id writes to the id of any person on Facebook or Instagram. --media is an image or video.`,
  before: ['sandbox engage dm --from mara --text "Do you ship to Norway?"'],
  examples: [
    'messages send instagram mara --text "Yes, within a week."',
    'messages send instagram mara --text "Here it is" --media https://media.example.com/map.png --json',
    'messages send instagram mara --text "Yes, within a week." --dry-run',
  ],
  positional: ['platform', 'to'],
  validationCode: 101,
  input: z.object({
    platform: MessagePlatform.describe('network of the account, also as --platform'),
    to: defineFlag(
      z
        .string()
        .regex(/\S/, 'must not be blank')
        .optional()
        .describe('handle or id of the person, or id of the conversation'),
      { placeholder: 'to', offers: 'conversation' },
    ),
    recipientId: defineTextFlag('Facebook, Instagram: id of a person without messages so far', {
      placeholder: 'id',
    }),
    text: defineTextFlag('text of the message', { placeholder: 'text', conflicts: ['textFile'] }),
    textFile: defineTextFlag('read the text from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    media: defineFlag(z.array(z.string()).default([]).describe('URL of an image or video'), {
      placeholder: 'url',
    }),
  }),
  output: sendMessage.answer,
  call: sendMessage,
  async prepare({ platform, to, recipientId, text, textFile, media }, { io }) {
    if (to === undefined && recipientId === undefined)
      throw createUsageError(
        'the person is missing',
        'name a handle or a conversation, or add --recipient-id',
      );
    if (to !== undefined && recipientId !== undefined)
      throw createUsageError('--recipient-id names the person already', `remove ${to} or --recipient-id`);
    const written = textFile === undefined ? text : await readMessage(textFile, io.readFile);
    if (written === undefined && media.length === 0)
      throw createUsageError(
        'the text is missing',
        'add --text, --text-file (`-` for standard input) or --media',
      );
    const file = media.find((each) => !/^https?:/i.test(each));
    if (file !== undefined)
      throw createUsageError(
        `--media takes URLs: ${file} is not one`,
        `"${crier`media upload ${file}`}" uploads a file and prints its URL`,
      );
    await noteSuspicions(written, io);
    const message = written === undefined ? undefined : readPublicText(written);
    await checkTextLength(message ?? '', [{ platform, limits: PLATFORMS[platform].messages.limits }], io);
    return { message, target: to === undefined ? { recipientId } : { conversationId: to } };
  },
  request: ({ platform, media }, { message, target }) => ({
    params: { platform },
    body: {
      ...target,
      ...(message !== undefined && { message }),
      ...(media.length > 0 && { mediaUrls: [...media] }),
    },
  }),
  planNotes: ({ to }) =>
    to === undefined
      ? []
      : [`a conversation with a handle or a person, such as "${to}", is looked up before sending`],
  async lookUp({ platform, to }, { client, made }) {
    if (to === undefined) return made;
    return { ...made, target: { conversationId: await findConversation(client, platform, to) } };
  },
  lines: ({ status, message, messageId, recipientId }) => [
    { name: 'status', title: 'status', value: status ?? null },
    { name: 'message', title: 'message', value: message ?? null },
    { name: 'messageId', title: 'id', value: messageId ?? null },
    { name: 'recipientId', title: 'recipient', value: recipientId ?? null },
  ],
});
