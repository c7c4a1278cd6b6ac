import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import {
  buildListMeta,
  type Column,
  type ListView,
  pickMember,
  type RecordLine,
} from '../../../framework/output/view.ts';
import type { AutomationCandidate } from '../candidate-files.ts';
import { prepareAnswers } from './prepare-answers.ts';
import { readSource } from './read-sources.ts';
import type { ReplayCounts, ReplayDocument, ReplayedEvent } from './replay-document.ts';
import { replayEvents } from './replay-events.ts';
import { REPLAY_RESULTS } from './replay-person.ts';

interface ReplayFlags {
  readonly replay: readonly string[];
  /** In milliseconds since 1970. */
  readonly start: number;
  /** Null for all. */
  readonly limit: number | null;
}

/** Above it, memory is favored over speed. */
const MEMORY_BYTES = 128 * 1024 * 1024;
const BATCH = 500;

/** Shows what automations would have done about events of the past, against what was done. */
export async function showReplay(
  candidates: readonly AutomationCandidate[],
  { replay, start, limit }: ReplayFlags,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { io, service } = context;
  await io.limitMemory(MEMORY_BYTES);
  const prepared = prepareAnswers(candidates.filter(({ isPaused }) => !isPaused));
  const { profile } = (await service.choose()).choice;
  const sources = [...new Set(replay)].map((each) => readSource(each, context));
  const { signal, progress } = io;
  const replayed = await replayEvents(sources, { prepared, profile, start, signal, progress });
  io.onEnd(async () => replayed.differences.close());
  const { counts, automations } = replayed;
  const listed = countListed(counts);
  const meta = buildListMeta({ limit, hasMore: limit !== null && listed > limit });
  return {
    view: {
      kind: 'stream',
      batches: readBatches(replayed.differences.read(), Math.min(limit ?? listed, listed)),
      list: (events) =>
        buildReplayView({ counts, automations, events: [...events] as ReplayedEvent[], meta }), // of the batches
    },
    notes: [
      formatSummary(counts),
      ...(limit !== null && listed > limit
        ? [`showing the first ${limit} of ${listed}: raise -n to see more`]
        : []),
      ...listNotes(counts, { profile }),
      ...listLeftOut(candidates, prepared.unknown),
    ],
    ...buildFailure(counts),
  };
}

function countListed({ events, same }: ReplayCounts): number {
  return events - same;
}

async function* readBatches(rows: Iterable<{ readonly row: ReplayedEvent }>, most: number) {
  let batch: ReplayedEvent[] = [];
  let left = most;
  for (const { row } of rows) {
    if (left === 0) break;
    left -= 1;
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function buildReplayView(document: ReplayDocument): ListView<ReplayedEvent> {
  return {
    kind: 'list',
    document,
    key: 'events',
    rows: document.events,
    above: listSummaryLines(document),
    columns: COLUMNS,
    empty: 'every event is answered as it was',
  };
}

function listSummaryLines({ counts, automations }: ReplayDocument): readonly RecordLine[] {
  const { events, silent, peopleBefore, peopleNow } = counts;
  const results = REPLAY_RESULTS.filter((each) => counts[each] > 0);
  return [
    {
      name: 'events',
      title: 'events',
      value: events,
      ...(silent > 0 && { shown: `${events}, ${silent} of them without any answer` }),
    },
    ...results.map((name) => ({ name, title: name, value: counts[name] })),
    {
      name: 'people',
      title: 'people answered',
      value: peopleNow,
      shown: `${peopleNow}, before ${peopleBefore}`,
    },
    ...automations.map(({ name, events: answered, people }) => ({
      name,
      title: name,
      value: `${formatCount(answered, 'event')} of ${formatCount(people, 'person', 'people')}`,
    })),
  ];
}

const COLUMNS: readonly Column<ReplayedEvent>[] = [
  { ...pickMember('result', 'result'), role: 'status', drop: 0 },
  { ...pickMember('at', 'when'), role: 'time', drop: 3 },
  { ...pickMember('person', 'person'), role: 'name', drop: 1 },
  { ...pickMember('eventId', 'event id'), dataOnly: true },
  { ...pickMember('event', 'event'), dataOnly: true },
  { ...pickMember('text', 'text'), role: 'text', drop: 2 },
  { name: 'got', title: 'got', value: ({ got }) => got, dataOnly: true },
  { name: 'answeredBy', title: 'answered by', value: ({ answeredBy }) => answeredBy, dataOnly: true },
  {
    name: 'would',
    title: 'answer',
    value: ({ would }) => would,
    show: (row) => formatAnswers(row).join('\n'),
    role: 'diff',
    wraps: true,
    flexible: true,
  },
];

/** What was sent and what would be, as lines with the signs of a diff. */
function formatAnswers({ got, would, result }: ReplayedEvent): readonly string[] {
  const lines = [
    ...(got ?? []).map(({ type, message }) => `- ${formatAction(type, message)}`),
    ...would.map(({ type, message }) => `+ ${formatAction(type, message)}`),
  ];
  return result === 'unsure' ? [...lines, 'the record does not have what decides'] : lines;
}

function formatAction(type: string | null, message: string | null): string {
  // a diff has a sign on each line
  if (message !== null) return message.trim().replaceAll(/\s*\n\s*/g, ' ');
  return type === 'fire_webhook' ? 'the event, to the webhook' : 'a text that is not recorded';
}

function formatSummary(counts: ReplayCounts): string {
  const parts = REPLAY_RESULTS.flatMap((each) => (counts[each] > 0 ? [`${counts[each]} ${each}`] : []));
  return `${formatCount(counts.events, 'event')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function listNotes(counts: ReplayCounts, { profile }: { profile: string | null }): readonly string[] {
  const { ofOtherProfiles, profilesOfDeliveries, cutLines, unrecorded } = counts;
  const own = profile === null ? 'the Primary Profile' : `the profile "${profile}"`;
  return [
    ...(ofOtherProfiles > 0
      ? [`${formatCount(ofOtherProfiles, 'comment')} not of ${own}, left out: --profile names another one`]
      : []),
    ...(profilesOfDeliveries > 1
      ? [
          `the deliveries are of ${profilesOfDeliveries} profiles, whose events are all compared with these automations`,
        ]
      : []),
    ...(cutLines > 0
      ? [`${formatCount(cutLines, 'line')} that ${cutLines === 1 ? 'is' : 'are'} not whole, left out`]
      : []),
    ...(unrecorded > 0
      ? ['what people got is only known from activity: add a file of "automations activity --archive"']
      : []),
  ];
}

function listLeftOut(
  candidates: readonly AutomationCandidate[],
  unknown: readonly { readonly name: string }[],
): readonly string[] {
  const paused = candidates.filter(({ isPaused }) => isPaused).length;
  const names = unknown.map(({ name }) => `"${name}"`);
  return [
    ...(paused > 0 ? [`${formatCount(paused, 'automation')} paused, which would answer nothing`] : []),
    ...(names.length > 0
      ? [`of ${joinWithAnd(names)}, only what this version of crier knows is judged`]
      : []),
  ];
}

function buildFailure({ added, changed, dropped, unsure }: ReplayCounts): { failure?: CrierError } {
  const differing = added + changed + dropped;
  if (differing + unsure === 0) return {};
  const message =
    differing > 0
      ? `${formatCount(differing, 'event')} would be answered differently`
      : `of ${formatCount(unsure, 'event')}, it is not known whether the answer is the same`;
  return { failure: new CrierError('differs', message, { http: null }) };
}
