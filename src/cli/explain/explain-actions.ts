import type { ActionResult } from '../../facts/activity.ts';
import type { Circumstances } from './circumstances.ts';
import { explainAccount } from './explain-account.ts';
import { codeIn, explainFailure } from './explain-failure.ts';
import { explainWindow } from './explain-window.ts';
import { type Cause, type Finding, finding } from './explanation.ts';

/** What weighs most stands first; of the same weight, in the order in which they ran. */
const WEIGHTS: readonly string[] = [
  'auth_error',
  'failed',
  'in_flight',
  'pending',
  'deduplicated',
  'skipped',
  'sent',
];

/** Why each action of a row ended as it did. */
export function explainActions(circumstances: Circumstances): readonly Finding[] {
  const results = circumstances.row.actionResults ?? [];
  const weight = ({ status }: ActionResult) => (WEIGHTS.indexOf(status) + WEIGHTS.length) % WEIGHTS.length;
  return results
    .toSorted((one, other) => weight(one) - weight(other))
    .map((result) =>
      finding({
        about: `${result.type} ${result.actionId}`,
        status: result.status,
        ...explainAction(result, circumstances),
      }),
    );
}

function explainAction(result: ActionResult, circumstances: Circumstances): Cause {
  switch (result.status) {
    case 'auth_error':
      return codeIn(result.errorDetails ?? '') === null
        ? explainAccount(result.errorDetails ?? '', circumstances)
        : explainFailure(result, circumstances);
    case 'failed':
      return explainFailure(result, circumstances);
    case 'deduplicated':
      return explainWindow(result.actionId, circumstances);
    case 'sent':
      return sent(result, circumstances);
    case 'skipped':
      return { why: result.errorDetails ?? 'the whole dispatch was suppressed' };
    case 'pending':
    case 'in_flight':
      return { why: result.status === 'pending' ? 'its turn has not come yet' : 'it is being done' };
    default:
      return {
        why: result.errorDetails ?? `it ended ${result.status}, which is no state that is known here`,
      };
  }
}

/** What `sent` says of each type, and what it does not. @see rules ENG-20, HOOK-19 */
const SENT: Readonly<Record<string, Cause>> = {
  send_dm: {
    why: 'the network accepted the DM, which does not say that it was seen',
    advice: 'people who take no message requests of strangers never see it, and no error tells',
  },
  fire_webhook: { why: 'the event is queued for the webhook, which does not say that it was taken' },
  send_email: { why: 'the email is queued' },
};

/** A text that nobody was asked for: no address is to blame. */
const NOT_ASKED = /\bnot asked\b/i;

/** @see rules ENG-16, ENG-20, HOOK-19 */
function sent({ type, messageSource, errorDetails }: ActionResult, { commands }: Circumstances): Cause {
  const cause = SENT[type] ?? { why: 'it was done' };
  if (type === 'fire_webhook') return { ...cause, command: commands.service('hooks list') };
  if (messageSource !== 'fallback') return cause;
  const said = errorDetails ?? '';
  return {
    ...cause,
    why: `${cause.why}; it says the message of the automation, since messageUrl gave none${said && `: ${said}`}`,
    advice: NOT_ASKED.test(said)
      ? 'nothing is wrong with the address'
      : 'see to the address that is asked for the text; it has one chance each time',
  };
}
