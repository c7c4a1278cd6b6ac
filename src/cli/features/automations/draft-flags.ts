import * as z from 'zod';
import { listEntryFields } from '../../../domain/automations/entry-fields.ts';
import { EVENT_TRIGGERS } from '../../../domain/automations/event-triggers.ts';
import { splitKeywords } from '../../../domain/automations/typed-keywords.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { ALL } from '../../../service/triggers.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import { readTextArgument } from '../../framework/input/files/text-argument.ts';
import {
  defineFlag,
  defineSwitch,
  defineTextFlag,
  type FlagSyntax,
  groupFlags,
} from '../../framework/input/flags/flags.ts';
import { EVENT_NAMES } from './event-names.ts';

const MINUTES_OF_A_DAY = DAY_MS / MINUTE_MS;
const { callbackTimeoutMs: TIMEOUT, dedupWindowMinutes: WINDOW } = LIMITS;

const defineTexts = (description: string, writing: FlagSyntax) =>
  defineFlag(z.array(z.string()).default([]).describe(description), writing);

const defineNumber = (description: string) =>
  defineFlag(z.number().optional().describe(description), { placeholder: 'n' });

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
  keyword: defineTexts('keywords of a comment or DM, in any case: A,B; one with a comma: \'"A,B"\'', {
    placeholder: 'word',
  }),
  post: defineTextFlag(`only comments on this post or reel: id, address, reference, or ${ALL}`, {
    placeholder: 'id',
  }),
  story: defineTextFlag(`only replies to or comments on this story (default: ${ALL})`, { placeholder: 'id' }),
  emoji: defineTextFlag('only reactions with this emoji (default: any)', { placeholder: 'emoji' }),
  trigger: defineTexts('trigger as type,name=value,... for what --on cannot express', {
    placeholder: 'words',
  }),
});

/** The most common fields of actions, and `action` for all others. */
export const ACTION_FLAGS = groupFlags('Action flags', {
  dm: defineTexts('text of a DM to send; @file reads a file, `-` standard input', {
    placeholder: 'text',
    readsFile: true,
  }),
  messageUrl: defineTextFlag('callback URL that returns the text of the DM; --dm is the fallback', {
    placeholder: 'url',
  }),
  timeoutMs: defineNumber(
    `callback timeout in milliseconds (default: ${TIMEOUT.default}; at most ${TIMEOUT.max})`,
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
  dedupWindowMinutes: defineNumber(
    `answer a person once within this window; 0: always (default: ${WINDOW.default}, ${WINDOW.default / MINUTES_OF_A_DAY} days)`,
  ),
  action: defineTexts('action as type,name=value,... for what the other flags cannot express', {
    placeholder: 'words',
  }),
});

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

export const TRIGGER_FLAG_NAMES: ReadonlyMap<string, string> = new Map([
  ['keywords', '--keyword'],
  ['postId', '--post'],
  ['storyId', '--story'],
  ['emoji', '--emoji'],
]);

/**
 * Builds a trigger for each `--on`, with the flags that apply to it.
 *
 * @throws CrierError of kind usage for a flag that applies to none of them
 */
export function readTriggerFlags({ on, keyword, post, story, emoji }: DraftFlags): readonly object[] {
  const keywords = keyword.length === 0 ? undefined : keyword.flatMap(splitKeywords);
  const values = Object.entries(omitUndefined({ postId: post, storyId: story, emoji, keywords }));
  for (const [name] of values) refuseStrayFlag(name, on);
  return on.map((kind) => {
    const type = EVENT_TRIGGERS[kind];
    const fields = listEntryFields(type);
    // omitting it means the same, but is deprecated
    const everyStory = fields.has('storyId') ? { storyId: ALL } : {};
    return { type, ...everyStory, ...Object.fromEntries(values.filter(([name]) => fields.has(name))) };
  });
}

function refuseStrayFlag(name: string, on: DraftFlags['on']): void {
  if (on.some((kind) => listEntryFields(EVENT_TRIGGERS[kind]).has(name))) return;
  const takers = Object.entries(EVENT_TRIGGERS).filter(([, type]) => listEntryFields(type).has(name));
  const events = joinWithOr(takers.map(([kind]) => `--on ${kind}`));
  const flag = TRIGGER_FLAG_NAMES.get(name);
  if (on.length === 0) throw createUsageError(`${flag} needs ${events}`, `add ${events}`);
  throw createUsageError(
    `${flag} cannot be used with ${joinWithOr(on.map((kind) => `--on ${kind}`))}`,
    `use it with ${events}`,
  );
}

/**
 * The actions of `--dm` (repeatable), `--webhook` and `--email`, in this order.
 *
 * @throws CrierError of kind usage for a flag of an action that is not given, and for files that cannot be read
 */
export async function readActionFlags(flags: DraftFlags, readFile: ReadFile): Promise<readonly object[]> {
  refuseOrphanFlags(flags);
  const { dm, messageUrl, timeoutMs, webhook, completedEvent, dedupWindowMinutes } = flags;
  const { email, emailSubject, emailMessage } = flags;
  const actions: object[] = [];
  // in sequence: standard input can only be read once, by the first one that asks for it
  for (const word of dm) {
    const message = await readTextArgument(word, readFile);
    actions.push({
      type: 'send_dm',
      ...omitUndefined({ message, messageUrl, timeoutMs, dedupWindowMinutes }),
    });
  }
  if (webhook) {
    const sendCompletedEvent = completedEvent || undefined;
    actions.push({ type: 'fire_webhook', ...omitUndefined({ sendCompletedEvent, dedupWindowMinutes }) });
  }
  if (email !== undefined) {
    const read = async (word: string | undefined) =>
      word === undefined ? undefined : await readTextArgument(word, readFile);
    const mail = { to: email, subject: await read(emailSubject), message: await read(emailMessage) };
    actions.push({ type: 'send_email', ...omitUndefined({ ...mail, dedupWindowMinutes }) });
  }
  return actions;
}

/** Refuses flags without the flag of their action, and flags that could belong to several actions. */
function refuseOrphanFlags(flags: DraftFlags): void {
  const { dm, messageUrl, timeoutMs, webhook, completedEvent, dedupWindowMinutes } = flags;
  const { email, emailSubject, emailMessage } = flags;
  const isAny = dm.length > 0 || webhook || email !== undefined;
  const rows = [
    ['--message-url', messageUrl, dm.length > 0, '--dm'],
    ['--timeout-ms', timeoutMs, dm.length > 0, '--dm'],
    ['--completed-event', completedEvent || undefined, webhook, '--webhook'],
    ['--email-subject', emailSubject, email !== undefined, '--email'],
    ['--email-message', emailMessage, email !== undefined, '--email'],
    ['--dedup-window-minutes', dedupWindowMinutes, isAny, '--dm, --webhook or --email'],
  ] as const;
  for (const [flag, value, isOwned, owner] of rows) {
    if (value === undefined || isOwned) continue;
    throw createUsageError(`${flag} needs ${owner}`, `add ${owner}`);
  }
  const [ofOne] = rows.filter(([, value, , owner]) => value !== undefined && owner === '--dm');
  if (dm.length > 1 && ofOne !== undefined) {
    throw createUsageError(
      `${ofOne[0]} cannot be used with several --dm`,
      'use an --action for each instead: send_dm,message="…",messageUrl=https://…',
    );
  }
}

export function omitUndefined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
