import { EVENT_TRIGGERS } from '../../../domain/automations/event-triggers.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { ALL } from '../../../service/triggers.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import { readTextArgument } from '../../framework/input/files/text-argument.ts';
import type { DraftFlags } from './draft-flags.ts';
import { listEntryFields } from './parse-entry.ts';
import { splitKeywords } from './split-keywords.ts';

/** The flags of a trigger's fields. */
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

/** Refuses a flag that applies to none of the events. */
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

/** Removes undefined fields. */
export function omitUndefined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
