import * as z from 'zod';
import { formatEventName } from '../../../../domain/webhooks/event-name.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import {
  DELIVERY_SOURCES,
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryState,
  type Inbox,
  type InboxDelivery,
  type WholeDelivery,
} from '../../../../receiver/inbox/inbox.ts';
import { openExistingInbox, openInbox } from '../../../../receiver/inbox/open-inbox.ts';
import { parseJsonBody } from '../../../../receiver/received-delivery.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { buildSinceSchema } from '../../../framework/input/time/since.ts';
import { type Column, listDataColumns, pickMember, type RecordLine } from '../../../framework/output/view.ts';
import { chooseStore, type StoreFlags } from '../../webhooks/choose-store.ts';
import { describeTarget } from '../../webhooks/forward-targets.ts';
import { NUMBER_COLUMN } from './received-delivery.ts';

const ForwardingRecord = z.strictObject({
  target: z.string().describe('URL without query and random parts, or program without its arguments'),
  state: z.enum(['behind', 'waiting', 'running', 'done', 'dead']),
  nextAttempt: z.string().nullable().describe('in UTC; null if there is none'),
  attempts: z.array(
    z.strictObject({
      attempt: z.int().describe('1 for the first one'),
      at: z.string().describe('when it began, in UTC'),
      ms: z.int().nullable().describe('null if it was cut short, so that its result is not known'),
      status: z.int().nullable().describe('HTTP status or exit code'),
      error: z.string().nullable(),
    }),
  ),
});

export const InboxRecord = z.strictObject({
  number: z.int(),
  at: z.string().describe('when it came, in UTC'),
  state: z
    .enum(DELIVERY_STATES)
    .describe('kept: no target; waiting: for a target; dead: given up; repeated: repeats another one'),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
  person: z.string().nullable().describe("the network's id of the person"),
  post: z.string().nullable(),
  repeats: z.int().nullable().describe('number of the delivery that it repeats'),
  editedFrom: z
    .int()
    .nullable()
    .describe('number of the delivery that it is a changed copy of; null for what the service sent'),
  source: z.enum(DELIVERY_SOURCES).describe('whether it was sent, or taken from the history'),
  attempt: z.number().nullable().describe('zero-based, as the service counts'),
  deliveryId: z.string().nullable(),
  signature: z
    .string()
    .nullable()
    .describe('header and encoding of the signature; null if it was not checked'),
  bytes: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  event: z.unknown().optional().describe('the body; null for a repetition'),
  forwardings: z.array(ForwardingRecord).optional().describe('what was done with it'),
});
export type InboxRecord = z.infer<typeof InboxRecord>;

export function buildInboxRecord(delivery: InboxDelivery): InboxRecord {
  const { number, receivedAt, state, action, type, hookId, person, post, repeats, editedFrom, source } =
    delivery;
  const { attempt, deliveryId, signature, bytes } = delivery;
  return {
    number,
    at: new Date(receivedAt).toISOString(),
    ...{ state, action, type, hookId, person, post, repeats, editedFrom, source },
    ...{ attempt, deliveryId, signature, bytes },
  };
}

/** The same with its headers, its body, and all attempts. */
export function buildWholeRecord(delivery: WholeDelivery): InboxRecord {
  const { headers, body, forwardings } = delivery;
  return {
    ...buildInboxRecord(delivery),
    headers: { ...headers },
    event: body === null ? null : (parseJsonBody(body) ?? null),
    forwardings: forwardings.map(({ target, state, dueAt, attempts }) => ({
      target: describeTarget(target),
      state,
      nextAttempt: dueAt === null ? null : new Date(dueAt).toISOString(),
      attempts: attempts.map(({ attempt, startedAt, ms, status, error }) => ({
        attempt,
        at: new Date(startedAt).toISOString(),
        ...{ ms, status, error },
      })),
    })),
  };
}

export const INBOX_COLUMNS: readonly Column<InboxRecord>[] = [
  NUMBER_COLUMN,
  { ...pickMember('state', 'state'), role: 'status', drop: 0 },
  { ...pickMember('action', 'action'), dataOnly: true },
  {
    ...pickMember('type', 'event'),
    show: ({ action, type }) => (action === null ? '' : formatEventName({ action, kind: type })),
    drop: 1,
  },
  { ...pickMember('person', 'person'), drop: 3 },
  {
    ...pickMember('hookId', 'hook id'),
    show: ({ hookId, repeats, editedFrom }) => {
      if (repeats !== null) return `repeats ${repeats}`;
      return editedFrom === null ? (hookId ?? '') : `changed copy of ${editedFrom}`;
    },
    drop: 2,
    flexible: true,
  },
  ...listDataColumns<InboxRecord>({
    post: 'post',
    repeats: 'repeats',
    editedFrom: 'changed copy of',
    source: 'source',
    attempt: 'attempt',
    deliveryId: 'delivery id',
    signature: 'signature',
    bytes: 'bytes',
  }),
  { ...pickMember('at', 'when'), role: 'time', drop: 1 },
];

