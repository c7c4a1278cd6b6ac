import * as z from 'zod';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { MessagesRead, NewEngagement } from '../../../../service/control/engine.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { formatClockAdvance } from '../../../framework/command/sandbox/describe-clock.ts';
import type { SandboxPort } from '../../../framework/command/sandbox/sandbox.ts';
import { findSandboxFix } from '../../../framework/command/sandbox/sandbox-fixes.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  defineTextFlag,
} from '../../../framework/input/flags/flags.ts';
import { buildWords, crier } from '../../../framework/output/text/shell-command.ts';
import { type Column, type ListView, pickMember } from '../../../framework/output/view.ts';
import { noteBlockedDeliveries } from '../../webhooks/blocked-deliveries.ts';
import { defineProfileFlag, readSandboxTime } from '../account-input.ts';
import { listClockNotes } from '../clock-view.ts';
import { askEngage, buildEngageInput, buildReadInput, ENGAGE_KINDS } from '../engage-input.ts';
import { fillFromEvent } from '../like-event.ts';
import { Engaged, type EngagementRun, type EngageOutcome, runEngagement } from '../run-engagement.ts';
import { formatCounts, formatSent } from '../sandbox-status.ts';

const { platform, from, text, emoji, count } = NewEngagement.shape;

export default defineCommand({
  summary: "Act as a person on the sandbox's Instagram",
  description: `
Creates a comment, story reply, DM or reaction, or reads the DMs of the account. Prints which automations will answer, on
which keyword, and when (after 20 to 60 seconds), or why none will. With --run, the sandbox clock is advanced to that time,
from which it continues, and the results are printed. On a terminal, missing values are asked for. A DM can also be written
on Facebook and X, where no automation answers. Use only --comment-id to report an existing comment again.

--like takes an event that happened, or its activity row, as the pattern of a new one: other flags change what they name, such as
the text or the person, and the rest is as it was. The new event has its own id; the output names both, and "automations
explain" still says later which one it was made after.`,
  examples: [
    'sandbox engage comment --from mara --text "The GUIDE, please" --run',
    'sandbox engage comment --from mara --text "guided tours?"',
    'sandbox engage story-reply --from jonas --text "What a view" --run --json',
    'sandbox engage dm --from mara --text "Do you ship to Norway?" --platform facebook',
    'sandbox engage reaction --from mara --emoji "❤️" --profile harbour',
    'sandbox engage comment --from ida --text GUIDE --ago 8d --run',
    'sandbox engage --like 18055000000000790 --text "guides, please" --run',
    'sandbox engage read --from mara',
  ],
  before: [
    'sandbox engage comment --from mara --text "The GUIDE, please" --run',
    'sandbox engage comment --from ida --text "The GUIDE, please" --comment-id 18055000000000790',
  ],
  positional: ['kind'],
  changes: true,
  flags: [],
  input: z.object({
    kind: z.enum(ENGAGE_KINDS).optional().describe('what the person does'),
    from: defineFlag(
      z
        .string()
        .transform((handle) => handle.replace(/^@/, ''))
        .pipe(from.unwrap().shape.username)
        .optional()
        .describe('handle of the person; an unknown one creates a new person'),
      { placeholder: 'handle', synonym: '--recipient' },
    ),
    text: defineFlag(text, { placeholder: 'text' }),
    post: defineTextFlag('post to comment on, by either id (default: the newest)', { placeholder: 'id' }),
    story: defineTextFlag('story to react to; a new id publishes one (default: the newest)', {
      placeholder: 'id',
    }),
    emoji: defineFlag(emoji, { placeholder: 'emoji' }),
    like: defineTextFlag('do what was done in this event, or activity row, with changes by other flags', {
      placeholder: 'id',
    }),
    commentId: defineTextFlag('report this existing comment again; or the id for a new comment', {
      placeholder: 'id',
    }),
    ago: defineFlag(
      createDurationSchema()
        .optional()
        .describe('how long ago it happened, such as 8d; it is reported only now'),
      { placeholder: 'duration' },
    ),
    count: defineFlag(count, { placeholder: 'n' }),
    run: defineSwitch('advance the clock until everything is done, and show the results'),
    platform: defineFlag(platform, { placeholder: 'network' }),
    profile: defineProfileFlag('alias of the profile whose account it is'),
  }),
  output: z.union([Engaged, MessagesRead]),
  records: 'outcomes',
  async run({ run, ago, like, ...given }, { sandbox, io }) {
    const filled = like === undefined ? null : await fillFromEvent(given, like, await sandbox.control());
    const draft = filled?.draft ?? given;
    const asked = await askEngage(draft, io.prompts);
    if (asked.kind === 'read') return readAsFollower(asked, { run, ago }, sandbox);
    const input = buildEngageInput(asked);
    const control = await sandbox.control();
    const at = ago === undefined ? undefined : formatIsoSeconds((await readSandboxTime(control)) - ago);
    const order = { ...input, at, like: filled?.eventId };
    const engagement = await runEngagement(control, order, run ? io : null);
    const forPeople = io.printing.format === 'table';
    const document = { ...engagement.document, ...(filled !== null && { like: filled.eventId }) };
    const held = run ? noteBlockedDeliveries(await control.call('status', {}), control) : [];
    return {
      view: buildEngagedView(document, forPeople),
      notes: [
        ...(filled === null ? [] : [describeLike(filled.eventId, document)]),
        ...listEngageNotes(engagement, { run, isTable: forPeople, profile: draft.profile }),
        ...held,
      ],
    };
  },
});

