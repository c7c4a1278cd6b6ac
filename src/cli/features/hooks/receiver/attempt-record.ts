import * as z from 'zod';
import type { ForwardReport } from '../../../../receiver/forwarding.ts';
import { formatClockTime } from '../../../framework/output/cell.ts';
import type { Column } from '../../../framework/output/view.ts';
import { NUMBER_COLUMN } from './received-delivery.ts';

/** An attempt that a forwarder has made. */
export const ForwardAttemptRecord = z.strictObject({
  at: z.string().describe('when it ended, in UTC'),
  number: z.int().describe('of the delivery, in the inbox'),
  target: z.string().describe('its name: of --name, a URL without query and random parts, or exec-1'),
  result: z.enum(['done', 'failed', 'dead']).describe('failed: attempted again; dead: given up'),
  attempt: z.int().describe('1 for the first one: above it, a repetition'),
  status: z.int().nullable().describe('HTTP status or exit code'),
  error: z.string().nullable(),
  ms: z.int(),
  nextAttempt: z.string().nullable().describe('in UTC; null if there is none'),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
});
export type ForwardAttemptRecord = z.infer<typeof ForwardAttemptRecord>;

export function buildForwardAttemptRecord(
  { job, outcome, ms, again }: ForwardReport,
  { now, labelTarget }: { now: number; labelTarget(name: string): string },
): ForwardAttemptRecord {
  const { number, target, attempt, facts } = job;
  const { kind, status, error } = outcome;
  return {
    at: new Date(now).toISOString(),
    ...{
      number,
      target: labelTarget(target),
      result: kind === 'done' ? 'done' : again === null ? 'dead' : 'failed',
    },
    ...{ attempt, status, error, ms },
    nextAttempt: again === null ? null : new Date(again).toISOString(),
    ...{ action: facts.action, type: facts.type, hookId: facts.hookId },
  };
}

/** Width of the longest result that later rows may have. */
const LEAST_RESULT = 'failed'.length;

export const ATTEMPT_COLUMNS: readonly Column<ForwardAttemptRecord>[] = [
  {
    name: 'at',
    title: 'when',
    value: ({ at }) => at,
    show: ({ at }, now, zone) => formatClockTime(Date.parse(at), now, zone),
    role: 'time',
    align: 'left',
    drop: 3,
  },
  { ...NUMBER_COLUMN, least: 4 },
  {
    name: 'result',
    title: 'result',
    value: ({ result }) => result,
    role: 'status',
    drop: 0,
    least: LEAST_RESULT,
  },
  {
    name: 'attempt',
    title: 'attempt',
    value: ({ attempt }) => attempt,
    show: ({ attempt }) => String(attempt),
    align: 'right',
    drop: 2,
  },
  { name: 'target', title: 'target', value: ({ target }) => target, flexible: true },
  { name: 'status', title: 'status', value: ({ status }) => status, dataOnly: true },
  { name: 'error', title: 'error', value: ({ error }) => error, role: 'bad', drop: 1 },
  { name: 'ms', title: 'ms', value: ({ ms }) => ms, dataOnly: true },
  { name: 'nextAttempt', title: 'next attempt', value: ({ nextAttempt }) => nextAttempt, dataOnly: true },
  { name: 'action', title: 'action', value: ({ action }) => action, dataOnly: true },
  { name: 'type', title: 'type', value: ({ type }) => type, dataOnly: true },
  { name: 'hookId', title: 'hook id', value: ({ hookId }) => hookId, dataOnly: true },
];
