import { CrierError } from '../../errors.ts';
import { joinWithOr } from '../shell/suggest-nearest.ts';
import type { TestedAutomation } from './test-document.ts';
import { getDisplayName } from './test-rows.ts';

/** What is expected of the tested automations. */
export interface TestExpectation {
  /** `fires`: at least one fires; `silent`: none does. Neither holds if that cannot be determined. */
  readonly expect?: 'fires' | 'silent' | undefined;
  /** Exact text of a DM. */
  readonly message?: string | undefined;
}

/** Checks the expectation. Null if it is met. */
export function checkExpectation(
  automations: readonly TestedAutomation[],
  expected: TestExpectation,
): CrierError | null {
  const firing = automations.filter(({ fires }) => fires);
  const untold = firing.length > 0 ? null : describeUndecided(automations);
  const ofAll = automations.length > 1 ? ` of all ${automations.length}` : '';
  if (expected.expect === 'silent' && firing.length > 0) {
    const names = firing.map((each) => `"${getDisplayName(each)}"`).join(' and ');
    return buildDiffersError(
      `expected${ofAll} to stay silent, but ${names} ${firing.length === 1 ? 'fires' : 'fire'}`,
    );
  }
  if (expected.expect === 'silent' && untold !== null) {
    return buildDiffersError(`expected${ofAll} to stay silent, but ${untold}`);
  }
  if (expected.expect === 'fires' && firing.length === 0) {
    return buildDiffersError(
      automations.length > 1
        ? `expected at least one of ${automations.length} to fire, but ${untold ?? 'all stay silent'}`
        : `expected it to fire, but ${untold ?? 'it stays silent'}`,
    );
  }
  if (expected.message === undefined) return null;
  const messages = firing.flatMap(({ actions }) =>
    actions.flatMap(({ type, message }) => (type === 'send_dm' && message !== null ? [message] : [])),
  );
  if (messages.includes(expected.message)) return null;
  if (messages.length === 0) return buildDiffersError(`expected a message, but ${untold ?? 'no DM is sent'}`);
  return buildDiffersError(
    `expected another message than ${joinWithOr(messages.map((text) => `"${text}"`))}`,
  );
}

/** Names the automations for which it cannot be determined whether they fire; null if there are none. */
function describeUndecided(automations: readonly TestedAutomation[]): string | null {
  const names = automations.filter(({ fires }) => fires === null).map((each) => `"${getDisplayName(each)}"`);
  return names.length === 0 ? null : `it cannot be determined offline whether ${joinWithOr(names)} fires`;
}

function buildDiffersError(message: string): CrierError {
  return new CrierError('differs', message, { http: null });
}
