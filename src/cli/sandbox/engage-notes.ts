import { buildWords, crier } from '../shell/shell-command.ts';
import { listClockNotes } from './clock-view.ts';
import { formatCutNote } from './engaged-view.ts';
import { formatClockAdvance } from './format-clock-advance.ts';
import type { Engaged, EngagementRun } from './run-engagement.ts';
import { findSandboxFix } from './sandbox-fixes.ts';
import { formatSent } from './sandbox-status.ts';

interface EngageNotesOptions {
  readonly run: boolean;
  /** The output is a table. */
  readonly isTable: boolean;
  /** Alias of the profile of the account. */
  readonly profile: string;
}

/** Notes beside the outcomes of an engagement. */
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
  const where = places.length === 0 ? '' : `; for the results: ${places.join(' and ')}`;
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
