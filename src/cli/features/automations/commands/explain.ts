import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatState } from '../../../../domain/automations/describe-automation.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createLocalClock, formatInZones, type LocalClock } from '../../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { listAutomations } from '../../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../../service/ids.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { checkId } from '../../../framework/many/read-ids.ts';
import { mapInOrder } from '../../../framework/many/run-each.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import { truncate } from '../../../framework/output/text/width.ts';
import type { ListView } from '../../../framework/output/view.ts';
import { EndOfAnswers } from '../../../framework/terminal/prompts.ts';
import { getCreatedTime } from '../activity/activity-filter.ts';
import { readEventFlags } from '../event-flags.ts';
import { EVENT_NAMES } from '../event-names.ts';
import { Explanation, type ExplanationFinding, findRow } from '../explain/explanation.ts';
import { buildExplanationColumns } from '../explain/explanation-columns.ts';
import { type ExplainSources, investigate, openSources } from '../explain/investigate.ts';

/** Automations that are searched for a person: each takes a request or more, of those that the service allows. */
const MOST_SEARCHED = 25;
const AT_ONCE = 4;

export default defineCommand({
  summary: 'Explain why a DM was or was not sent, and how to fix it',
  description: `
Explains the newest activity row, or the row selected by id, comment or person. For each action it reports what decided
the result: the error code, the dedup window, rate limits and caps, a DM from your own account, a missing webhook, or a
callback that fell back. The most important finding comes first, with a command to fix it.

Events without a row can be explained too: describe the event with flags, and each trigger reports why it did not match.
Up to 2,000 rows are searched, at 100 rows a request; up to 10,000 for an id. Without an automation, --recipient searches
the ${MOST_SEARCHED} newest and explains the newest row of the person.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  postFlag: 'post',
  examples: [
    'automations explain auto_K7pW2mXq9L',
    'automations explain --recipient mara',
    'automations explain auto_K7pW2mXq9L --recipient mara --json',
    'automations explain auto_K7pW2mXq9L --comment-id 18055000000000789 --text "guides, please"',
  ],
  positional: ['id', 'activityId'],
  flags: [REMOTE, READ],
  input: z.object({
    id: defineFlag(
      AutomationId.optional().describe(
        'id of an automation, also a deleted one, or of an activity row (default: ask)',
      ),
      { offers: 'automation id' },
    ),
    activityId: z
      .string()
      .optional()
      .describe('id of an activity row or of its event (default: the newest row)'),
    commentId: defineTextFlag('explain the row of this comment (its id on the network)', {
      placeholder: 'id',
    }),
    recipient: defineTextFlag('explain the newest row of this person (handle or id)', {
      placeholder: 'who',
      synonym: '--from',
    }),
    event: defineFlag(
      z.enum(EVENT_NAMES).optional().describe('kind of the event to explain (default: comment)'),
      { placeholder: 'event' },
    ),
    text: defineTextFlag('text of the comment, reply or DM', { placeholder: 'text' }),
    post: defineTextFlag('id, address or reference of the post that was commented on', { placeholder: 'id' }),
    story: defineTextFlag('id of the story that was replied to or commented on', { placeholder: 'id' }),
    emoji: defineTextFlag('emoji of the reaction', { placeholder: 'emoji' }),
  }),
  output: Explanation,
  records: 'findings',
  async run({ commentId, recipient: typed, ...input }, context) {
    const { io } = context;
    if (io.printing.format === 'raw') throw createSeveralBodiesError();
    const { id: given, activityId, ...flags } = splitRowId(input);
    if (activityId !== undefined && (commentId ?? typed) !== undefined) {
      throw createUsageError(
        'a row id cannot be combined with --comment-id or --recipient',
        'use only one of them',
      );
    }
    for (const each of [given, activityId, commentId]) if (each !== undefined) checkId(each);
    const recipient = typed?.replace(/^@/, '');
    const { event, text, post, story, emoji } = flags;
    // With --comment-id, --post only narrows the search and does not describe an event.
    const place = commentId === undefined ? post : undefined;
    const isSaid = [event, text, place, story, emoji].some((part) => part !== undefined);
    const givenEvent = isSaid
      ? // The default event is a comment.
        readEventFlags({ event: event ?? 'comment', text, post, story, emoji, from: recipient })
      : null;
    const sources = await openSources(context);
    const id =
      given ??
      (recipient === undefined
        ? await chooseAutomation({ io, client: sources.client })
        : await findLatestAutomation(recipient, sources, io));
    const said = text ?? emoji;
    const asked = { id, activityId, commentId, recipient, text: said, post, givenEvent };
    const { document, handle, notes, asOf } = await investigate(asked, sources);
    const view = buildExplanationView(document, handle, createLocalClock(io.timeZone));
    return { view, notes, asOf };
  },
});

/** The id of an activity row begins with that of its automation, which makes it enough. */
function splitRowId<Ids extends { id?: string | undefined; activityId?: string | undefined }>(ids: Ids): Ids {
  const { id, activityId } = ids;
  if (id === undefined || activityId !== undefined || !id.includes(':')) return ids;
  return { ...ids, id: id.slice(0, id.indexOf(':')), activityId: id };
}

/**
 * Finds the automation with the newest row of a person.
 *
 * @param recipient handle without @, or id
 * @throws CrierError of kind not-found when none of them has a row of the person
 */
async function findLatestAutomation(
  recipient: string,
  { client, sandbox, commands }: ExplainSources,
  io: IoPort,
): Promise<string> {
  const { automations } = (await client.call(listAutomations, {})).body;
  const searched = automations.slice(0, MOST_SEARCHED);
  const person = (await sandbox?.findPerson(recipient))?.id ?? recipient;
  let latest: { id: string; created: number } | null = null;
  let count = 0;
  const search = async ({ id }: { id: string }) => ({
    id,
    found: await findRow(client, id, { recipient: person }),
  });
  for await (const { id, found } of mapInOrder(searched, AT_ONCE, search)) {
    count += 1;
    io.progress(`${count} of ${searched.length} automations searched`);
    const created = found.row === null ? null : getCreatedTime(found.row);
    if (created !== null && (latest === null || created > latest.created)) latest = { id, created };
  }
  io.progress(null);
  const rest = automations.length - searched.length;
  if (rest > 0)
    await io.note(`${formatCount(rest, 'automation')} not searched: only the newest ${MOST_SEARCHED} are`);
  if (latest !== null) return latest.id;
  throw new CrierError('not-found', `no automation has a row of ${recipient} in the last 30 days`, {
    http: null,
    advice: `to see why one did not match: "${commands.service`automations explain <id> --recipient ${recipient} --text <text>`}"`,
  });
}

/**
 * Asks which automation is meant if none was given.
 *
 * @throws CrierError of kind usage without a terminal, without automations, and without an answer
 */
async function chooseAutomation({ client, io }: { client: Client; io: IoPort }): Promise<string> {
  const prompter = await io.prompts();
  if (prompter === null) {
    throw createUsageError(
      '<id> is missing',
      'give the id of an automation, as printed by "crier automations list", or --recipient <who>',
    );
  }
  const { automations } = (await client.call(listAutomations, {})).body;
  const [first, ...others] = automations.map((each) => ({
    value: each.id,
    label: each.name ?? each.id,
    hint: `${each.id}, ${formatState(each)}`,
  }));
  if (first === undefined) {
    throw createUsageError('there are no automations yet', 'to create one: crier automations create');
  }
  try {
    return await prompter.choose({
      message: 'Which automation?',
      isSearched: true,
      choices: [first, ...others],
    });
  } catch (error) {
    if (error instanceof EndOfAnswers)
      throw createUsageError('no automation was selected', 'give its id as an argument');
    throw error;
  }
}

/**
 * Builds the view of an explanation; tables show the advice below each reason.
 *
 * @param who handle of the person, if the row has none
 * @param zone in which people read times
 */
function buildExplanationView(
  document: Explanation,
  who: string | null,
  zone: LocalClock,
): ListView<ExplanationFinding> {
  const { automationId, activity, findings } = document;
  return {
    kind: 'list',
    document,
    key: 'findings',
    rows: findings,
    columns: buildExplanationColumns(zone),
    heading: activity === null ? `${automationId}: no row` : formatHeading(activity, who, zone),
    empty: 'no information',
  };
}

/** Enough to recognize the text. */
const LONGEST_TEXT = 60;

function formatHeading(row: ActivityRow, known: string | null, zone: LocalClock): string {
  const { status, recipientUsername, recipientId, commentText, keyword, created, eventId, id } = row;
  const who = recipientUsername ?? known ?? recipientId;
  const text = commentText ? `"${truncate(commentText, LONGEST_TEXT)}"` : keyword;
  const { ms } = readTimestamp(created);
  const when = ms === null ? null : formatInZones(ms, zone);
  return [status, who, text, when, eventId ?? id].filter((part) => part).join(' · ');
}
