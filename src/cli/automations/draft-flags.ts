import * as z from 'zod';
import { ACTIONS } from '../../facts/actions.ts';
import { DAY_MS, MINUTE_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { ALL, TRIGGERS } from '../../facts/triggers.ts';
import { defineFlag } from '../flags.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import { EVENT_NAMES } from './event-names.ts';

const MINUTES_OF_A_DAY = DAY_MS / MINUTE_MS;
const { callbackTimeoutMs: TIMEOUT, dedupWindowMinutes: WINDOW } = LIMITS;

/** What an automation is called, and what it is for. */
export const NAMING = {
  name: defineFlag(z.string().optional().describe('what you call it'), { placeholder: 'text' }),
  description: defineFlag(z.string().optional().describe('what it is for'), { placeholder: 'text' }),
};

/** Triggers and actions in words, in which everything can be said. */
export const ENTRIES = {
  trigger: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe(
        `a trigger in words: ${joinWithOr(Object.keys(TRIGGERS))}, then name=value, all separated by commas`,
      ),
    { placeholder: 'words' },
  ),
  action: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe(`an action in the same words: ${joinWithOr(Object.keys(ACTIONS))}`),
    { placeholder: 'words' },
  ),
};

/** The file that an automation stands in. */
export const FROM_FILE = {
  file: defineFlag(
    z.string().optional().describe('take it from this YAML or JSON file, - for standard input'),
    {
      short: 'f',
      placeholder: 'file',
    },
  ),
};

/** The commonest triggers and actions, a flag for each of their fields. */
export const PARTS = {
  on: defineFlag(z.array(z.enum(EVENT_NAMES)).default([]).describe('what it reacts to'), {
    placeholder: 'event',
  }),
  keyword: defineFlag(
    z.array(z.string()).default([]).describe('a word that a comment or DM must have, whatever its case'),
    { placeholder: 'word' },
  ),
  post: defineFlag(
    z.string().optional().describe(`with --on comment: the network's id of a post or reel, or ${ALL}`),
    { placeholder: 'id' },
  ),
  story: defineFlag(
    z
      .string()
      .optional()
      .describe(`with --on story-reply and story-comment: id of a story; left out, ${ALL}`),
    {
      placeholder: 'id',
    },
  ),
  emoji: defineFlag(z.string().optional().describe('with --on reaction: this emoji alone; left out, any'), {
    placeholder: 'emoji',
  }),
  dm: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('send this as a DM, each of several; @file reads it from a file, - from standard input'),
    { placeholder: 'text' },
  ),
  messageUrl: defineFlag(
    z
      .string()
      .optional()
      .describe('ask this address for the text of the DM each time, and fall back on --dm'),
    { placeholder: 'url' },
  ),
  timeoutMs: defineFlag(
    z
      .number()
      .optional()
      .describe(`how many milliseconds that may take, ${TIMEOUT.max} at most; left out, ${TIMEOUT.default}`),
    { placeholder: 'n' },
  ),
  webhook: z.boolean().default(false).describe('fire the webhook that "hooks register automations" named'),
  completedEvent: z
    .boolean()
    .default(false)
    .describe('with --webhook: also tell it when the dispatch has finished'),
  email: defineFlag(z.string().optional().describe('send an email to this address'), {
    placeholder: 'address',
  }),
  emailSubject: defineFlag(z.string().optional().describe('its subject'), { placeholder: 'text' }),
  emailMessage: defineFlag(
    z.string().optional().describe('its text; @file reads it from a file, - from standard input'),
    {
      placeholder: 'text',
    },
  ),
  dedupWindowMinutes: defineFlag(
    z
      .number()
      .optional()
      .describe(
        `in how many minutes each of these actions happens once for a person; 0 for every time; left out, ${WINDOW.default}, which is ${WINDOW.default / MINUTES_OF_A_DAY} days`,
      ),
    { placeholder: 'n' },
  ),
};

/** What the flags of an automation say. */
export type DraftFlags = z.infer<z.ZodObject<typeof NAMING & typeof ENTRIES & typeof PARTS>>;
