import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { DELIVERY_WAITS_MS } from '../../../../domain/webhooks/delivery.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS } from '../../../../service/webhooks.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import type { CommandText } from '../../../framework/output/text/shell-command.ts';
import { createFinding, type ExplanationFinding } from '../../automations/explain/explanation.ts';
import { describeTarget } from '../../webhooks/forward-targets.ts';
import type { ExplainedDelivery } from './delivery-facts.ts';

const MOST_ATTEMPTS = DELIVERY_WAITS_MS.length + 1;

/** Explains what happened to a delivery, the most important finding first. */
export function explainDelivery(facts: ExplainedDelivery): readonly ExplanationFinding[] {
  const { activity, commands } = facts;
  return [
    explainState(facts),
    ...explainWebhook(facts),
    ...explainInbox(facts),
    ...(activity === null
      ? []
      : [
          createFinding({
            subject: 'activity',
            status: activity.status ?? null,
            reason: `the row ${activity.id} of the automation is the result, whatever was delivered`,
            command: commands.service`automations explain ${activity.id}`,
          }),
        ]),
  ];
}

const SUBJECT = 'delivery';

/** What the state and the last attempt mean. @see docs/service/webhooks.md#retries */
function explainState(facts: ExplainedDelivery): ExplanationFinding {
  const { record, received, commands } = facts;
  const isCopy = received.some(({ editedFrom }) => editedFrom !== null);
  if (record === null && isCopy)
    return createFinding({
      subject: SUBJECT,
      reason: 'the service did not send it: it was made on this machine',
    });
  if (record === null) {
    return createFinding({
      subject: SUBJECT,
      reason: `the service does not list it: it is older than ${LIMITS.hookHistoryMonths} months, or of another profile`,
      command: commands.service`hooks history --all`,
    });
  }
  const { delivery } = record;
  const state = delivery?.state ?? null;
  if (delivery == null || state === null) {
    const reason = 'the service does not report the results of deliveries';
    return createFinding({ subject: SUBJECT, reason, advice: 'look into the log of the receiver' });
  }
  const attempts = delivery.attempts ?? delivery.log?.length ?? null;
  const last = attempts === null ? 'the last attempt' : `attempt ${attempts} of ${MOST_ATTEMPTS}`;
  if (state === 'delivered')
    return createFinding({ subject: SUBJECT, status: state, reason: `the receiver answered 200 to ${last}` });
  const cause = explainAnswer(delivery.lastStatus ?? null, delivery.lastError ?? null);
  const isNew = attempts === 0;
  const answered = isNew ? 'no attempt was made yet' : `${last} ${cause.found}`;
  if (state === 'retrying') {
    const due = readTimestamp(delivery.nextAttempt).iso;
    const requirement = delivery.requirement == null ? '' : `, and needs ${delivery.requirement}`;
    const next =
      due === null ? 'the next attempt is being made' : `the next one is due at ${due}${requirement}`;
    return createFinding({
      subject: SUBJECT,
      status: isNew ? 'waiting' : state,
      reason: `${answered}; ${next}`,
      advice: isNew ? null : cause.advice,
    });
  }
  const isOver = attempts !== null && attempts >= MOST_ATTEMPTS;
  const why = isOver ? 'no attempt is left' : `${cause.why}, so it is not attempted again`;
  return createFinding({
    subject: SUBJECT,
    status: state,
    reason: `${answered}; ${why}`,
    advice: cause.advice,
    command: chooseAgain(facts),
  });
}

/** What makes up for a delivery that has failed: the service sends none again by request. */
function chooseAgain({ id, isSandbox, received, storeWords, commands }: ExplainedDelivery): CommandText {
  if (isSandbox) return commands.sandbox`redeliver ${id}`;
  const [first] = received;
  return first === undefined
    ? commands.service`hooks reconcile`
    : commands.change`hooks inbox forward ${first.number} ${storeWords}`;
}

interface AnswerCause {
  /** What the receiver did, behind "attempt 1 of 13". */
  found: string;
  /** Why it ended the delivery, if it did. */
  why: string;
  advice: string | null;
}