/** @param ms in milliseconds since 1970; null if none waits */
export function formatOldest(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

export function listCountLines(
  counts: Record<DeliveryState, number> & { oldestWaiting: string | null },
): readonly RecordLine[] {
  return [
    ...DELIVERY_STATES.map((state) => ({ name: state, title: state, value: counts[state] })),
    { name: 'oldestWaiting', title: 'oldest waiting', value: counts.oldestWaiting, role: 'time' },
  ];
}

/** Commands before an example, which put a delivery and its repetition into the inbox of the sandbox. */
export const FILLED_INBOX: readonly string[] = [
  'hooks register automations https://hooks.example.com/crier --sandbox',
  'sandbox trigger automations',
  'sandbox trigger automations',
  'hooks listen --from-history --once --unsigned --sandbox',
];

export const NUMBERS = z
  .array(z.coerce.number('must be a number').int().min(1))
  .default([])
  .describe('numbers of deliveries, as "hooks inbox list" shows them');

export const SELECTION = {
  action: defineTextFlag('only deliveries of this action', {
    placeholder: 'action',
    offers: 'webhook action',
  }),
  type: defineTextFlag('only events of this kind', { placeholder: 'event', offers: 'webhook event' }),
  person: defineTextFlag("only deliveries about this person, by the network's id", { placeholder: 'id' }),
  post: defineTextFlag('only deliveries about this post', { placeholder: 'id' }),
  state: defineFlag(z.enum(DELIVERY_STATES).optional().describe('only deliveries in this state'), {
    placeholder: 'state',
  }),
  since: defineFlag(
    buildSinceSchema().optional().describe('only received since then: 2h, 7d, yesterday, a time'),
    {
      placeholder: 'time',
    },
  ),
  until: defineFlag(
    buildSinceSchema().optional().describe('only received before then: 2h, 7d, yesterday, a time'),
    {
      placeholder: 'time',
    },
  ),
};

export function readFilter(
  {
    numbers = [],
    action,
    type,
    person,
    post,
    state,
    since,
    until,
  }: z.infer<z.ZodObject<typeof SELECTION>> & { numbers?: readonly number[] },
  { now, chosenZone }: IoPort,
): DeliveryFilter {
  return {
    ...(numbers.length > 0 && { numbers }),
    ...{ action, type, person, post, state },
    since: since?.inZone(chosenZone).resolve(now()),
    until: until?.inZone(chosenZone).resolve(now()),
  };
}

/** Refuses to change everything without being asked to. @throws CrierError of kind usage */
export function requireSelection(filter: DeliveryFilter, what: string): void {
  if (Object.values(filter).some((value) => value !== undefined)) return;
  throw createUsageError(
    `which deliveries to ${what}?`,
    'give their numbers, or select them: --state dead, --since 2h, --action messages',
  );
}

/** Refuses numbers that the inbox does not have. @throws CrierError of kind not-found */
export async function requireDeliveries(
  inbox: Inbox,
  numbers: readonly number[],
): Promise<readonly WholeDelivery[]> {
  const deliveries: WholeDelivery[] = [];
  for (const number of new Set(numbers)) {
    const found = await inbox.find(number);
    if (found === null)
      throw new CrierError('not-found', `the inbox has no delivery ${number}`, {
        http: null,
        advice: '"crier hooks inbox list" lists them; old ones are removed',
      });
    deliveries.push(found);
  }
  return deliveries;
}

/**
 * Opens the inbox of the flags, until the run ends.
 *
 * @param use whether the run calls the service, and whether it creates a missing file, which is an empty inbox otherwise
 */
export async function openChosenInbox(
  flags: StoreFlags,
  context: CommandContext,
  use?: { callsService: boolean; creates: boolean },
): Promise<Inbox> {
  const open = use?.creates === true ? openInbox : openExistingInbox;
  const inbox = await open(await chooseStore(flags, context, use), PATIENCE_MS);
  context.io.onEnd(() => inbox.close());
  return inbox;
}

/** How long a person waits for a list of a large inbox. */
const PATIENCE_MS = 2 * MINUTE_MS;

const PAGE = 200;

/** Reads the numbers of all selected deliveries, newest first. */
export async function listNumbers(inbox: Inbox, filter: DeliveryFilter): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const page of readPages(inbox, filter)) numbers.push(...page.map(({ number }) => number));
  return numbers;
}

/** Reads deliveries, newest first. @param most in a page (default: as many as one may have) */
export async function* readPages(
  inbox: Inbox,
  filter: DeliveryFilter,
  most = PAGE,
): AsyncGenerator<readonly InboxDelivery[]> {
  const size = Math.min(most, PAGE);
  let before: InboxDelivery | undefined;
  for (;;) {
    const page = await inbox.list(filter, size, before);
    if (page.length > 0) yield page;
    before = page.at(-1);
    if (page.length < size || before === undefined) return;
  }
}
