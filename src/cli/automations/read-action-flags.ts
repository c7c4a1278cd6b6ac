import { createUsageError } from '../../errors.ts';
import type { ReadFile } from '../secrets.ts';
import type { DraftFlags } from './draft-flags.ts';
import { omitUndefined } from './omit-undefined.ts';
import { readTextArgument } from './parse-entry.ts';

/**
 * The actions of `--dm`, which can stand several times, of `--webhook` and of `--email`, in this order.
 *
 * @throws CrierError of kind usage for a flag that says more of an action which is not asked for, and for files that
 * cannot be read
 */
export async function readActionFlags(flags: DraftFlags, readFile: ReadFile): Promise<readonly object[]> {
  refuseOrphanFlags(flags);
  const { dm, messageUrl, timeoutMs, webhook, completedEvent, dedupWindowMinutes } = flags;
  const { email, emailSubject, emailMessage } = flags;
  const actions: object[] = [];
  // one after the other: standard input can be read once, and the first one that asks for it gets it
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

/** Where a flag is a text as a whole, `-` is standard input, as it is everywhere. */
function readFlagText(word: string, readFile: ReadFile): Promise<string> {
  return readTextArgument(word === '-' ? '@-' : word, readFile);
}

/** Refuses flags that say more of an action which no other flag asks for, or of which of several is open. */
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
      `${ofOne[0]} does not go with several --dm`,
      'say each of these in an --action: send_dm,message="…",messageUrl=https://…',
    );
  }
}
