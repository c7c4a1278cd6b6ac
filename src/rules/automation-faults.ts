import { ACTIONS } from '../facts/actions.ts';
import { AutomationUpdate, NewAutomation } from '../facts/automation.ts';
import { TRIGGERS, type TriggerType } from '../facts/triggers.ts';
import { bodyFaults, type Fault } from './body-faults.ts';
import { entriesOf } from './entries-of.ts';
import { field } from './loose-record.ts';
import { type Allowance, isAllowed } from './private-allowance.ts';
import { lengthFault, publicUrlFault } from './public-url.ts';

/** What a body is held against. */
export interface AutomationBody {
  /** `new` for one that is to be made, `update` for what is to change about one. */
  readonly kind: 'new' | 'update';
  /** Types of triggers that are not taken; left out, all are. */
  readonly withoutTriggers?: readonly TriggerType[];
  /** What of the network that is not public may stand in `messageUrl`; left out, nothing. @see safety, S9 */
  readonly allowance?: Allowance;
}

const SCHEMAS = { new: NewAutomation, update: AutomationUpdate } as const;

/**
 * Everything that the service refuses a new or changed automation for with 473. The service and its clients look by
 * this alone, so that their words are the same.
 *
 * @see service.md, "Automation"; undescribed.md 2.6; rules AUT-01 to AUT-14, AUT-19
 */
export function automationFaults(
  body: unknown,
  { kind, withoutTriggers = [], allowance = [] }: AutomationBody,
): readonly Fault[] {
  const schema = SCHEMAS[kind];
  const named = bodyFaults(schema, body).map((fault) =>
    fault.typed !== undefined && fault.choices === undefined
      ? { ...fault, choices: namesAt(fault.path, body, schema) }
      : fault,
  );
  return [...named, ...urlFaults(body, allowance), ...typeFaults(body, withoutTriggers)].toSorted(byPlace);
}

/** The names that an object in this place has. */
function namesAt(
  [list, at]: Fault['path'],
  body: unknown,
  { shape }: { readonly shape: object },
): readonly string[] {
  if (typeof at !== 'number' || (list !== 'triggers' && list !== 'actions')) return Object.keys(shape);
  const type = field(entriesOf(body, list)[at], 'type');
  const known: Readonly<Record<string, { readonly shape: { readonly shape: object } }>> = {
    ...TRIGGERS,
    ...ACTIONS,
  };
  return typeof type === 'string' && Object.hasOwn(known, type)
    ? Object.keys(known[type]?.shape.shape ?? {})
    : [];
}

function urlFaults(body: unknown, allowance: Allowance): readonly Fault[] {
  return entriesOf(body, 'actions').flatMap((action, at) => {
    const url = field(action, 'messageUrl');
    if (field(action, 'type') !== 'send_dm' || typeof url !== 'string') return [];
    const words = lengthFault(url) ?? (isAllowed(url, allowance) ? null : publicUrlFault(url));
    return words === null ? [] : [{ path: ['actions', at, 'messageUrl'], words }];
  });
}

function typeFaults(body: unknown, withoutTriggers: readonly TriggerType[]): readonly Fault[] {
  const choices = Object.keys(TRIGGERS).filter((type) => !withoutTriggers.some((each) => each === type));
  return entriesOf(body, 'triggers').flatMap((trigger, at) => {
    const type = field(trigger, 'type');
    if (!withoutTriggers.some((each) => each === type)) return [];
    return [{ path: ['triggers', at, 'type'], words: `must be one of ${choices.join(', ')}`, choices }];
  });
}

/** Fields first that stand first in the written form; what is said of a list before what is said of its entries. */
const ORDER = ['platform', 'name', 'description', 'active', 'triggers', 'actions'];

function byPlace(one: Fault, other: Fault): number {
  return fieldPlace(one) - fieldPlace(other) || entryPlace(one) - entryPlace(other);
}

function fieldPlace({ path: [first] }: Fault): number {
  const place = ORDER.indexOf(String(first));
  if (first === undefined) return -1;
  return place === -1 ? ORDER.length : place;
}

function entryPlace({ path: [, at] }: Fault): number {
  return typeof at === 'number' ? at : -1;
}
