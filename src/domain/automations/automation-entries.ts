import { ACTIONS } from '../../service/actions.ts';
import { AutomationUpdate, NewAutomation } from '../../service/endpoints/automations.ts';
import { TRIGGERS, type Trigger, type TriggerType } from '../../service/triggers.ts';
import { checkPublicUrl, checkUrlLength, isAllowed, type PrivateAllowlist } from '../addresses/public-url.ts';
import { getField, toCanonicalJson } from '../json/loose-record.ts';
import { type BodyFault, findBodyFaults } from '../requests/find-body-faults.ts';

/** Returns the triggers or actions of an unvalidated body. */
export function readEntries(body: unknown, list: 'triggers' | 'actions'): readonly unknown[] {
  const entries = getField(body, list);
  return Array.isArray(entries) ? entries : [];
}

/** Returns the keywords of an unvalidated trigger; invalid ones are undefined. */
export function readKeywords(trigger: unknown): readonly (string | undefined)[] {
  const keywords = getField(trigger, 'keywords');
  if (!Array.isArray(keywords)) return [];
  return keywords.map((keyword: unknown) => (typeof keyword === 'string' ? keyword : undefined));
}

/** The callback URLs of an unvalidated body. */
export function listMessageUrls(body: unknown): readonly string[] {
  return readEntries(body, 'actions').flatMap((action) => {
    const url = getField(action, 'messageUrl');
    return typeof url === 'string' ? [url] : [];
  });
}

/**
 * Matches the entries of a new list with stored ones, so that unchanged entries keep their ids: those equal in all
 * fields, in any order of fields. Each stored id is used once, by the first equal entry.
 *
 * @returns an id for every entry, in order; null for a new entry
 * @see docs/service/automations.md#update
 * @see docs/service/readings.md#U-14
 */
export function keepIds(
  stored: readonly { id: string; entry: unknown }[],
  entries: readonly unknown[],
): readonly (string | null)[] {
  const left = Map.groupBy(stored.toReversed(), ({ entry }) => toCanonicalJson(entry));
  return entries.map((entry) => left.get(toCanonicalJson(entry))?.pop()?.id ?? null);
}

/** Creates a name for an automation without one, from its first trigger. @see docs/service/automations.md#create */
export function createAutomationName([first]: readonly Trigger[]): string {
  if (first === undefined) return 'Automation';
  const beginning = TRIGGERS[first.type].name;
  if ('keywords' in first && first.keywords !== undefined)
    return `${beginning} with ${first.keywords.join(', ')}`;
  return 'emoji' in first && first.emoji !== undefined ? `${beginning} ${first.emoji}` : beginning;
}

/** What a body is checked against. */
export interface AutomationFaultOptions {
  /** `new` for a new automation, `update` for changes to one. */
  readonly kind: 'new' | 'update';
  /** Trigger types that are rejected (default: none). */
  readonly unsupportedTriggers?: readonly TriggerType[];
  /** Non-public addresses allowed in `messageUrl` (default: none). @see docs/safety.md#S9 */
  readonly allowlist?: PrivateAllowlist;
}

const SCHEMAS = { new: NewAutomation, update: AutomationUpdate } as const;

/**
 * Finds everything for which the service rejects a new or changed automation with 473. The service and its clients
 * share this check, so that their messages are the same.
 *
 * @see docs/service/automations.md#automation, #validation, #AUT-01 to #AUT-14, #AUT-19
 */
export function findAutomationFaults(
  body: unknown,
  { kind, unsupportedTriggers = [], allowlist = [] }: AutomationFaultOptions,
): readonly BodyFault[] {
  const schema = SCHEMAS[kind];
  const named = findBodyFaults(schema, body).map((fault) =>
    fault.typed !== undefined && fault.choices === undefined
      ? { ...fault, choices: listFieldNames(fault.path, body, schema) }
      : fault,
  );
  return [...named, ...findUrlFaults(body, allowlist), ...findTypeFaults(body, unsupportedTriggers)].toSorted(
    compareByPath,
  );
}

/** Returns the field names that an object at this path can have. */
function listFieldNames(
  [list, at]: BodyFault['path'],
  body: unknown,
  { shape }: { shape: object },
): readonly string[] {
  if (typeof at !== 'number' || (list !== 'triggers' && list !== 'actions')) return Object.keys(shape);
  const type = getField(readEntries(body, list)[at], 'type');
  const known: Readonly<Record<string, { shape: { shape: object } }>> = {
    ...TRIGGERS,
    ...ACTIONS,
  };
  return typeof type === 'string' && Object.hasOwn(known, type)
    ? Object.keys(known[type]?.shape.shape ?? {})
    : [];
}

function findUrlFaults(body: unknown, allowance: PrivateAllowlist): readonly BodyFault[] {
  return readEntries(body, 'actions').flatMap((action, at) => {
    const url = getField(action, 'messageUrl');
    if (getField(action, 'type') !== 'send_dm' || typeof url !== 'string') return [];
    const message = checkUrlLength(url) ?? (isAllowed(url, allowance) ? null : checkPublicUrl(url));
    return message === null ? [] : [{ path: ['actions', at, 'messageUrl'], message }];
  });
}

function findTypeFaults(body: unknown, withoutTriggers: readonly TriggerType[]): readonly BodyFault[] {
  const choices = Object.keys(TRIGGERS).filter((type) => !withoutTriggers.some((each) => each === type));
  return readEntries(body, 'triggers').flatMap((trigger, at) => {
    const type = getField(trigger, 'type');
    if (!withoutTriggers.some((each) => each === type)) return [];
    return [{ path: ['triggers', at, 'type'], message: `must be one of ${choices.join(', ')}`, choices }];
  });
}

/** Sort order of fields; faults of a list come before those of its entries. */
const FIELD_ORDER = ['platform', 'name', 'description', 'active', 'triggers', 'actions'];

function compareByPath(one: BodyFault, other: BodyFault): number {
  return getFieldIndex(one) - getFieldIndex(other) || getEntryIndex(one) - getEntryIndex(other);
}

function getFieldIndex({ path: [first] }: BodyFault): number {
  const place = FIELD_ORDER.indexOf(String(first));
  return place === -1 ? FIELD_ORDER.length : place;
}

function getEntryIndex({ path: [, at] }: BodyFault): number {
  return typeof at === 'number' ? at : -1;
}
