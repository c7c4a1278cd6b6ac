import { SAMPLE_IDS } from '../../service/sample-ids.ts';
import { formatClockTime } from '../automations/activity/format-clock-time.ts';
import type { Column } from '../render/view.ts';
import type { ServedCallback } from './served-callback.ts';

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
