import * as z from 'zod';
import { SECOND_MS } from '../../../../service/durations.ts';
import { AutoResponse, getAutoResponse, setAutoResponse } from '../../../../service/endpoints/messages.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { noteSuspicions, readPublicText } from '../../../framework/input/files/check-text.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  defineTextFlag,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';

export default defineCommand({
  summary: 'Show or change the automatic reply to direct messages',
  description: `
Without flags, shows it. It answers people who write to the profile on Facebook, Instagram or X, and the same person again only
after --wait. What you do not set stays unchanged.`,
  examples: [
    'messages autoresponse',
    'messages autoresponse --on --text "We are back on Monday." --wait 12h',
    'messages autoresponse --off --json',
    'messages autoresponse --off --dry-run',
  ],
  changes: true,
  flags: [REMOTE, WRITE, WRITE_PROFILES],
  validationCode: 101,
  input: z.object({
    on: defineSwitch('turn it on', { conflicts: ['off'] }),
    off: defineSwitch('turn it off'),
    text: defineTextFlag('text of the reply', { placeholder: 'text' }),
    wait: defineFlag(
      createDurationSchema()
        .refine((ms) => ms % SECOND_MS === 0, 'must be whole seconds')
        .optional()
        .describe('time until the same person gets it again, such as 12h'),
      { placeholder: 'duration' },
    ),
  }),
  output: AutoResponse,
  async run({ on, off, text: written, wait, dryRun }, { service, io }) {
    await noteSuspicions(written, io);
    const text = written === undefined ? undefined : readPublicText(written);
    const body = {
      ...((on || off) && { autoResponseActive: on }),
      ...(text !== undefined && { autoResponseMessage: text }),
      ...(wait !== undefined && { autoResponseWaitSeconds: wait / SECOND_MS }),
    };
    const isChange = Object.keys(body).length > 0;
    const client = await service.client({ writes: isChange && !dryRun });
    if (dryRun) {
      return {
        view: buildPlannedView(
          isChange ? client.plan(setAutoResponse, { body }) : client.plan(getAutoResponse, {}),
        ),
      };
    }
    const answer = isChange
      ? await client.call(setAutoResponse, { body })
      : await client.call(getAutoResponse, {});
    const { autoResponseActive, autoResponseMessage, autoResponseWaitSeconds } = answer.body;
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [
          { name: 'autoResponseActive', title: 'active', value: autoResponseActive ?? null },
          { name: 'autoResponseMessage', title: 'message', value: autoResponseMessage ?? null },
          { name: 'autoResponseWaitSeconds', title: 'wait (s)', value: autoResponseWaitSeconds ?? null },
        ],
      },
      raw: answer.bytes,
    };
  },
});
