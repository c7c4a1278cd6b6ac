import type { Column, ListView } from '../render/view.ts';
import type { Engaged, EngageOutcome } from './run-engagement.ts';
import { formatCounts } from './sandbox-status.ts';

/** @param isOne one person: the name is omitted */
const buildColumns = (isOne: boolean): readonly Column<EngageOutcome>[] => [
  { name: 'eventId', title: 'event', value: ({ eventId }) => eventId, dataOnly: true },
  { name: 'username', title: 'who', value: ({ username }) => username, dataOnly: true },
  { name: 'automationId', title: 'id', value: ({ automationId }) => automationId, dataOnly: true },
  { name: 'name', title: 'automation', value: ({ name }) => name, dataOnly: true },
  { name: 'result', title: 'result', value: ({ result }) => result, role: 'status', drop: 0 },
  {
    name: 'details',
    title: 'automation',
    value: ({ details }) => details,
    show: ({ username, name, result, details }) => {
      const who = isOne || result === 'silent' || username === null ? '' : `${username}, `;
      return `${who}${name}: ${details}`;
    },
    flexible: true,
    wraps: true,
  },
  { name: 'dueAt', title: 'due', value: ({ dueAt }) => dueAt, dataOnly: true },
];

/** Builds the view of an engagement. @param forPeople a table with a limited number of rows */
export function buildEngagedView(document: Engaged, forPeople: boolean): ListView<EngageOutcome> {
  const { events, outcomes } = document;
  const isOne = events.length === 1;
  return {
    kind: 'list',
    document,
    key: 'outcomes',
    rows: forPeople ? selectShown(outcomes) : outcomes,
    columns: buildColumns(isOne),
    ...(forPeople &&
      !isOne && { heading: `${events.length} people: ${formatCounts(countResults(outcomes))}` }),
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
export function formatCutNote({ events, outcomes }: Engaged): string | null {
  const answers = outcomes.filter(({ result }) => result !== 'silent').length;
  return events.length === 1 || answers <= MOST_SHOWN
    ? null
    : `showing ${MOST_SHOWN} of ${answers} outcomes; use -o json or -o tsv for all`;
}

/** Counts outcomes by result; silence counts once per person. */
function countResults(outcomes: readonly EngageOutcome[]): Readonly<Record<string, number>> {
  const silent = new Set(outcomes.flatMap(({ result, eventId }) => (result === 'silent' ? [eventId] : [])));
  const answers = outcomes.filter(({ result }) => result !== 'silent');
  const counts = [...Map.groupBy(answers, ({ result }) => result)].map(([result, each]) => [
    result,
    each.length,
  ]);
  return { ...Object.fromEntries(counts), silent: silent.size };
}
