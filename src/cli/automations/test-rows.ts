import type { Column } from '../render/view.ts';
import type { TestedAction, TestedAutomation } from './test-document.ts';

/** A line of the result: whether the automation fires, then each action, or why each trigger stays silent. */
export interface TestRow {
  readonly automation: TestedAutomation;
  readonly result: string;
  readonly details: string;
  /** For tables, if different. */
  readonly shown?: string;
}

/** Builds the lines of tested automations. */
export function buildTestRows(automations: readonly TestedAutomation[]): readonly TestRow[] {
  const isOfOne = new Set(automations.map(({ source }) => source)).size === 1;
  return automations.flatMap((automation) => buildRows(automation, formatHeading(automation, isOfOne)));
}

/** The name, and the source if there are several. */
function formatHeading(automation: TestedAutomation, isOfOne: boolean): string {
  const name = getDisplayName(automation);
  return isOfOne || name === automation.source ? name : `${name} (${automation.source})`;
}

function buildRows(automation: TestedAutomation, name: string): readonly TestRow[] {
  const { fires, trigger, type, keyword, actions, misses } = automation;
  if (!fires) {
    const why = misses.map((miss) => ({
      result: 'because',
      details: `${miss.trigger} ${miss.type}: ${miss.reason}`,
    }));
    return [{ result: fires === null ? 'unsure' : 'silent', details: '', shown: name }, ...why].map(
      (row) => ({ automation, ...row }),
    );
  }
  const onWhat = keyword === null ? '' : ` on ${type === 'dm_reaction' ? keyword : `"${keyword}"`}`;
  const details = `${trigger} ${type}${onWhat}`;
  const done = actions.map((action) => ({ result: action.type, details: describeTestedAction(action) }));
  return [{ result: 'fires', details, shown: `${name}: ${details}` }, ...done].map((row) => ({
    automation,
    ...row,
  }));
}

function describeTestedAction({ type, to, subject, message, messageUrl }: TestedAction): string {
  if (type === 'fire_webhook') return 'sends the event to the webhook for automations';
  if (message === null) return 'cannot be determined offline';
  return [
    ...(to === null ? [] : [`to ${to}`]),
    ...(subject === null ? [] : [`subject: ${subject}`]),
    ...(messageUrl === null ? [] : [`requests the text from ${messageUrl}; fallback:`]),
    message.trimEnd() || 'fails: the text is empty',
  ].join('\n');
}

export const TEST_COLUMNS: readonly Column<TestRow>[] = [
  { name: 'source', title: 'source', value: ({ automation }) => automation.source, dataOnly: true },
  { name: 'name', title: 'name', value: ({ automation }) => automation.name, dataOnly: true },
  { name: 'result', title: 'result', value: ({ result }) => result, role: 'status', drop: 0 },
  {
    name: 'details',
    title: 'details',
    value: ({ details }) => details,
    show: ({ details, shown }) => shown ?? details,
    flexible: true,
    wraps: true,
  },
];

/** The name or the source. */
export function getDisplayName({ name, source }: TestedAutomation): string {
  return name ?? source;
}
