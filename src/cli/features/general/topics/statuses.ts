import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../service/durations.ts';
import { ACTIVITY_STATES } from '../../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../../../service/plans.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const { dispatchJitterMs: JITTER, dmsPerHour, dedupWindowMinutes: WINDOW } = LIMITS;

const STATES = Object.entries(ACTIVITY_STATES).map(
  ([name, { meaning, isTerminal }]) => [name, isTerminal ? meaning : `${meaning} (not final)`] as const,
);

/** The first that holds is the status of the row. @see docs/service/engine.md#states, #ENG-10 */
const OVERALL = [
  ['1.', 'auth_error, if an action has it'],
  ['2.', 'sent, if an action was accepted'],
  ['3.', 'deduplicated, if every action was'],
  ['4.', 'skipped, if every action was skipped or deduplicated'],
  ['5.', 'failed'],
] as const;

const caps = PLANS_WITH_AUTOMATIONS.map((plan) => `${PLANS[plan].dmsPerDay} on ${PLANS[plan].name}`);

/** @see docs/service/engine.md#ENG-04, #ENG-06, #ENG-07, #ENG-12, #ENG-14 */
const WAITS = [
  [
    'jitter',
    `an answer starts ${JITTER.min / SECOND_MS} to ${JITTER.max / SECOND_MS} seconds after its event; webhooks and emails too`,
  ],
  [
    'window',
    `an action runs once per person within dedupWindowMinutes (default: ${(WINDOW.default * MINUTE_MS) / DAY_MS} days; 0: every time)`,
  ],
  ['rate', `an account sends about ${dmsPerHour} DMs an hour; further DMs wait, and none is lost`],
  [
    'daily cap',
    `DMs a day over all profiles: ${caps.join(', ')}; a profile can have its own cap. DMs above the cap are dropped`,
  ],
  ['monthly', 'quota of new conversations a month; a DM above it fails, unless it answers a comment'],
] as const;

export const topic: Topic = {
  summary: 'Statuses of automation activity, and what delays it',
  text: (width) => `
Each row of "automations activity" has a status, and so has each of its actions:

${formatRows(STATES, width)}

The status of a row with several actions is the first of these that applies:

${formatRows(OVERALL, width)}

So a row can be sent even if one of its actions failed. The outcome column has the result of each action.

What delays or suppresses an answer:

${formatRows(WAITS, width)}

  $ crier automations activity auto_K7pW2mXq9L --status failed --status auth_error
  $ crier automations report auto_K7pW2mXq9L --by reason
  $ crier automations explain auto_K7pW2mXq9L
`,
};
