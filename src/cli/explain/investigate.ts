import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { AUTOMATION_PLATFORM, type AutomationRecord } from '../../facts/automation.ts';
import { getAutomation } from '../../facts/endpoints/automations.ts';
import { getUser } from '../../facts/endpoints/profiles.ts';
import type { Engagement } from '../../facts/engagement.ts';
import { findWebhookUrl, readOwnWebhooks } from '../hooks/read-own-webhooks.ts';
import { ignoreErrors } from '../ignore-errors.ts';
import { isLinked } from '../is-linked.ts';
import type { PrintedCommands } from '../printed-commands.ts';
import { readSandboxRow, type SandboxRow } from './explain-context.ts';
import { explainRow } from './explain-row.ts';
import { explainDeleted, explainSilence } from './explain-silence.ts';
import type { Explanation } from './explanation.ts';
import { findRow, type RowSearchResult } from './find-row.ts';
import { readComment } from './read-comment.ts';
import { resolveNetworkIds } from './resolve-network-ids.ts';
import type { NetworkEvent, SandboxFacts } from './sandbox-facts.ts';

/** What is to be explained. */
export interface ExplainQuery {
  /** Of the automation. */
  readonly id: string;
  readonly activityId: string | undefined;
  readonly commentId: string | undefined;
  /** Handle or id, without the sign before it. */
  readonly recipient: string | undefined;
  /** What was written, or the emoji of a reaction. */
  readonly text: string | undefined;
  /** Where a comment is, in either id of the post. */
  readonly post: string | undefined;
  /** What the flags say that happened; null when they say nothing. */
  readonly happened: Engagement | null;
}

/** Whom to ask, and how to tell it. */
export interface ExplainSources {
  readonly client: Client;
  readonly commands: PrintedCommands;
  /** Null at a service that is not this machine's sandbox. */
  readonly sandbox: SandboxFacts | null;
  /** This machine's time, for a service that does not tell its own. */
  now(): number;
}

/** What was found out. */
export interface Investigation {
  readonly document: Explanation;
  /** The handle of the person, where the row does not tell it; null when it is not known. */
  readonly handle: string | null;
  readonly notes: readonly string[];
  /** The service's time, if it says. */
  readonly asOf?: number;
}

/**
 * Finds the row that is meant, and says why it is as it is; where there is none, why none came to be.
 *
 * @throws CrierError of kind not-found when there is no such automation, or no row with the id that was given
 */
export async function investigate(query: ExplainQuery, sources: ExplainSources): Promise<Investigation> {
  const { id, recipient, happened } = query;
  const { client, sandbox } = sources;
  const person = sandbox === null || recipient === undefined ? null : await sandbox.findPerson(recipient);
  const found = await findRow(client, id, { ...query, recipient: person?.id ?? recipient });
  const record = await readAutomation(client, id);
  const ended = (
    document: Pick<Explanation, 'activity' | 'findings'>,
    more: Partial<Investigation> = {},
  ) => ({
    document: { automationId: id, ...document },
    handle: null,
    notes: [],
    ...more,
    ...(found.asOf !== undefined && { asOf: found.asOf }),
  });
  if (found.row !== null) {
    const activity = found.row;
    const sandboxRow = sandbox === null ? null : await readSandboxRow(sandbox, activity);
    const findings = await listRowFindings(activity, { query, sources, found, record, sandboxRow });
    const isNeedless = happened !== null && isNamed(query);
    return ended(
      { activity, findings },
      { handle: sandboxRow?.handle ?? null, notes: isNeedless ? [NOT_NEEDED] : [] },
    );
  }
  if (query.activityId !== undefined) throw buildNoRowError(query, query.activityId, sources);
  // Its activity, which was read, is that of one that was.
  if (record instanceof CrierError) return ended({ activity: null, findings: explainDeleted() });
  const findings = await listSilenceFindings(record, {
    query,
    sources,
    found,
    latest: person?.latest ?? null,
  });
  return ended({ activity: null, findings }, { notes: found.isComplete ? [] : [ONLY_NEWEST] });
}

