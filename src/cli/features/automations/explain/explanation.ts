import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import type { ControlAnswer } from '../../../../service/control/control.ts';
import { ActivityRow } from '../../../../service/endpoints/activity.ts';
import type { AutomationRecord } from '../../../../service/endpoints/automations.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import type { PrintedCommands } from '../../../framework/command/printed-commands.ts';
import type { SandboxControl } from '../../../framework/command/sandbox/sandbox-control.ts';
import type { CommandText } from '../../../framework/output/text/shell-command.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { type ActivityLookup, findActivity } from '../activity/activity-list.ts';
import { readActivityPages } from '../activity/query-activity.ts';

const Nullable = z.string().nullable();

export const ExplanationFinding = z.strictObject({
  subject: z.string().describe('dispatch, automation, triggers[0], or an action such as send_dm act_v3Nd9s'),
  status: Nullable.describe('status of the subject'),
  code: z.int().nullable().describe('error code of the service'),
  reason: z.string(),
  advice: Nullable.describe('what to do'),
  command: Nullable.describe('a command that does it, or shows more'),
});
export type ExplanationFinding = z.infer<typeof ExplanationFinding>;

export const Explanation = z.strictObject({
  automationId: z.string(),
  activity: ActivityRow.nullable().describe('the explained row; null for an event without one'),
  findings: z.array(ExplanationFinding).readonly().describe('most important first'),
});
export type Explanation = z.infer<typeof Explanation>;

/** A reason with what else is known. */
export type FindingCause = Pick<ExplanationFinding, 'reason'> &
  Partial<Omit<ExplanationFinding, 'command'>> & { readonly command?: CommandText | null };

export type FindingInput = Pick<ExplanationFinding, 'subject'> & FindingCause;

/** Creates a finding; unknown members are null. */
export function createFinding(found: FindingInput): ExplanationFinding {
  return { status: null, code: null, advice: null, command: null, ...found };
}

export interface ExplainContext {
  readonly row: ActivityRow;
  /** Id of the automation, as given. */
  readonly id: string;
  /** The current automation; null if deleted. */
  readonly automation: AutomationRecord | null;
  /** Earlier rows of the same person, newest first. */
  readonly earlier: readonly ActivityRow[];
  /** The service's time in milliseconds since 1970. */
  readonly now: number;
  /** The current URL of the webhook for automations; null if there is none, or if it is not needed. */
  readonly webhook: string | null;
  readonly commands: PrintedCommands;
  /** Null if the service is not the local sandbox. */
  readonly sandbox: SandboxRow | null;
}

/** What the sandbox knows about the row. */
export interface SandboxRow extends Pick<SandboxFacts, 'account' | 'plan' | 'isServed' | 'allowed'> {
  readonly dms: Pick<SandboxFacts['dms'], 'perDay' | 'perHour'>;
  readonly faults: readonly Pick<SandboxFacts['faults'][number], 'code'>[];
  /** What it waits for, and until when; null if it is complete. */
  readonly waiting: ControlAnswer<'findActivity'>['waiting'][number] | null;
  /** Requests to callbacks for its DMs. */
  readonly callbacks: readonly Omit<ControlAnswer<'findActivity'>['callbacks'][number], 'id'>[];
  /** Rows of other automations for the same event, with their names. */
  readonly competingRows: readonly { readonly name: string; readonly row: ActivityRow }[];
  /** Handle of the person; null if unknown. */
  readonly handle: string | null;
  /** The event that its event was made after; null for none. */
  readonly like: string | null;
}

export async function readSandboxRow(side: SandboxFacts, row: ActivityRow): Promise<SandboxRow> {
  const event = row.eventId == null ? null : await side.findEvent(row.eventId);
  const dispatches = (event?.dispatches ?? []).filter(({ id }) => id !== row.id);
  const { activity, waiting, callbacks, names } = await side.findRows([
    row.id,
    ...dispatches.map(({ id }) => id),
  ]);
  const { account, plan, dms, faults, isServed, allowed } = side;
  return {
    account,
    plan,
    dms,
    faults,
    isServed,
    allowed,
    waiting: waiting.find(({ id }) => id === row.id) ?? null,
    callbacks: callbacks.filter(({ id }) => id === row.id),
    competingRows: dispatches.flatMap(({ id, name }) => {
      const other = activity.find((each) => each.id === id);
      return other === undefined ? [] : [{ name, row: other }];
    }),
    handle: names[row.recipientId ?? ''] ?? null,
    like: event?.like ?? null,
  };
}

export type NetworkEvent = ControlAnswer<'findEngagements'>['engagements'][number];

export type SandboxFacts = Awaited<ReturnType<typeof readSandboxFacts>>;

