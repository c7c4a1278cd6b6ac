import { CrierError } from '../../errors.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import type { TestedAutomation } from './test-document.ts';
import { getDisplayName } from './test-rows.ts';

/** What was expected of some automations. */
export interface TestExpectation {
  /** `fires` holds when one of them does, `silent` when none does; neither when that cannot be told. */
  readonly expect?: 'fires' | 'silent' | undefined;
  /** Holds when a DM says exactly this. */
  readonly message?: string | undefined;
}

/** What does not hold of what was expected; null when all of it does. */
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
      `silence was expected${ofAll}, and ${names} ${firing.length === 1 ? 'fires' : 'fire'}`,
    );
  }
  if (expected.expect === 'silent' && untold !== null) {
    return buildDiffersError(`silence was expected${ofAll}, and ${untold}`);
  }
  if (expected.expect === 'fires' && firing.length === 0) {
    return buildDiffersError(
      automations.length > 1
        ? `at least one of ${automations.length} was expected to fire, and ${untold ?? 'all stay silent'}`
        : `it was expected to fire, and ${untold ?? 'stays silent'}`,
    );
  }
  if (expected.message === undefined) return null;
  const messages = firing.flatMap(({ actions }) =>
    actions.flatMap(({ type, message }) => (type === 'send_dm' && message !== null ? [message] : [])),
  );
  if (messages.includes(expected.message)) return null;
  if (messages.length === 0)
    return buildDiffersError(`a message was expected, and ${untold ?? 'no DM is sent'}`);
  return buildDiffersError(
    `the expected message was not sent, but ${joinWithOr(messages.map((text) => `"${text}"`))}`,
  );
}

/** Says of which it cannot be told whether they fire; null when that can be told of all. */
function describeUndecided(automations: readonly TestedAutomation[]): string | null {
  const names = automations.filter(({ fires }) => fires === null).map((each) => `"${getDisplayName(each)}"`);
  return names.length === 0 ? null : `whether ${joinWithOr(names)} fires cannot be told here`;
}

function buildDiffersError(message: string): CrierError {
  return new CrierError('differs', message, { http: null });
}
