import * as z from 'zod';
import { getField } from '../../domain/json/loose-record.ts';
import { SAMPLE_IDS } from '../../service/ids.ts';
import { CALLBACK_FIELDS, WEBHOOK_HEADERS } from '../../service/webhooks.ts';
import { formatClockTime } from '../automations/activity/times.ts';
import type { HttpListener } from '../context/listener.ts';
import type { Column } from '../render/view.ts';

const describeField = (name: keyof typeof CALLBACK_FIELDS) =>
  z.string().nullable().describe(CALLBACK_FIELDS[name]);

/** A request and its result. */
export const ServedCallback = z.strictObject({
  at: z.string().describe('time of the request, in UTC'),
  method: z.string(),
  path: z.string().describe('as received'),
  verdict: z
    .enum(['answered', 'refused', 'gone'])
    .describe('gone: the client disconnected before the end of the response'),
  signature: z
    .enum(['valid', 'invalid', 'unsigned', 'not checked'])
    .describe(`of ${WEBHOOK_HEADERS.signature}; only checked if the endpoint has a secret`),
  automationId: describeField('automationId'),
  activityId: describeField('activityId'),
  trigger: describeField('trigger'),
  recipientId: describeField('recipientId'),
  recipientUsername: describeField('recipientUsername'),
  keyword: describeField('keyword'),
  commentText: describeField('commentText'),
  status: z.int().nullable().describe('HTTP status of the response; null without one'),
  message: z.string().nullable().describe('text of the response, if the service would use it'),
  messageSource: z
    .enum(['callback', 'fallback'])
    .nullable()
    .describe('what the service would record; null if it is not a callback'),
  reason: z.string().nullable().describe('why it was refused, or why the fallback is used'),
  ms: z.int().describe('milliseconds from the request to the end of the response'),
});
export type ServedCallback = z.infer<typeof ServedCallback>;

/** Fields of the callback in a record. */
type CallbackFields = Pick<
  ServedCallback,
  'automationId' | 'activityId' | 'trigger' | 'recipientId' | 'recipientUsername' | 'keyword' | 'commentText'
>;

/** @param body the body of the request; any value, because it may not be authentic */
export function readCallbackFields(body: unknown): CallbackFields {
  const text = (name: keyof CallbackFields) => {
    const value = getField(body, name);
    return typeof value === 'string' ? value : null;
  };
  return {
    automationId: text('automationId'),
    activityId: text('activityId'),
    trigger: text('trigger'),
    recipientId: text('recipientId'),
    recipientUsername: text('recipientUsername'),
    keyword: text('keyword'),
    commentText: text('commentText'),
  };
}

/** Widths of the longest values that later rows may have. */
const LEAST = { verdict: 'answered'.length, who: SAMPLE_IDS.person.length };

/** Columns of a request. */
export const SERVED_COLUMNS: readonly Column<ServedCallback>[] = [
  {
    name: 'at',
    title: 'when',
    value: ({ at }) => at,
    show: ({ at }, now) => formatClockTime(Date.parse(at), now),
    role: 'time',
    align: 'left',
    drop: 2,
  },
  {
    name: 'verdict',
    title: 'verdict',
    value: ({ verdict }) => verdict,
    role: 'status',
    drop: 0,
    least: LEAST.verdict,
  },
  {
    name: 'recipientUsername',
    title: 'who',
    value: ({ recipientUsername }) => recipientUsername,
    placeholder: ({ recipientId }) => recipientId ?? '',
    role: 'name',
    drop: 1,
    least: LEAST.who,
  },
  { name: 'recipientId', title: 'recipient', value: ({ recipientId }) => recipientId, dataOnly: true },
  { name: 'trigger', title: 'trigger', value: ({ trigger }) => trigger, dataOnly: true },
  { name: 'keyword', title: 'keyword', value: ({ keyword }) => keyword, dataOnly: true },
  { name: 'commentText', title: 'text', value: ({ commentText }) => commentText, dataOnly: true },
  { name: 'signature', title: 'signature', value: ({ signature }) => signature, dataOnly: true },
  { name: 'method', title: 'method', value: ({ method }) => method, dataOnly: true },
  { name: 'path', title: 'path', value: ({ path }) => path, dataOnly: true },
  { name: 'status', title: 'status', value: ({ status }) => status, dataOnly: true },
  { name: 'messageSource', title: 'source', value: ({ messageSource }) => messageSource, dataOnly: true },
  {
    name: 'message',
    title: 'what',
    value: ({ message }) => message,
    show: describeServed,
    flexible: true,
    wraps: true,
  },
  { name: 'reason', title: 'reason', value: ({ reason }) => reason, dataOnly: true },
  { name: 'ms', title: 'ms', value: ({ ms }) => ms, dataOnly: true },
  { name: 'automationId', title: 'automation', value: ({ automationId }) => automationId, dataOnly: true },
  { name: 'activityId', title: 'activity', value: ({ activityId }) => activityId, dataOnly: true },
];

/** The request, and below it the response. */
function describeServed(served: ServedCallback): string {
  const { verdict, method, path, status, reason, trigger, keyword, signature } = served;
  if (verdict === 'refused') return `${status} to ${method} ${path}: ${reason}`;
  const marks = signature === 'valid' ? '(signed)' : '';
  const title = [trigger, keyword, marks].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
  return [...(title === '' ? [] : [title]), describeAnswer(served)].join('\n');
}

function describeAnswer({ verdict, status, message, reason }: ServedCallback): string {
  if (verdict === 'gone') return reason ?? '';
  return message ?? `${status}; fallback: ${reason}`;
}

/** A stream of records, which ends when the listener has closed. */
interface ServedStream {
  add(record: ServedCallback): void;
  /** Resolves at the maximum number of records. */
  readonly full: Promise<void>;
  /** All records since the last batch, as soon as there is one. */
  batches(listener: Pick<HttpListener, 'closed'>): AsyncGenerator<readonly ServedCallback[]>;
}

/** @param most later records are dropped */
export function createServedStream(most: number): ServedStream {
  const { promise: full, resolve: fill } = Promise.withResolvers<void>();
  let left = most;
  let waiting: readonly ServedCallback[] = [];
  let { promise: next, resolve: wake } = Promise.withResolvers<void>();
  return {
    full,
    add(record) {
      if (left === 0) return;
      left -= 1;
      waiting = [...waiting, record];
      wake();
      if (left === 0) fill();
    },
    async *batches({ closed }) {
      let isOver = false;
      void closed.then(() => {
        isOver = true;
        wake();
      });
      for (;;) {
        await next;
        ({ promise: next, resolve: wake } = Promise.withResolvers<void>());
        const batch = waiting;
        waiting = [];
        const isLast = isOver;
        if (batch.length > 0) yield batch;
        if (isLast) return;
        if (isOver) wake(); // closed while the batch was printed
      }
    },
  };
}
