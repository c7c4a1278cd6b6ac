import * as z from 'zod';
import type { PlannedRequest } from '../../../../client/client.ts';
import { addAttempt } from '../../../../domain/posts/derive-post-key.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { NetworkError } from '../../../../service/endpoints/comments.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { ErrorDocument } from '../../../framework/output/error-document.ts';
import { toErrorDocument } from '../../../framework/output/failures.ts';
import { type Column, type ListView, listDataColumns, pickMember } from '../../../framework/output/view.ts';
import { formatMinute } from '../../schedule/read-schedule.ts';
import { formatFault } from '../find-offline-faults.ts';
import { PostedCopy } from '../read-post-outcome.ts';
import { formatPostStatus } from '../read-posts.ts';
import { getPostText, getScheduleDate, isQueued, listNetworks, type PlannedPost } from './plan-posts.ts';
import type { PostResult } from './send-posts.ts';

const PlacedPost = {
  post: z.int().min(1).describe('position in the file'),
  line: z.int().min(1).describe('line in the file'),
  platforms: z.array(z.string()),
  text: z.string(),
  scheduleDate: z.string().nullable().describe('null for now, or for the next slot'),
  idempotencyKey: z.string(),
};

const SentResult = z.strictObject({
  ...PlacedPost,
  status: z
    .string()
    .describe(
      'of the service, such as success or scheduled; partial, error, sent before, failed before, invalid, not sent',
    ),
  id: z.string().nullable().describe('Service Post ID, if known'),
  postIds: z.array(PostedCopy).describe('its copies, one per network that accepted it'),
  errors: z.array(NetworkError).describe('one entry for each network that refused it'),
  error: ErrorDocument.nullable(),
});
type SentResult = z.infer<typeof SentResult>;

/** Output of `posts create` for a file of several posts. */
export const PostedSeveral = z.strictObject({
  results: z.array(SentResult).describe('one for each post of a file of several, in its order'),
});

function toPlace(planned: PlannedPost) {
  const { post, line, key, attempt } = planned;
  return {
    post,
    line,
    platforms: [...listNetworks(planned)],
    text: getPostText(planned),
    scheduleDate: getScheduleDate(planned),
    idempotencyKey: addAttempt(key, attempt),
  };
}

function toSentResult({ planned, status, id, outcome, failure }: PostResult): SentResult {
  const { copies = [], failures = [] } = outcome ?? {};
  const postIds = copies.map((copy) => ({ ...copy, warnings: [...copy.warnings] }));
  const error = failure === null ? null : toErrorDocument(failure);
  return { ...toPlace(planned), status, id, postIds, errors: [...failures], error };
}

const POSITION = { name: 'post', title: '#', align: 'right', drop: 0 } as const;

const formatNetworks = (platforms: readonly string[]) => platforms.map(getNetworkName).join(', ');

export function buildSeveralView(results: readonly PostResult[]): ListView<unknown> {
  const rows = results.map(toSentResult);
  const columns: readonly Column<SentResult>[] = [
    { ...POSITION, value: ({ post }) => post },
    {
      ...pickMember('status', 'status'),
      show: ({ status }) => formatPostStatus(status),
      role: 'status',
      drop: 0,
    },
    { ...pickMember('id', 'id'), role: 'id', drop: 1 },
    { ...pickMember('platforms', 'networks'), show: ({ platforms }) => formatNetworks(platforms), drop: 2 },
    { ...pickMember('text', 'post'), role: 'text', flexible: true },
    { ...pickMember('scheduleDate', 'scheduled for'), dataOnly: true },
    { name: 'error.code', title: 'code', value: ({ error }) => error?.code ?? null, dataOnly: true },
    { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
    ...listDataColumns<SentResult>({ line: 'line', idempotencyKey: 'key' }),
  ];
  return {
    kind: 'list',
    document: { results: rows },
    key: 'results',
    rows,
    columns,
    empty: 'nothing',
  };
}

/** A post of a file before it is sent, as JSON. */
function toPlanRow(planned: PlannedPost) {
  const { action, faults, input, slot } = planned;
  return {
    ...toPlace(planned),
    slot,
    action,
    faults: faults.map((fault) => formatFault(fault, input.layers)),
  };
}

/** Tables have the faults without their positions. */
function formatFaults({ action, faults }: PlannedPost): string {
  if (action === 'send') return '';
  return faults.map((fault) => formatFault(fault, [])).join('\n') || action;
}

/** The plan of a file of several posts: what is sent when, and what is not and why. */
export function buildPlanView(
  plan: readonly PlannedPost[],
  requests: readonly PlannedRequest[],
  { file, timeZone }: { file: string; timeZone: string },
): ListView<unknown> {
  const isTimed = plan.some((planned) => (getScheduleDate(planned) ?? planned.slot) !== null);
  const columns = buildPlanColumns(plan, timeZone);
  return {
    kind: 'list',
    document: { plan: plan.map(toPlanRow), requests },
    key: 'plan',
    rows: plan,
    columns,
    record: (row) => toPlanRow(row as PlannedPost), // of the rows above
    heading: `${formatCount(plan.length, 'post')} in ${file}${isTimed ? `, times in ${timeZone}` : ''}`,
    empty: 'nothing',
  };
}

function buildPlanColumns(plan: readonly PlannedPost[], timeZone: string): readonly Column<PlannedPost>[] {
  const hasFaults = plan.some(({ action }) => action === 'invalid');
  const isUsual = plan.every(({ action }) => action === 'send');
  return [
    { ...POSITION, value: ({ post }) => post },
    {
      name: 'scheduleDate',
      title: 'when',
      value: getScheduleDate,
      show(planned) {
        const date = getScheduleDate(planned);
        if (planned.faults.some(({ path }) => path === 'scheduleDate')) return '';
        if (date !== null) return formatMinute(Date.parse(date), timeZone);
        if (!isQueued(planned)) return 'now';
        return planned.slot === null ? 'next slot' : formatMinute(Date.parse(planned.slot), timeZone);
      },
      drop: 0,
    },
    {
      name: 'platforms',
      title: 'networks',
      value: listNetworks,
      show: (planned) => formatNetworks(listNetworks(planned)),
      drop: 3,
    },
    {
      name: 'text',
      title: 'post',
      value: getPostText,
      role: 'text',
      ...(isUsual ? { flexible: true } : { drop: 2 }),
    },
    { ...pickMember('action', 'action'), dataOnly: true },
    {
      name: 'faults',
      title: hasFaults ? 'errors' : 'status',
      value: (planned) => toPlanRow(planned).faults,
      show: formatFaults,
      ...(isUsual ? { dataOnly: true } : { flexible: true, wraps: true }),
    },
    { ...pickMember('line', 'line'), dataOnly: true },
    {
      name: 'idempotencyKey',
      title: 'key',
      value: (planned) => toPlace(planned).idempotencyKey,
      dataOnly: true,
    },
  ];
}
