import type { Client } from '../../../../client/client.ts';
import { flattenEntry } from '../../../../domain/automations/flatten-automation.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import {
  type AutomationRecord,
  getAutomation,
  type StoredEntry,
} from '../../../../service/endpoints/automations.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import type { Engagement } from '../../../../service/engagement.ts';
import { isLikelyServicePostId } from '../../../../service/ids.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import type { Comment } from '../../comments/comment.ts';
import { readComments } from '../../comments/read-comments.ts';
import { findNetworkId } from '../../posts/read-posts.ts';
import { isLinked } from '../../profiles/linked-accounts.ts';
import { findWebhookUrl, readOwnWebhooks } from '../../webhooks/own-webhooks.ts';
import { readEventFlags } from '../event-flags.ts';
import { explainRow } from './explain-row.ts';
import { explainDeleted, explainSilence } from './explain-silence.ts';
import {
  createFinding,
  type Explanation,
  findRow,
  type NetworkEvent,
  type RowSearchResult,
  readSandboxFacts,
  readSandboxRow,
  type SandboxRow,
} from './explanation.ts';

interface ExplainQuery {
  id: string;
  activityId: string | undefined;
  commentId: string | undefined;
  /** Handle without @, or id. */
  recipient: string | undefined;
  /** Text, or the emoji of a reaction. */
  text: string | undefined;
  /** Post of a comment, by either of its ids. */
  post: string | undefined;
  /** The event that flags describe; null without one. */
  givenEvent: Engagement | null;
}

/** Where the facts come from, and how commands are printed. */
export async function openSources({ service, sandbox, io }: CommandContext) {
  const client = await service.client();
  const { choice } = await service.choose();
  return {
    client,
    commands: await createPrintedCommands({ service, io }),
    /** Null if the service is not the local sandbox. */
    sandbox: choice.kind === 'sandbox' ? await readSandboxFacts(await sandbox.control(), choice) : null,
    /** Local time, for a service that does not send its own. */
    now: io.now,
  };
}

export type ExplainSources = Awaited<ReturnType<typeof openSources>>;

/**
 * Finds the row and explains its status; without a row, explains why there is none.
 *
 * @returns with the handle of the person, if the row has none, and the service's time, if it was sent
 * @throws CrierError of kind not-found without such an automation, or without a row of the given id
 */
export async function investigate(query: ExplainQuery, sources: ExplainSources) {
  const { id, recipient, givenEvent } = query;
  const { client, sandbox } = sources;
  const person = sandbox === null || recipient === undefined ? null : await sandbox.findPerson(recipient);
  const found = await findRow(client, id, { ...query, recipient: person?.id ?? recipient });
  const record = await readAutomation(client, id);
  const ended = (
    { activity, findings }: Pick<Explanation, 'activity' | 'findings'>,
    notes: readonly string[] = [],
    handle: string | null = null,
  ) => ({ document: { automationId: id, activity, findings }, handle, notes, asOf: found.asOf });
  if (found.row !== null) {
    const activity = found.row;
    const sandboxRow = sandbox === null ? null : await readSandboxRow(sandbox, activity);
    const findings = await listRowFindings(activity, { query, sources, found, record, sandboxRow });
    // an id selects one event, whatever else is given
    const isNeedless = givenEvent !== null && (query.activityId ?? query.commentId) !== undefined;
    return ended({ activity, findings }, isNeedless ? [NOT_NEEDED] : [], sandboxRow?.handle);
  }
  if (query.activityId !== undefined) throw buildNoRowError(query, query.activityId, sources);
  // a deleted automation still has activity
  if (record instanceof CrierError) return ended({ activity: null, findings: explainDeleted() });
  const latest = person?.latest ?? null;
  const findings = await listSilenceFindings(record, { query, sources, found, latest });
  return ended({ activity: null, findings }, found.isComplete ? [] : [ONLY_NEWEST]);
}

const NOT_NEEDED = 'the row was found by its id, so the description of the event was not used';

const ONLY_NEWEST = 'only the newest rows were searched; use the id of an older row';

interface FindingsInput {
  query: ExplainQuery;
  sources: ExplainSources;
  found: RowSearchResult;
}

