import { listClockNotes } from '../clock-view.ts';
import { formatClockAdvance } from '../explain/format-clock-advance.ts';
import { findSandboxFix } from '../sandbox-fixes.ts';
import { formatSent } from '../sandbox-status.ts';
import { buildWords, crier } from '../shell-command.ts';
import { formatCutNote } from './engaged-view.ts';
import type { Engaged, EngagementRun } from './run-engagement.ts';

interface EngageNotesOptions {
  readonly run: boolean;
  /** A table was printed. */
  readonly isTable: boolean;
  /** Alias of the profile whose account it was. */
  readonly profile: string;
}

/** What has to be said beside what an engagement led to. */
export function listEngageNotes(
  { document, clockBefore, requests }: EngagementRun,
  { run, isTable, profile }: EngageNotesOptions,
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

/** What came of deliveries stands nowhere here: an automation has done its part when they are queued. */
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
  const verb = places.length === 1 ? 'says' : 'say';
  const where = places.length === 0 ? '' : `; ${places.join(' and ')} ${verb} what came of it`;
  return [`${formatSent(requests)} left the sandbox${where}`];
}

/** The first row of activity whose text was asked for. */
function findCallbackRow({ events }: Engaged): string | undefined {
  const rows = events.flatMap(({ dispatches }) => dispatches.flatMap(({ activity }) => activity ?? []));
  return rows.find(({ actionResults }) =>
    (actionResults ?? []).some(({ messageSource }) => ['callback', 'fallback'].includes(messageSource ?? '')),
  )?.id;
}

function listDuplicateNotes({ events }: Engaged): readonly string[] {
  const again = events.find((event) => event.duplicate);
  if (again === undefined) return [];
  return [
    `the network told of this before (by ${again.username ?? 'somebody'}): nothing new follows from it`,
  ];
}

function listFixNotes({ events }: Engaged, profile: string): readonly string[] {
  const code = events.flatMap(({ unmatched = [] }) =>
    unmatched.flatMap(({ relatedCode }) => relatedCode ?? []),
  )[0];
  const fix = code === undefined ? null : findSandboxFix(code, profile === 'primary' ? null : profile);
  return fix === null ? [] : [`to have automations listen again: ${fix}`];
}

/** Nobody waits for minutes: the clock is moved. */
function listDueNotes({ outcomes, clock }: Engaged): readonly string[] {
  const due = outcomes.filter(({ result }) => result === 'due').map(({ dueAt }) => Date.parse(dueAt ?? ''));
  if (due.length === 0) return [];
  const length = formatClockAdvance(Math.max(...due) - Date.parse(clock.now));
  return [
    `it runs when it is due: "${crier`sandbox clock advance ${length}`}" moves the clock there; with --run this does so`,
  ];
}