const ADVICE_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'the receiver could not read the body: it is JSON, and may have fields and types that it does not know',
  401: 'compare the secrets: the receiver has to verify the bytes as they came; "crier hooks verify" finds the difference',
  403: 'a firewall, or the check of the signature, refuses the service; "crier hooks verify" checks a signature',
  404: 'there is nothing at this path: register the right URL, or correct the route',
  405: 'the receiver has to accept POST at this path',
  410: 'there is nothing at this path any more: register the right URL',
  413: 'the receiver has to accept bodies of 1 MB',
};

function explainAnswer(status: number | null, error: string | null): AnswerCause {
  const seconds = LIMITS.webhookAnswerMs / 1000;
  if (status === null) {
    const isSlow = error === 'timeout';
    return {
      found: isSlow
        ? `had no answer within ${seconds} s`
        : `had no answer${error === null ? '' : `: ${error}`}`,
      why: 'the address is refused',
      advice: isSlow
        ? 'answer 200 first, and do the work afterwards'
        : 'check that the address is public, that its certificate is valid, and that the receiver runs',
    };
  }
  const found = `was answered with ${status}`;
  const why = 'a client error ends a delivery';
  if (status < 300) return { found, why, advice: 'answer exactly 200: other codes do not count' };
  if (status < 400)
    return { found, why, advice: 'redirects are not followed: register the address that it leads to' };
  const isRetried = status >= 500 || RETRIED_CLIENT_ERRORS.some((each) => each === status);
  const advice = isRetried
    ? 'look into the log of the receiver: such an answer is retried'
    : 'look into the log of the receiver; a temporary problem has to be answered with 503';
  return { found, why, advice: ADVICE_BY_STATUS[status] ?? advice };
}

/** Whether what is registered now is what the delivery went to. */
function explainWebhook({ record, webhooks, commands }: ExplainedDelivery): readonly ExplanationFinding[] {
  const { action, url } = record ?? {};
  if (action === undefined || typeof url !== 'string' || webhooks === null) return [];
  const subject = 'webhook';
  const now = webhooks.find((each) => each.action === action)?.url ?? null;
  if (now === url) return [];
  const reason =
    now === null
      ? `it went to ${url}, and the profile has no webhook for ${action} of its own now`
      : `it went to ${url}, and ${now} is registered for ${action} now`;
  return [createFinding({ subject, reason, command: commands.service`hooks list` })];
}

/** What the receiver of this machine did with it. */
function explainInbox(facts: ExplainedDelivery): readonly ExplanationFinding[] {
  const { received, hasInbox, record, storeWords, commands } = facts;
  const subject = 'inbox';
  const [first] = received;
  if (first === undefined) {
    if (!hasInbox || record?.delivery?.state !== 'delivered') return [];
    const reason = 'the inbox of this machine does not have it: another receiver has answered';
    return [createFinding({ subject, reason })];
  }
  const at = new Date(first.receivedAt).toISOString();
  const times =
    received.length === 1 ? '' : `, and ${formatCount(received.length - 1, 'time')} again, as a repetition`;
  const from = first.source === 'history' ? 'taken from the history' : 'received';
  const signature = first.signature === null ? 'its signature was not checked' : 'its signature is valid';
  const taken =
    first.editedFrom === null
      ? `${from} at ${at} as number ${first.number}${times}; ${signature}`
      : `number ${first.number}, a changed copy of number ${first.editedFrom}, made at ${at}`;
  const show = commands.change`hooks inbox show ${first.number} ${storeWords}`;
  return [
    createFinding({ subject, status: first.state, reason: taken, command: show }),
    ...first.forwardings.map(({ target, state, dueAt, attempts }) => {
      const last = attempts.at(-1);
      const result =
        last === undefined
          ? 'not attempted yet'
          : `${formatCount(attempts.length, 'attempt')}, the last ${last.error ?? `ended with ${last.status ?? 'success'}`}${last.ms === null ? '' : ` in ${formatDuration(last.ms)}`}`;
      const next =
        dueAt === null || state === 'done' ? '' : `; the next one at ${new Date(dueAt).toISOString()}`;
      return createFinding({
        subject: `forwarding ${describeTarget(target)}`,
        status: state,
        reason: `to ${describeTarget(target)}: ${result}${next}`,
        command: state === 'dead' ? commands.change`hooks inbox forward ${first.number} ${storeWords}` : null,
      });
    }),
  ];
}
