import type { TestExpectation } from './check-expectation.ts';
import { formatPlaceholder } from './event-flags.ts';
import type { TestedAutomation } from './test-document.ts';
import { getDisplayName } from './test-rows.ts';

/** Notes beside the result of a test. */
export function listTestNotes(
  automations: readonly TestedAutomation[],
  expect?: TestExpectation['expect'],
): readonly string[] {
  const handle = formatPlaceholder('recipient_username');
  const texts = automations.flatMap(({ actions }) =>
    actions.flatMap(({ message, subject }) => [message ?? '', subject ?? '']),
  );
  const count = automations.filter(({ fires }) => fires).length;
  const isByOthers = expect === 'fires' && count > 0 && count < automations.length;
  const paused = automations.filter(({ active }) => active === false);
  return [
    ...(isByOthers
      ? [
          `${count} of ${automations.length} fire${count === 1 ? 's' : ''}, which meets --expect fires; use --automation <name> to test only one`,
        ]
      : []),
    ...paused.map(
      (automation) => `"${getDisplayName(automation)}" is paused: nothing happens until it is resumed`,
    ),
    ...(texts.some((text) => text.includes(handle)) ? [`use --from to set ${handle}`] : []),
  ];
}
