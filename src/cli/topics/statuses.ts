import { ACTIVITY_STATES } from '../../facts/activity.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../facts/plans.ts';
import type { Topic } from '../command.ts';
import { formatRows } from '../format-rows.ts';

const { dispatchJitterMs: JITTER, dmsPerHour, dedupWindowMinutes: WINDOW } = LIMITS;

const STATES = Object.entries(ACTIVITY_STATES).map(
  ([name, { meaning, isTerminal }]) => [name, isTerminal ? meaning : `${meaning} (not the end)`] as const,
);

/** The first that holds is the status of the row. @see docs/service/engine.md#states, #ENG-10 */
const OVERALL = [
  ['1.', 'auth_error, when an action ended so'],
  ['2.', 'sent, when an action was accepted'],
  ['3.', 'deduplicated, when every action was'],
  ['4.', 'skipped, when every action was skipped or deduplicated'],
  ['5.', 'failed'],
] as const;

const caps = PLANS_WITH_AUTOMATIONS.map((plan) => `${PLANS[plan].dmsPerDay} on ${PLANS[plan].name}`);

/** @see docs/service/engine.md#ENG-04, #ENG-06, #ENG-07, #ENG-12, #ENG-14 */
const WAITS = [
  [
    'jitter',
    `an answer begins ${JITTER.min / SECOND_MS} to ${JITTER.max / SECOND_MS} seconds after what it answers, webhooks and emails too`,
  ],
  [
    'window',
    `an action happens once for a person within dedupWindowMinutes, ${(WINDOW.default * MINUTE_MS) / DAY_MS} days unless said; 0 is every time`,
  ],
  [
    'pace',
    `an account sends about ${dmsPerHour} DMs an hour; more of them wait for their turn, and none is lost`,
  ],
  [
    'daily cap',
    `DMs a day, over all profiles: ${caps.join(', ')}; a profile can have a cap of its own. What comes after that is not sent later`,
  ],
  [
    'monthly',
    'people a month that a conversation can be begun with: a DM to one more fails, unless it answers a comment',
  ],
] as const;

export const topic: Topic = {
  summary: 'Automations: what each status means, and what makes an answer wait',
  text: (width) => `
A row of "automations activity" has a status, and so has each of its actions:

${formatRows(STATES, width)}

A row with several actions has the first of these that holds:

${formatRows(OVERALL, width)}

So a row can be sent although one of its actions failed: OUTCOME says what became of each.

What an answer waits for, and what it ends at:

${formatRows(WAITS, width)}

  $ crier automations activity auto_K7pW2mXq9L --status failed --status auth_error
  $ crier automations report auto_K7pW2mXq9L --by reason
  $ crier automations explain auto_K7pW2mXq9L
`,
};
