import { listClockNotes } from '../clock-view.ts';
import { advanceBy } from '../explain/advance-by.ts';
import { findSandboxFix } from '../sandbox-fixes.ts';
import { formatSent } from '../sandbox-status.ts';
import { buildWords, crier } from '../shell-command.ts';
import type { Engaged, Engagement } from './engaged.ts';
import { cutNote } from './engaged-view.ts';

interface NotedRun {
  readonly run: boolean;
  /** A table was printed. */
  readonly forPeople: boolean;
  /** Alias of the profile whose account it was. */
  readonly profile: string;
}

/** What has to be said beside what an engagement led to. */
export function engageNotes(
  { document, before, left: requests }: Engagement,
  { run, forPeople, profile }: NotedRun,
): readonly string[] {
  const cut = forPeople ? cutNote(document) : null;
  return [
    ...(cut === null ? [] : [cut]),
    ...toldBefore(document),
    ...mends(document, profile),
    ...left(requests, document, profile),
    ...(run ? listClockNotes(before, document.clock) : untilDue(document)),
  ];
}

/** What came of deliveries stands nowhere here: an automation has done its part when they are queued. */
function left(requests: Engagement['left'], document: Engaged, profile: string): readonly string[] {
  const count = Object.values(requests).reduce((sum, each) => sum + each, 0);
  if (count === 0) return [];
  const of = profile === 'primary' ? [] : buildWords`--profile ${profile}`;
  const asking = (requests['callbacks'] ?? 0) > 0 ? askingRow(document) : undefined;
  const places = [
    ...((requests['deliveries'] ?? 0) > 0 ? [`"${crier`hooks history --sandbox ${of}`}"`] : []),
    ...(asking === undefined ? [] : [`"${crier`automations explain ${asking} --sandbox ${of}`}"`]),
  ];
  const verb = places.length === 1 ? 'says' : 'say';
  const told = places.length === 0 ? '' : `; ${places.join(' and ')} ${verb} what came of it`;
  return [`${formatSent(requests)} left the sandbox${told}`];
}

/** The first row of activity whose text was asked for. */
function askingRow({ events }: Engaged): string | undefined {
  const rows = events.flatMap(({ dispatches }) => dispatches.flatMap(({ activity }) => activity ?? []));
  return rows.find(({ actionResults }) =>
    (actionResults ?? []).some(({ messageSource }) => ['callback', 'fallback'].includes(messageSource ?? '')),
  )?.id;
}

function toldBefore({ events }: Engaged): readonly string[] {
  const again = events.find((event) => event.toldBefore);
  if (again === undefined) return [];
  return [
    `the network told of this before (by ${again.username ?? 'somebody'}): nothing new follows from it`,
  ];
}

function mends({ events }: Engaged, profile: string): readonly string[] {
  const code = events.flatMap(({ whyNone = [] }) => whyNone.flatMap(({ mendedAs }) => mendedAs ?? []))[0];
  const mend = code === undefined ? null : findSandboxFix(code, profile === 'primary' ? null : profile);
  return mend === null ? [] : [`to have automations listen again: ${mend}`];
}

/** Nobody waits for minutes: the clock is moved. */
function untilDue({ outcomes, clock }: Engaged): readonly string[] {
  const due = outcomes.filter(({ result }) => result === 'due').map(({ dueAt }) => Date.parse(dueAt ?? ''));
  if (due.length === 0) return [];
  const length = advanceBy(Math.max(...due) - Date.parse(clock.now));
  return [
    `it runs when it is due: "${crier`sandbox clock advance ${length}`}" moves the clock there; with --run this does so`,
  ];
}