/** What only the local sandbox knows. */
export async function readSandboxFacts(
  { call, connection }: SandboxControl,
  { profile: alias }: Pick<ServiceOrSandbox, 'profile'>,
) {
  /** Alias of the current profile. */
  const profile = alias ?? 'primary';
  const { plan, limits, allowed } = await call('status', {});
  const { accounts } = await call('listAccounts', {});
  const { faults } = await call('listFaults', {});
  const own = (all: readonly NetworkEvent[]) =>
    all.find((each) => each.profile === profile) ?? all[0] ?? null;
  return {
    profile,
    /** Its Instagram account, linked or not; null if it never had one. */
    account:
      accounts.find((each) => each.profile === profile && each.platform === AUTOMATION_PLATFORM) ?? null,
    plan,
    dms: limits.dms,
    faults: faults.filter(({ endpoint }) => endpoint === 'sendDm' || endpoint === null),
    /** A server process runs; its allowance was fixed when it started. */
    isServed: connection.server !== null,
    /** Private addresses that it may reach. */
    allowed,
    /** Finds an event by its id on the network, preferably of this profile's account. */
    findEvent: async (eventId: string): Promise<NetworkEvent | null> =>
      own((await call('findEngagements', { eventId })).engagements),
    /** Finds a person by handle, with the latest event, preferably on this profile's account. */
    async findPerson(handle: string): Promise<{ id: string | null; latest: NetworkEvent | null }> {
      const { personId, engagements } = await call('findEngagements', { username: handle });
      return { id: personId, latest: own(engagements) };
    },
    /** Finds rows of any automations, what they wait for, and the handles of their people. */
    findRows: (ids: readonly string[]): Promise<ActivityLookup> => findActivity({ call }, ids),
  };
}

/** Selects a row; the newest without any criteria. */
export interface RowQuery {
  /** Id of the row or of its event. */
  activityId?: string | undefined;
  commentId?: string | undefined;
  /** Id or handle. */
  recipient?: string | undefined;
  /** Text, in rows that have one; not used together with an id. */
  text?: string | undefined;
}

/** The service allows 300 requests in five minutes: an id may use a third of them, other searches fewer. */
const MOST_PAGES = { ofId: 100, else: 20 } as const;

export type RowSearchResult = Awaited<ReturnType<typeof findRow>>;

/** Searches the activity of an automation, newest first, as far as necessary. */
export async function findRow(client: Client, id: string, query: RowQuery) {
  const most = MOST_PAGES[(query.activityId ?? query.commentId) === undefined ? 'else' : 'ofId'];
  const seen: ActivityRow[] = [];
  let isWhole = true;
  let asOf: number | undefined;
  let pages = 0;
  let row: ActivityRow | undefined;
  let earlier: readonly ActivityRow[] = [];
  for await (const page of readActivityPages(client, { id })) {
    asOf = page.asOf ?? asOf;
    pages += 1;
    seen.push(...page.rows);
    row ??= matchRow(seen, query);
    if (row !== undefined) {
      earlier = listOlderRows(row, seen);
      if (isExplained(row, earlier)) break;
    }
    isWhole = page.next === null || pages < most;
    if (!isWhole) break;
  }
  return {
    /** Null if not found. */
    row: row ?? null,
    /** Earlier rows of the same person, newest first, as far as needed. */
    earlier,
    /** Whether all rows were searched. */
    isComplete: isWhole,
    /** The service's time, if it was sent. */
    asOf,
  };
}

function matchRow(rows: readonly ActivityRow[], query: RowQuery): ActivityRow | undefined {
  const { activityId, commentId, recipient, text } = query;
  if (activityId !== undefined) {
    return rows.find(({ id, eventId }) => id === activityId || eventId === activityId);
  }
  const fitting = commentId === undefined ? rows : rows.filter((row) => row.commentId === commentId);
  const people = recipient === undefined ? fitting : filterByPerson(fitting, { rows, named: recipient });
  if (commentId !== undefined || text === undefined) return people[0];
  // story replies have no text, so a given recipient matches them as well
  const mayBe = recipient === undefined ? [text] : [text, null, undefined];
  return people.find(({ commentText }) => mayBe.includes(commentText));
}

/** Rows of story replies, DMs and reactions have no handle: the id comes from another row of the same person. */
function filterByPerson(
  fitting: readonly ActivityRow[],
  { rows, named }: { rows: readonly ActivityRow[]; named: string },
): readonly ActivityRow[] {
  const handle = named.toLowerCase();
  const known = rows.find(({ recipientUsername }) => recipientUsername?.toLowerCase() === handle);
  const id = known?.recipientId ?? named;
  return fitting.filter((row) => row.recipientId === id || (row === known && row.recipientId == null));
}

function listOlderRows(row: ActivityRow, rows: readonly ActivityRow[]): readonly ActivityRow[] {
  return rows.slice(rows.indexOf(row) + 1).filter(({ recipientId }) => recipientId === row.recipientId);
}

/** A deduplicated action is explained by the earlier row in which it ran; a row without actions, by any. */
function isExplained({ status, actionResults }: ActivityRow, earlier: readonly ActivityRow[]): boolean {
  if (status === 'deduplicated' && !actionResults?.length) return earlier.some(hasSent);
  return (actionResults ?? [])
    .filter(({ status }) => status === 'deduplicated')
    .every(({ actionId }) =>
      earlier.some((row) =>
        row.actionResults?.some((each) => each.actionId === actionId && each.status === 'sent'),
      ),
    );
}

function hasSent({ actionResults }: ActivityRow): boolean {
  return actionResults?.some(({ status }) => status === 'sent') ?? false;
}
