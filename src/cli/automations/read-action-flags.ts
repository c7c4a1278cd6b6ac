import { createUsageError } from '../../errors.ts';
import type { ReadFile } from '../context/secrets.ts';
import type { DraftFlags } from './draft-flags.ts';
import { omitUndefined } from './omit-undefined.ts';
import { readTextArgument } from './parse-entry.ts';

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
    const message = await readFlagText(word, readFile);
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
    const message = emailMessage === undefined ? undefined : await readFlagText(emailMessage, readFile);
    const mail = { to: email, subject: emailSubject, message };
    actions.push({ type: 'send_email', ...omitUndefined({ ...mail, dedupWindowMinutes }) });
  }
  return actions;
}

/** For flags that are a whole text, `-` is standard input. */
function readFlagText(word: string, readFile: ReadFile): Promise<string> {
  return readTextArgument(word === '-' ? '@-' : word, readFile);
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
