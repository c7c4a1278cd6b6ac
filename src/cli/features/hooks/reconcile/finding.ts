import * as z from 'zod';
import { formatEventName } from '../../../../domain/webhooks/event-name.ts';
import { type Column, listDataColumns, pickMember } from '../../../framework/output/view.ts';

/** Kinds of findings: whether something is wrong, and what it says. */
export const FINDINGS = {
  missing: { isProblem: true, meaning: 'an event is not in the inbox' },
  refused: { isProblem: true, meaning: 'a request was refused, by the history or the inbox' },
  doubled: { isProblem: true, meaning: 'an event was taken in twice as new' },
  late: { isProblem: true, meaning: 'it was received long after the event' },
  waiting: { isProblem: false, meaning: 'the service still sends it' },
  unordered: { isProblem: false, meaning: 'it came before an earlier event' },
} as const satisfies Record<string, { isProblem: boolean; meaning: string }>;

const FindingKind = z.enum(
  Object.keys(FINDINGS) as (keyof typeof FINDINGS)[], // of the object above
);
export type FindingKind = z.infer<typeof FindingKind>;

export const ReconcileFinding = z.strictObject({
  finding: FindingKind.describe(
    Object.entries(FINDINGS)
      .map(([kind, { meaning }]) => `${kind}: ${meaning}`)
      .join('; '),
  ),
  isProblem: z.boolean().describe('false for what is only information'),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
  activityId: z.string().nullable(),
  actionId: z.string().nullable(),
  person: z.string().nullable().describe("the network's id of the person"),
  at: z.string().nullable().describe('when the event occurred, in UTC; for refused requests, the last one'),
  deliveries: z
    .array(z.strictObject({ store: z.string(), number: z.int() }))
    .describe('the deliveries of the inbox that it is about'),
  rules: z.array(z.string()).describe('the rules that say what was expected'),
  reason: z.string(),
  advice: z.string(),
  fetched: z.int().nullable().describe('with --fetch: its number in the inbox, if it was taken in'),
});
export type ReconcileFinding = z.infer<typeof ReconcileFinding>;

export const FINDING_COLUMNS: readonly Column<ReconcileFinding>[] = [
  {
    ...pickMember('finding', 'finding'),
    show: ({ finding, fetched }) => (fetched === null ? finding : 'fetched'),
    role: 'status',
    drop: 0,
  },
  { ...pickMember('isProblem', 'error'), dataOnly: true },
  { ...pickMember('at', 'when'), role: 'time', align: 'left', drop: 2 },
  { ...pickMember('action', 'action'), dataOnly: true },
  {
    ...pickMember('type', 'event'),
    show: ({ action, type }) => (action === null ? (type ?? '') : formatEventName({ action, kind: type })),
    role: 'id',
    drop: 3,
  },
  {
    ...pickMember('reason', 'reason'),
    show: ({ reason, advice, hookId, activityId, fetched }) =>
      [hookId ?? activityId, fetched === null ? `${reason}; ${advice}` : `taken in as ${fetched}`]
        .filter((part) => part !== null)
        .join(': '),
    role: 'text',
    flexible: true,
    wraps: true,
  },
  ...listDataColumns<ReconcileFinding>({
    hookId: 'hook id',
    activityId: 'activity',
    actionId: 'action id',
    person: 'person',
    deliveries: 'deliveries',
    rules: 'rules',
    advice: 'advice',
    fetched: 'fetched',
  }),
];
