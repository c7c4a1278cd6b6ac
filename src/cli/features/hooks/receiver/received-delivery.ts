import * as z from 'zod';
import type { Clock } from '../../../../clock.ts';
import { formatEventName } from '../../../../domain/webhooks/event-name.ts';
import type { WholeDelivery } from '../../../../receiver/inbox/inbox.ts';
import { parseJsonBody, type ReceivedDelivery } from '../../../../receiver/received-delivery.ts';
import {
  DELIVERY_BODY_BYTES,
  type ReceiverFault,
  type ReceiverReport,
} from '../../../../receiver/receiver-endpoint.ts';
import type { ReceivedResult } from '../../../../receiver/run/received-reports.ts';
import type { SignatureCheck, SignatureFault } from '../../../../receiver/verify-signature.ts';
import { CLOCK_TIME_COLUMN } from '../../../framework/output/cell.ts';
import {
  type Column,
  listDataColumns,
  pickMember,
  type RecordTally,
} from '../../../framework/output/view.ts';
import { explainSignatureFault } from '../../webhooks/explain-signature-fault.ts';

export const ReceivedRecord = z.strictObject({
  at: z.string().describe('when it came, in UTC'),
  verdict: z.enum(['new', 'repeated', 'refused']),
  number: z.int().nullable().describe('in the inbox; null if it was refused'),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
  repeats: z.int().nullable().describe('number of the delivery that it repeats'),
  person: z.string().nullable().describe("the network's id of the person"),
  post: z.string().nullable(),
  attempt: z.number().nullable().describe('zero-based, as the service counts'),
  deliveryId: z.string().nullable(),
  source: z.enum(['request', 'history']),
  status: z.int().describe('HTTP status of the answer; 200 for one from the history'),
  reason: z.string().nullable().describe('why it was refused'),
  signature: z
    .string()
    .nullable()
    .describe('header and encoding of the signature; null if it was not checked'),
  bytes: z.int(),
  event: z
    .looseObject({})
    .nullable()
    .describe('the body; null if it was refused, or repeats another one and the reader was behind'),
});
export type ReceivedRecord = z.infer<typeof ReceivedRecord>;

const NOTHING = {
  number: null,
  action: null,
  type: null,
  hookId: null,
  repeats: null,
  person: null,
  post: null,
  attempt: null,
  deliveryId: null,
  source: 'request',
  signature: null,
  event: null,
} as const;

export type ExplainFault = (fault: ReceiverFault, received: ReceivedDelivery | null) => string;

interface RecordOptions {
  explain: ExplainFault;
  /** Whether records have the event: tables do not show it. */
  withEvent: boolean;
}

/**
 * Builds records. The content of a delivery is a stranger's: what fails on it must not end the receiver.
 *
 * @param onUnreadable called when a record has to do without its event, or its explanation
 */
export function createRecordBuilder({
  onUnreadable,
  ...options
}: RecordOptions & { onUnreadable(report: ReceiverReport, error: unknown): void }): (
  result: ReceivedResult,
) => ReceivedRecord {
  return (result) => {
    if (result.kind === 'stored') return buildStoredRecord(result.delivery);
    try {
      return buildReceivedRecord(result, options);
    } catch (error) {
      onUnreadable(result, error);
      return buildReceivedRecord(result, { explain: (fault) => fault, withEvent: false });
    }
  };
}

function buildReceivedRecord(report: ReceiverReport, { explain, withEvent }: RecordOptions): ReceivedRecord {
  const { receivedAt, status, bytes } = report;
  const at = new Date(receivedAt).toISOString();
  if (report.kind === 'refused') {
    const reason = explain(report.fault, report.received);
    return { at, verdict: 'refused', ...NOTHING, status, reason, bytes };
  }
  const { number, repeats, arrived } = report;
  const { facts, attempt, deliveryId, source, signature, body } = arrived;
  return {
    at,
    verdict: repeats === null ? 'new' : 'repeated',
    number,
    ...facts,
    repeats,
    ...{ attempt, deliveryId, source, status, signature, bytes },
    reason: null,
    event: withEvent ? parseEvent(body) : null,
  };
}