async function listRowFindings(
  row: ActivityRow,
  known: FindingsInput & { record: AutomationRecord | CrierError; sandboxRow: SandboxRow | null },
): Promise<Explanation['findings']> {
  const { query, sources, found, record, sandboxRow } = known;
  const { client, commands } = sources;
  const findings = explainRow({
    row,
    id: query.id,
    automation: record instanceof CrierError ? null : record,
    earlier: found.earlier,
    now: found.asOf ?? sources.now(),
    webhook: hasFailedEvent(row) ? findWebhookUrl('automations', await readOwnWebhooks(client)) : null,
    commands,
    sandbox: sandboxRow,
  });
  return [...findings, ...explainPattern(sandboxRow?.like, query.id, commands)];
}

/** An event that "sandbox engage --like" made says which one it was made after. */
function explainPattern(
  like: string | null | undefined,
  id: string,
  commands: ExplainSources['commands'],
): Explanation['findings'] {
  if (like == null) return [];
  const command = commands.service`automations explain ${id} ${like}`;
  return [
    createFinding({ subject: 'event', reason: `it was made after the event ${like}, with changes`, command }),
  ];
}

async function listSilenceFindings(
  automation: AutomationRecord,
  { query, sources, found, latest }: FindingsInput & { latest: NetworkEvent | null },
): Promise<Explanation['findings']> {
  const { client, commands, sandbox } = sources;
  const { commentId, recipient, givenEvent } = query;
  const reported = commentId === undefined ? latest : ((await sandbox?.findEvent(commentId)) ?? null);
  const stored =
    reported?.engagement ?? (commentId === undefined ? null : await readComment(client, commentId));
  const event = addTimeAndPlace(givenEvent ?? stored, { stored, post: query.post });
  const findings = explainSilence({
    ...(event === null ? { automation, event } : await resolveNetworkIds(automation, event, client)),
    query: { commentId, recipient },
    isLinked: await isAccountLinked(client),
    now: found.asOf ?? sources.now(),
    commands,
    sandbox: sandbox === null ? null : { profile: sandbox.profile, reported },
  });
  return [...findings, ...explainPattern(reported?.like, query.id, commands)];
}

/** Adds time and place, which flags do not have, from the stored event. */
function addTimeAndPlace(
  event: Engagement | null,
  { stored, post }: { stored: Engagement | null; post: string | undefined },
): Engagement | null {
  if (event === null) return null;
  const at = event.at ?? stored?.at ?? null;
  if (event.kind !== 'comment') return { ...event, at };
  const known = stored?.kind === 'comment' ? stored.postId : '';
  return { ...event, at, postId: event.postId || post || known };
}

const DELETED = 469;

/** Reads the current automation; for a deleted one, which still has activity, returns the error. */
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
  return new CrierError('not-found', `${id} has no activity with the id ${activityId}`, {
    advice: `to list the ids: ${list}`,
  });
}

/** Reads an Instagram comment as an event; null if the service does not return it. */
async function readComment(client: Client, id: string): Promise<Engagement | null> {
  const read = await ignoreErrors(readComments(client, { id, platform: 'instagram', comment: true }));
  const comment = findComment(read?.document.comments ?? [], id);
  if (comment?.text == null) return null;
  const from = comment.author.handle ?? undefined;
  const postId = comment.extra['postId'];
  const post = typeof postId === 'string' ? postId : undefined;
  const event = readEventFlags({ event: 'comment', text: comment.text, from, post });
  return { ...event, at: readTimestamp(comment.createdAt).ms };
}

function findComment(comments: readonly Comment[], id: string): Comment | undefined {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findComment(comment.replies, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces Service Post IDs by ids of the network where the service has them: users and triggers may use either. */
async function resolveNetworkIds(automation: AutomationRecord, event: Engagement, client: Client) {
  if (event.kind !== 'comment' || event.postId === '') return { automation, event };
  const found = new Map<string, Promise<string>>();
  const known = (id: string) => {
    if (!isLikelyServicePostId(id)) return id;
    const request = found.get(id) ?? findNetworkId(id, client).then((answer) => answer ?? id);
    found.set(id, request);
    return request;
  };
  const triggers = automation.triggers.map(async (trigger): Promise<StoredEntry> => {
    const { postId } = flattenEntry(trigger);
    if (typeof postId !== 'string') return trigger;
    const { postId: _beside, ...rest } = trigger;
    return { ...rest, config: { ...trigger.config, postId: await known(postId) } };
  });
  return {
    automation: { ...automation, triggers: await Promise.all(triggers) },
    event: { ...event, postId: await known(event.postId) },
  };
}
