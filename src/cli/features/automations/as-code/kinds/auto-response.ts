import * as z from 'zod';
import { ASSUMED } from '../../../../../service/assumed.ts';
import { getAutoResponse, setAutoResponse } from '../../../../../service/endpoints/messages.ts';
import { createStep } from '../resource-kind.ts';
import { defineListKind } from './list-kind.ts';

const { autoResponseActive, autoResponseMessage, autoResponseWaitSeconds } = setAutoResponse.body.shape;
const WrittenAutoResponse = z.strictObject({
  active: autoResponseActive.unwrap().describe('whether it is sent'),
  message: autoResponseMessage.describe('its text'),
  waitSeconds: autoResponseWaitSeconds.describe(
    'time until the same person gets it again (default: 86400, a day)',
  ),
});

const ONLY = 'autoresponse';

/** The automatic reply to direct messages, of which each profile has one. What the file leaves out stays as it is. */
export const AUTO_RESPONSE = defineListKind({
  name: ONLY,
  noun: 'automatic reply',
  summary: 'the automatic reply to messages: one entry',
  schema: WrittenAutoResponse,
  numbers: ['waitSeconds'],
  switches: ['active'],
  read: (content) => ({ name: ONLY, content }),
  async list(client) {
    const { body } = await client.call(getAutoResponse, {});
    const content = {
      active: body.autoResponseActive === true,
      message: body.autoResponseMessage ?? '',
      waitSeconds: body.autoResponseWaitSeconds ?? ASSUMED.autoResponseWaitSeconds,
    };
    return [{ name: ONLY, id: ONLY, content }];
  },
  create: null,
  update(_stored, content, fields) {
    const { active, message, waitSeconds } = content;
    const body = setAutoResponse.body.parse({
      ...(fields.includes('active') && { autoResponseActive: active }),
      ...(fields.includes('message') && { autoResponseMessage: message }),
      ...(fields.includes('waitSeconds') && { autoResponseWaitSeconds: waitSeconds }),
    });
    return createStep(setAutoResponse, { body });
  },
  remove: null,
  toFile: ({ active, message, waitSeconds }) => ({ active, ...(message !== '' && { message }), waitSeconds }),
});