/** Which event the new one is like, since both are in the activity. */
function describeLike(eventId: string, { events: [event] }: Engaged): string {
  return `${event?.eventId ?? 'the new event'} is like ${eventId}`;
}

/** Webhooks get an event at once; no automation reacts to it. */
async function readAsFollower(
  draft: Parameters<typeof buildReadInput>[0],
  { run, ago }: { run: boolean; ago: number | undefined },
  sandbox: SandboxPort,
): Promise<CommandOutcome> {
  const input = buildReadInput(draft);
  if (run || ago !== undefined)
    throw createUsageError(`${run ? '--run' : '--ago'} cannot be used with read`, 'remove it');
  const document = await (await sandbox.control()).call('readMessages', input);
  const of = draft.profile === 'primary' ? [] : buildWords`--profile ${draft.profile}`;
  const history = `"${crier`hooks history --sandbox ${of}`}"`;
  return {
    view: {
      kind: 'record',
      document,
      lines: [
        { name: 'username', title: 'who', value: document.username },
        { name: 'messages', title: 'messages read', value: document.messages },
        { name: 'conversationId', title: 'conversation', value: document.conversationId },
        { name: 'hookId', title: 'event', value: document.hookId },
      ],
    },
    notes: [
      document.hookId === null
        ? 'no messageRead event was sent: no webhook is registered for messages'
        : `a messageRead event follows; for the result: ${history}`,
    ],
  };
}

/** @param isOne one person: the name is omitted */
const buildColumns = (isOne: boolean): readonly Column<EngageOutcome>[] => [
  { ...pickMember('eventId', 'event'), dataOnly: true },
  { ...pickMember('username', 'who'), dataOnly: true },
  { ...pickMember('automationId', 'id'), dataOnly: true },
  { ...pickMember('name', 'automation'), dataOnly: true },
  { ...pickMember('result', 'result'), role: 'status', drop: 0 },
  {
    ...pickMember('details', 'automation'),
    show: ({ username, name, result, details }) => {
      const who = isOne || result === 'silent' || username === null ? '' : `${username}, `;
      return `${who}${name}: ${details}`;
    },
    flexible: true,
    wraps: true,
  },
  { ...pickMember('dueAt', 'due'), dataOnly: true },
];

/** Builds the view of an engagement. @param forPeople a table with a limited number of rows */
function buildEngagedView(document: Engaged, forPeople: boolean): ListView<EngageOutcome> {
  const { events, outcomes } = document;
  const isOne = events.length === 1;
  return {
    kind: 'list',
    document,
    key: 'outcomes',
    rows: forPeople ? selectShown(outcomes) : outcomes,
    columns: buildColumns(isOne),
    heading:
      forPeople && !isOne ? `${events.length} people: ${formatCounts(countResults(outcomes))}` : undefined,
    empty: 'the account has no automations',
  };
}

/** Each outcome takes several lines, and most are alike; the heading has their counts. */
const MOST_SHOWN = 5;

