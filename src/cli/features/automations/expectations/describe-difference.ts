import type { TestedAutomation } from '../../../../domain/automations/test-automation.ts';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';

/** What one event is expected to do. */
export interface Expectation {
  /** `fires`: at least one fires; `silent`: none does. Neither holds if that cannot be determined. */
  expect?: 'fires' | 'silent' | undefined;
  /** Exact text of a DM. */
  message?: string | undefined;
}

/** Describes how the result differs from the expectation; null if it meets it. */
export function describeDifference(
  automations: readonly TestedAutomation[],
  expected: Expectation,
): string | null {
  const firing = automations.filter(({ fires }) => fires);
  const unreported = firing.length > 0 ? null : describeUndecided(automations);
  const ofAll = automations.length > 1 ? ` of all ${automations.length}` : '';
  if (expected.expect === 'silent' && firing.length > 0) {
    const names = firing.map((each) => `"${getDisplayName(each)}"`).join(' and ');
    return `expected${ofAll} to stay silent, but ${names} ${firing.length === 1 ? 'fires' : 'fire'}`;
  }
  if (expected.expect === 'silent' && unreported !== null) {
    return `expected${ofAll} to stay silent, but ${unreported}`;
  }
  if (expected.expect === 'fires' && firing.length === 0) {
    return automations.length > 1
      ? `expected at least one of ${automations.length} to fire, but ${unreported ?? 'none matches'}`
      : `expected it to fire, but ${unreported ?? 'it does not match'}`;
  }
  if (expected.message === undefined) return null;
  const messages = firing.flatMap(({ actions }) =>
    actions.flatMap(({ type, message }) => (type === 'send_dm' && message !== null ? [message] : [])),
  );
  if (messages.includes(expected.message)) return null;
  if (messages.length === 0) return `expected a message, but ${unreported ?? 'no DM is sent'}`;
  return `expected another message than ${joinWithOr(messages.map((text) => `"${text}"`))}`;
}

/** Names the automations for which it cannot be determined whether they fire; null if there are none. */
function describeUndecided(automations: readonly TestedAutomation[]): string | null {
  const names = automations.filter(({ fires }) => fires === null).map((each) => `"${getDisplayName(each)}"`);
  return names.length === 0 ? null : `it cannot be determined offline whether ${joinWithOr(names)} fires`;
}

export function getDisplayName({ name, source }: TestedAutomation): string {
  return name ?? source;
}