/** Null for one that an earlier version stored although it is nested too deeply. */
function parseEvent(body: Uint8Array): Record<string, unknown> | null {
  return (parseJsonBody(body) ?? null) as Record<string, unknown> | null; // checked before it was stored
}

/** The record of a delivery that was read from the inbox. A repetition has no body there. */
function buildStoredRecord(delivery: WholeDelivery): ReceivedRecord {
  const { receivedAt, body, bytes, repeats, number, source, attempt, deliveryId, signature } = delivery;
  const { action, type, hookId, person, post } = delivery;
  return {
    at: new Date(receivedAt).toISOString(),
    verdict: repeats === null ? 'new' : 'repeated',
    ...{ number, action, type, hookId, repeats, person, post, attempt, deliveryId, source },
    status: 200,
    reason: null,
    ...{ signature, bytes },
    event: body === null ? null : parseEvent(body),
  };
}

/** Explaining an invalid signature is slow, so a flood of forged requests must not cause it each time. */
const EXPLAIN_EVERY_MS = 1_000;

const REASONS: Readonly<Partial<Record<ReceiverFault, string>>> = {
  'not a POST request': 'deliveries use POST',
  'from a browser': 'sent by a page in a browser',
  'too large': `the body is larger than ${DELIVERY_BODY_BYTES.toLocaleString('en-US')} bytes`,
  'not JSON': 'the body is not a JSON object',
  'not stored': 'it could not be stored; the service sends it again',
};

/** Explains refusals with what is wrong with the signature, but not each time. */
export function createExplainer(
  { getSecrets, toleranceMs }: { getSecrets(): readonly string[]; toleranceMs: number | null },
  clock: Clock,
): ExplainFault {
  let next = Number.NEGATIVE_INFINITY;
  return (fault, received) => {
    const known = REASONS[fault];
    if (known !== undefined) return known;
    const [first, ...others] = getSecrets();
    const now = clock.steady();
    if (first === undefined || received === null || now < next)
      return `the signature is not valid (${fault})`;
    next = now + EXPLAIN_EVERY_MS;
    const checking: SignatureCheck = {
      secrets: [first, ...others],
      now: clock.now(),
      toleranceMs: toleranceMs ?? Number.POSITIVE_INFINITY,
    };
    return explainSignatureFault(received, checking, fault as SignatureFault).message; // the others are known reasons
  };
}

/** How deliveries are counted on a terminal that come faster than they can be read. */
export const RECEIVED_TALLY: RecordTally<ReceivedRecord> = {
  noun: ['delivery', 'deliveries'],
  kinds: ['new', 'repeated', 'refused'],
  kindOf: ({ verdict }) => verdict,
};

/** Widths of the longest values that later rows may have. */
const LEAST = { number: 4, verdict: 'repeated'.length, event: 'automation.completed'.length };

export const NUMBER_COLUMN = {
  ...pickMember('number', 'no.'),
  show: ({ number }) => (number === null ? '' : String(number)),
  align: 'right',
  drop: 0,
} as const satisfies Column<{ number: number | null }>;

export const RECEIVED_COLUMNS: readonly Column<ReceivedRecord>[] = [
  { ...CLOCK_TIME_COLUMN, drop: 3 },
  { ...NUMBER_COLUMN, drop: 2, least: LEAST.number },
  { ...pickMember('verdict', 'verdict'), role: 'status', drop: 0, least: LEAST.verdict },
  { ...pickMember('action', 'action'), dataOnly: true },
  {
    ...pickMember('type', 'event'),
    show: ({ action, type }) => (action === null ? '' : formatEventName({ action, kind: type })),
    role: 'id', // whole, because later rows have the longest
    drop: 1,
    least: LEAST.event,
  },
  {
    ...pickMember('hookId', 'hook id'),
    show: ({ hookId, repeats, reason }) =>
      reason ?? (repeats === null ? (hookId ?? '') : `repeats ${repeats}`),
    flexible: true,
  },
  ...listDataColumns<ReceivedRecord>({
    person: 'person',
    repeats: 'repeats',
    post: 'post',
    attempt: 'attempt',
    deliveryId: 'delivery id',
    source: 'source',
    status: 'status',
    reason: 'reason',
    signature: 'signature',
    bytes: 'bytes',
  }),
];