/** The same events of several people are silent for the same reason, which is shown once. */
function selectShown(outcomes: readonly EngageOutcome[]): readonly EngageOutcome[] {
  const silent = outcomes.find(({ result }) => result === 'silent');
  const answers = outcomes.filter(({ result }) => result !== 'silent').slice(0, MOST_SHOWN);
  return [
    ...answers,
    ...outcomes.filter((each) => each.result === 'silent' && each.eventId === silent?.eventId),
  ];
}

/** Note that rows are hidden; null if none are. */
function formatCutNote({ events, outcomes }: Engaged): string | null {
  const answers = outcomes.filter(({ result }) => result !== 'silent').length;
  return events.length === 1 || answers <= MOST_SHOWN
    ? null
    : `showing ${MOST_SHOWN} of ${answers} outcomes; use -o json or -o tsv for all`;
}

/** Counts outcomes by result; silence counts once per person. */
function countResults(outcomes: readonly EngageOutcome[]): Readonly<Record<string, number>> {
  const silent = new Set(outcomes.flatMap(({ result, eventId }) => (result === 'silent' ? [eventId] : [])));
  const answers = outcomes.filter(({ result }) => result !== 'silent');
  const groups = [...Map.groupBy(answers, ({ result }) => result)];
  return {
    ...Object.fromEntries(groups.map(([result, each]) => [result, each.length])),
    silent: silent.size,
  };
}

/** @param profile alias of the profile of the account */
function listEngageNotes(
  { document, clockBefore, requests }: EngagementRun,
  { run, isTable, profile }: { run: boolean; isTable: boolean; profile: string },
): readonly string[] {
  const cut = isTable ? formatCutNote(document) : null;
  return [
    ...(cut === null ? [] : [cut]),
    ...listDuplicateNotes(document),
    ...listFixNotes(document, profile),
    ...listRequestNotes(requests, document, profile),
    ...(run ? listClockNotes(clockBefore, document.clock) : listDueNotes(document)),
  ];
}

/** The results of deliveries are not shown: an automation is done when they are queued. */
function listRequestNotes(
  requests: EngagementRun['requests'],
  document: Engaged,
  profile: string,
): readonly string[] {
  const count = Object.values(requests).reduce((sum, each) => sum + each, 0);
  if (count === 0) return [];
  const of = profile === 'primary' ? [] : buildWords`--profile ${profile}`;
  const callbackRow = (requests['callbacks'] ?? 0) > 0 ? findCallbackRow(document) : undefined;
  const places = [
    ...((requests['deliveries'] ?? 0) > 0 ? [`"${crier`hooks history --sandbox ${of}`}"`] : []),
    ...(callbackRow === undefined ? [] : [`"${crier`automations explain ${callbackRow} --sandbox ${of}`}"`]),
  ];
  const where = places.length === 0 ? '' : `; for the results: ${joinWithAnd(places)}`;
  return [`${formatSent(requests)} sent${where}`];
}

/** The first row of activity whose text was requested from a callback. */
function findCallbackRow({ events }: Engaged): string | undefined {
  const rows = events.flatMap(({ dispatches }) => dispatches.flatMap(({ activity }) => activity ?? []));
  return rows.find(({ actionResults }) =>
    (actionResults ?? []).some(({ messageSource }) => ['callback', 'fallback'].includes(messageSource ?? '')),
  )?.id;
}

function listDuplicateNotes({ events }: Engaged): readonly string[] {
  const again = events.find((event) => event.duplicate);
  if (again === undefined) return [];
  return [`duplicate event (by ${again.username ?? 'an unknown person'}): it has no effect`];
}

function listFixNotes({ events }: Engaged, profile: string): readonly string[] {
  const code = events.flatMap(({ unmatched = [] }) =>
    unmatched.flatMap(({ relatedCode }) => relatedCode ?? []),
  )[0];
  const fix = code === undefined ? null : findSandboxFix(code, profile === 'primary' ? null : profile);
  return fix === null ? [] : [`to enable automations again: ${fix}`];
}

/** Waiting takes minutes in real time, so the note names the command that advances the clock. */
function listDueNotes({ outcomes, clock }: Engaged): readonly string[] {
  const due = outcomes.filter(({ result }) => result === 'due').map(({ dueAt }) => Date.parse(dueAt ?? ''));
  if (due.length === 0) return [];
  const length = formatClockAdvance(Math.max(...due) - Date.parse(clock.now));
  return [`not due yet; to advance the clock: ${crier`sandbox clock advance ${length}`} (or use --run)`];
}
