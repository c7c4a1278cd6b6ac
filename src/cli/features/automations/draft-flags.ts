import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { ALL } from '../../../service/triggers.ts';
import { defineFlag, defineSwitch, defineTextFlag, groupFlags } from '../../framework/input/flags/flags.ts';
import { EVENT_NAMES } from './event-names.ts';

const MINUTES_OF_A_DAY = DAY_MS / MINUTE_MS;
const { callbackTimeoutMs: TIMEOUT, dedupWindowMinutes: WINDOW } = LIMITS;

/** The heading of these flags in help. */
export const AUTOMATION_GROUP = 'Automation flags';

/** Its name and description, or a file that contains all of it. */
export const AUTOMATION_FLAGS = groupFlags(AUTOMATION_GROUP, {
  name: defineTextFlag('name of the automation', { placeholder: 'text' }),
  description: defineTextFlag('description of the automation', { placeholder: 'text' }),
  file: defineTextFlag('read the automation from this YAML or JSON file (`-` for standard input)', {
    short: 'f',
    placeholder: 'file',
  }),
});

/** The most common fields of triggers, and `trigger` for all others. */
export const TRIGGER_FLAGS = groupFlags('Trigger flags', {
  on: defineFlag(z.array(z.enum(EVENT_NAMES)).default([]).describe('event that triggers the automation'), {
    placeholder: 'event',
  }),
  keyword: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('keywords of a comment or DM, in any case: A,B; one with a comma: \'"A,B"\''),
    { placeholder: 'word' },
  ),
  post: defineTextFlag(`only comments on this post or reel: id, address, reference, or ${ALL}`, {
    placeholder: 'id',
  }),
  story: defineTextFlag(`only replies to or comments on this story (default: ${ALL})`, { placeholder: 'id' }),
  emoji: defineTextFlag('only reactions with this emoji (default: any)', { placeholder: 'emoji' }),
  trigger: defineFlag(
    z.array(z.string()).default([]).describe('trigger as type,name=value,... for what --on cannot express'),
    { placeholder: 'words' },
  ),
});

/** The most common fields of actions, and `action` for all others. */
export const ACTION_FLAGS = groupFlags('Action flags', {
  dm: defineFlag(
    z.array(z.string()).default([]).describe('text of a DM to send; @file reads a file, `-` standard input'),
    { placeholder: 'text', readsFile: true },
  ),
  messageUrl: defineTextFlag('callback URL that returns the text of the DM; --dm is the fallback', {
    placeholder: 'url',
  }),
  timeoutMs: defineFlag(
    z
      .number()
      .optional()
      .describe(`callback timeout in milliseconds (default: ${TIMEOUT.default}; at most ${TIMEOUT.max})`),
    { placeholder: 'n' },
  ),
  webhook: defineSwitch('fire the webhook registered for "automations"'),
  completedEvent: defineSwitch('with --webhook: also send an event when the dispatch completes'),
  email: defineTextFlag('address to send an email to', { placeholder: 'address' }),
  emailSubject: defineTextFlag('subject of the email; @file reads a file, `-` standard input', {
    placeholder: 'text',
    readsFile: true,
  }),
  emailMessage: defineTextFlag('text of the email; @file reads a file, `-` standard input', {
    placeholder: 'text',
    readsFile: true,
  }),
  dedupWindowMinutes: defineFlag(
    z
      .number()
      .optional()
      .describe(
        `answer a person once within this window; 0: always (default: ${WINDOW.default}, ${WINDOW.default / MINUTES_OF_A_DAY} days)`,
      ),
    { placeholder: 'n' },
  ),
  action: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('action as type,name=value,... for what the other flags cannot express'),
    { placeholder: 'words' },
  ),
});

/** An automation as flags. */
export type DraftFlags = Omit<
  z.infer<z.ZodObject<typeof AUTOMATION_FLAGS & typeof TRIGGER_FLAGS & typeof ACTION_FLAGS>>,
  'file'
>;

/** An automation that may be incomplete; its entries are not validated yet. */
export interface AutomationDraft {
  readonly name?: string;
  readonly description?: string;
  readonly triggers?: readonly unknown[];
  readonly actions?: readonly unknown[];
}