const NOT_NEEDED = 'it has a row, which tells what happened: the description was not needed';

const ONLY_NEWEST = 'only the newest rows were looked at: an older one is explained by its id';

/** An id names one event, whatever the flags say of it. */
function isNamed({ activityId, commentId }: ExplainQuery): boolean {
  return (activityId ?? commentId) !== undefined;
}

interface FindingsInput {
  readonly query: ExplainQuery;
  readonly sources: ExplainSources;
  readonly found: RowSearchResult;
}

async function listRowFindings(
  row: ActivityRow,
  known: FindingsInput & {
    readonly record: AutomationRecord | CrierError;
    readonly sandboxRow: SandboxRow | null;
  },
): Promise<Explanation['findings']> {
  const { query, sources, found, record, sandboxRow } = known;
  const { client, commands } = sources;
  return explainRow({
    row,
    id: query.id,
    automation: record instanceof CrierError ? null : record,
    earlier: found.earlier,
    now: found.asOf ?? sources.now(),
    webhook: hasFailedEvent(row) ? findWebhookUrl('automations', await readOwnWebhooks(client)) : null,
    commands,
    sandbox: sandboxRow,
  });
}

async function listSilenceFindings(
  automation: AutomationRecord,
  { query, sources, found, latest }: FindingsInput & { readonly latest: NetworkEvent | null },
): Promise<Explanation['findings']> {
  const { client, commands, sandbox } = sources;
  const { commentId, recipient, happened } = query;
  const reported = commentId === undefined ? latest : ((await sandbox?.findEvent(commentId)) ?? null);
  const stored =
    reported?.engagement ?? (commentId === undefined ? null : await readComment(client, commentId));
  const event = addTimeAndPlace(happened ?? stored, { stored, post: query.post });
  return explainSilence({
    ...(event === null ? { automation, event } : await resolveNetworkIds({ automation, event }, client)),
    query: { commentId, recipient },
    isLinked: await isAccountLinked(client),
    now: found.asOf ?? sources.now(),
    commands,
    sandbox: sandbox === null ? null : { profile: sandbox.profile, reported },
  });
}

/** When and where it was, which the flags do not say, the service does. */
function addTimeAndPlace(
  event: Engagement | null,
  { stored, post }: { readonly stored: Engagement | null; readonly post: string | undefined },
): Engagement | null {
  if (event === null) return null;
  const at = event.at ?? stored?.at ?? null;
  if (event.kind !== 'comment') return { ...event, at };
  const known = stored?.kind === 'comment' ? stored.postId : '';
  return { ...event, at, postId: event.postId || post || known };
}

const DELETED = 469;

/** An automation as it is now; of a deleted one, whose activity stays, what the service says. */
async function readAutomation(client: Client, id: string): Promise<AutomationRecord | CrierError> {
  try {
    return (await client.call(getAutomation, { params: { id } })).body;
  } catch (error) {
    if (error instanceof CrierError && error.facts.code === DELETED) return error;
    throw error;
  }
}

function hasFailedEvent({ actionResults }: ActivityRow): boolean {
  return actionResults?.some(({ type, status }) => type === 'fire_webhook' && status === 'failed') ?? false;
}

async function isAccountLinked(client: Client): Promise<boolean | null> {
  const answer = await ignoreErrors(client.call(getUser, {}));
  return answer === null ? null : isLinked(answer.body, AUTOMATION_PLATFORM);
}

function buildNoRowError({ id }: ExplainQuery, activityId: string, { commands }: ExplainSources): CrierError {
  const list = commands.service`automations activity ${id} --fields eventId,created,status`;
  return new CrierError('not-found', `the activity of ${id} has no row ${activityId}`, {
    advice: `"${list}" lists its rows by what explain takes`,
  });
}
