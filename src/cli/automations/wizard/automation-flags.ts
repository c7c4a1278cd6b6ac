import { isDeepStrictEqual } from 'node:util';
import type { Action } from '../../../service/actions.ts';
import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import type { Trigger } from '../../../service/triggers.ts';
import type { DraftFlags } from '../draft-flags.ts';
import { EVENT_TRIGGERS, type EventName } from '../event-names.ts';
import { readActionFlags } from '../read-action-flags.ts';
import { readTriggerFlags } from '../read-trigger-flags.ts';
import { writeEntry } from './write-entry.ts';

/** Flags of a command line, with their values. */
export type FlagList = readonly (readonly [flag: string, value?: string])[];

/** The flags of `automations create` for an automation: the simple ones where they suffice. */
export async function buildAutomationFlags(automation: NewAutomation): Promise<FlagList> {
  const { name, description, triggers, actions } = automation;
  return [
    ...toFlag('--name', name),
    ...toFlag('--description', description),
    ...(buildTriggerFlags(triggers) ?? triggers.map((each) => ['--trigger', writeEntry(each)] as const)),
    ...((await buildActionFlags(actions)) ?? actions.map((each) => ['--action', writeEntry(each)] as const)),
  ];
}

function toFlag(flag: string, value: string | undefined): FlagList {
  return value === undefined ? [] : [[flag, value]];
}

const NO_FLAGS: DraftFlags = {
  on: [],
  keyword: [],
  dm: [],
  trigger: [],
  action: [],
  webhook: false,
  completedEvent: false,
};

/** Null when the flags would not parse to the same triggers. */
function buildTriggerFlags(triggers: readonly Trigger[]): FlagList | null {
  const fields: Partial<Record<'postId' | 'storyId' | 'emoji', string>> & {
    readonly keywords?: readonly string[] | undefined;
  } = Object.assign({}, ...triggers);
  const { postId, storyId, emoji, keywords = [] } = fields;
  const on = triggers.map(({ type }) => KIND_OF[type]);
  const flags = { ...NO_FLAGS, on, keyword: [...keywords], post: postId, story: storyId, emoji };
  if (!isDeepStrictEqual(readTriggerFlags(flags), triggers)) return null;
  return [
    ...on.map((kind) => ['--on', kind] as const),
    ...toFlag('--post', postId),
    ...toFlag('--story', storyId),
    ...toFlag('--emoji', emoji),
    ...keywords.map((keyword) => ['--keyword', keyword] as const),
  ];
}

const KIND_OF = Object.fromEntries(
  Object.entries(EVENT_TRIGGERS).map(([kind, type]) => [type, kind]),
) as Readonly<Record<Trigger['type'], EventName>>;
// the same table, inverted

/** Null when the flags would not parse to the same actions, and for texts of several lines. */
async function buildActionFlags(actions: readonly Action[]): Promise<FlagList | null> {
  const dms = actions.filter((action) => action.type === 'send_dm');
  const webhook = actions.find((action) => action.type === 'fire_webhook');
  const email = actions.find((action) => action.type === 'send_email');
  const [window] = actions.map(({ dedupWindowMinutes }) => dedupWindowMinutes);
  const [{ messageUrl, timeoutMs } = {}] = dms;
  const completedEvent = webhook?.sendCompletedEvent === true;
  const flags = {
    ...NO_FLAGS,
    dm: dms.map(({ message }) => escapeAt(message)),
    messageUrl,
    timeoutMs,
    webhook: webhook !== undefined,
    completedEvent,
    email: email?.to,
    emailSubject: email?.subject,
    emailMessage: email && escapeAt(email.message),
    dedupWindowMinutes: window,
  };
  const again = await readActionFlags(flags, readNothing).catch(() => null);
  const isOnOneLine = [...flags.dm, flags.emailMessage].every((text) => !text?.includes('\n'));
  if (!isOnOneLine || !isDeepStrictEqual(again, actions)) return null;
  return [
    ...flags.dm.map((text) => ['--dm', text] as const),
    ...toFlag('--message-url', messageUrl),
    ...toFlag('--timeout-ms', timeoutMs?.toString()),
    ...(webhook === undefined ? [] : [['--webhook'] as const]),
    ...(completedEvent ? [['--completed-event'] as const] : []),
    ...toFlag('--email', email?.to),
    ...toFlag('--email-subject', email?.subject),
    ...toFlag('--email-message', flags.emailMessage),
    ...toFlag('--dedup-window-minutes', window?.toString()),
  ];
}

/** Escapes a text that would be taken as a file name. */
function escapeAt(text: string): string {
  return text.startsWith('@') ? `@${text}` : text;
}

async function readNothing(): Promise<never> {
  throw new Error('no file is expected here');
}
