import { isDeepStrictEqual } from 'node:util';
import { type FieldKind, listEntryFields } from '../../../../domain/automations/entry-fields.ts';
import type { EventName } from '../../../../domain/automations/event-triggers.ts';
import { EVENT_TRIGGERS } from '../../../../domain/automations/event-triggers.ts';
import { flattenAutomation } from '../../../../domain/automations/flatten-automation.ts';
import { quoteKeyword } from '../../../../domain/automations/typed-keywords.ts';
import { isRecord } from '../../../../domain/json/loose-record.ts';
import type { Action } from '../../../../service/actions.ts';
import { type AutomationRecord, NewAutomation } from '../../../../service/endpoints/automations.ts';
import type { Trigger } from '../../../../service/triggers.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { buildWords, type ShellWords } from '../../../framework/output/text/shell-command.ts';
import { type FlagList, showEquivalent } from '../../../framework/terminal/wizard/equivalent.ts';
import type { DraftFlags } from '../draft-flags.ts';
import { readActionFlags, readTriggerFlags } from '../draft-flags.ts';

/** Shows a file and a command that create the same automation again. @param made `id` is null when it was not created */
export async function showEquivalentCommand(
  { automation, paused, id }: { automation: NewAutomation; paused: boolean; id: string | null },
  context: CommandContext,
): Promise<void> {
  const prompts = await context.io.prompts();
  if (prompts === null) return;
  const equivalent = {
    body: automation,
    create: buildWords`automations create`,
    flags: [...(await buildAutomationFlags(automation)), ...(paused ? [['--paused'] as const] : [])],
    heading: 'The equivalent command:',
    buildSaveWords:
      id === null
        ? undefined
        : (service: ShellWords) =>
            buildWords`automations get ${id} ${service} --as yaml > ${buildFileName(automation)}`,
  };
  const chosen = await context.service.choose();
  await showEquivalent(equivalent, prompts, { chosen, programName: context.io.programName });
}

const MOST_OF_A_NAME = 40;

/** A portable file name: `brew-guide.yaml`. */
function buildFileName({ name = '' }: NewAutomation): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['automation'];
  return `${words.join('-').slice(0, MOST_OF_A_NAME)}.yaml`;
}

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

/** The same for a stored automation, which may have triggers and actions of types that this version does not know. */
export async function buildStoredFlags(stored: AutomationRecord): Promise<FlagList> {
  const flat = flattenAutomation(stored);
  const known = NewAutomation.safeParse(flat).data;
  const { name, description, triggers, actions } = flat;
  const flags =
    known === undefined
      ? [
          ...toFlag('--name', name),
          ...toFlag('--description', description),
          ...triggers.map((each) => ['--trigger', writeEntry(each)] as const),
          ...actions.map((each) => ['--action', writeEntry(each)] as const),
        ]
      : await buildAutomationFlags(known);
  return stored.active ? flags : [...flags, ['--paused']];
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
    keywords?: readonly string[] | undefined;
  } = Object.assign({}, ...triggers);
  const { postId, storyId, emoji, keywords = [] } = fields;
  const on = triggers.map(({ type }) => KIND_OF[type]);
  const flags = { ...NO_FLAGS, on, keyword: keywords.map(quoteKeyword), post: postId, story: storyId, emoji };
  if (!isDeepStrictEqual(readTriggerFlags(flags), triggers)) return null;
  return [
    ...on.map((kind) => ['--on', kind] as const),
    ...toFlag('--post', postId),
    ...toFlag('--story', storyId),
    ...toFlag('--emoji', emoji),
    ...keywords.map((keyword) => ['--keyword', quoteKeyword(keyword)] as const),
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

/**
 * Writes a trigger or action as `--trigger` and `--action` read it; as JSON if it could not be read back otherwise.
 * Line breaks are escaped: the result is one line.
 */
export function writeEntry(entry: unknown): string {
  const { type, ...fields } = isRecord(entry) ? entry : {};
  if (typeof type !== 'string') return writeJson(entry);
  const kinds = listEntryFields(type);
  const parts = Object.entries(fields).map(([name, value]) => writeField(name, value, kinds.get(name)));
  return kinds.size === 0 || parts.includes(null) ? writeJson(entry) : [type, ...parts].join(',');
}

/** Null if it cannot be written this way. */
function writeField(name: string, value: unknown, kind: FieldKind | undefined): string | null {
  const text = kind === undefined ? null : writeValue(value, kind);
  return text === null ? null : `${name}=${text}`;
}

function writeValue(value: unknown, kind: FieldKind): string | null {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? quoteText(value) : null;
    case 'list':
      return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
        ? value.map(quoteText).join('|')
        : null;
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : null;
    case 'switch':
      return typeof value === 'boolean' ? String(value) : null;
  }
}

/** Needs no quotes: contains nothing that ends a value or names a file, and no leading or trailing space. */
const PLAIN = /^(?!-$)[^\s",|@\p{C}\p{Z}](?:[^,|\p{C}\p{Z}]|(?<=\S) (?=\S))*$/u;

function quoteText(text: string): string {
  return PLAIN.test(text) ? text : writeJson(text);
}

function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, escapeCharacter);
}

/** Invisible or ambiguous characters. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

function escapeCharacter(char: string): string {
  return Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
