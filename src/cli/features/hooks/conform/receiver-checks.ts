import { SECOND_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import type { SentAttempt } from '../send-attempt.ts';
import { judgeEffects } from './effects-log.ts';
import {
  isUnauthorized,
  judgeAccepted,
  type ReceiverCheck,
  type ReceiverCheckTools,
} from './receiver-check.ts';
import { describeResponse, isAccepted } from './receiver-probe.ts';
import { SIGNATURE_CHECKS } from './signature-checks.ts';

export const COPIES = 50;
/** As in real retries. */
const ATTEMPTS = LIMITS.webhookAttempts.firstHour + LIMITS.webhookAttempts.later;
const RETRY_AGE_MS = 60 * SECOND_MS;
const LARGE_BYTES = 1_000_000;
const HIGH_ATTEMPT = 1_000_000;
/** How long a receiver may take to accept deliveries again after its restart. */
const RESTART_MS = 60 * SECOND_MS;
const RESTART_POLL_MS = 250;

const CLAIM = 'claim hookId atomically on arrival, and answer duplicates with 200';

/**
 * The delivery contract as seen by a receiver, in the order in which it is checked.
 *
 * @see docs/service/webhooks.md#deliveries, #headers, #signature, #receiver
 */
export const RECEIVER_CHECKS = {
  time: {
    rules: ['HOOK-04', 'W-04'],
    judgesFirst: true,
    async run({ first: { error, ms } }) {
      const limit = formatDuration(LIMITS.webhookAnswerMs);
      if (error !== 'timeout') return `${ms.toLocaleString('en')} ms, within ${limit}`;
      return { found: `no complete response within ${limit}`, advice: 'respond first, then process' };
    },
  },
  status: {
    rules: ['HOOK-22', 'U-05'],
    judgesFirst: true,
    async run({ first, secrets }) {
      const { status } = first;
      if (isUnauthorized(first) && secrets > 0) return `${status}, see signature`;
      if (isAccepted(first) && status === 200) return '200';
      return { found: describeResponse(first), advice: adviseOnStatus(first) };
    },
  },
  signature: {
    rules: ['HOOK-10', 'U-01'],
    judgesFirst: true,
    needs: 'secret',
    async run({ first }) {
      if (!isUnauthorized(first)) return 'a signed delivery was accepted';
      const advice = 'check that the receiver has the same secret: "crier hooks verify" explains why';
      return { found: `a signed delivery was not accepted: ${first.status}`, advice };
    },
  },
  ...SIGNATURE_CHECKS,
  'copies-at-once': {
    rules: ['HOOK-12', 'W-15'],
    async run({ probe }) {
      const delivery = probe.create();
      const all = await Promise.all(listCopies().map((attempt) => probe.send(delivery, { attempt })));
      return judgeAccepted(all, `all ${COPIES} copies were accepted`, { what: 'copies', advice: CLAIM });
    },
  },
  'copies-in-turn': {
    rules: ['HOOK-07', 'HOOK-12'],
    async run({ probe }) {
      const delivery = probe.create();
      for (const [place, attempt] of listCopies().entries()) {
        const sent = await probe.send(delivery, { attempt });
        if (isAccepted(sent)) continue;
        const found = `copy ${place + 1} of ${COPIES} was not accepted: ${describeResponse(sent)}`;
        return { found, advice: CLAIM };
      }
      return `all ${COPIES} copies were accepted`;
    },
  },
  retried: {
    rules: ['HOOK-08', 'W-06'],
    async run({ probe }) {
      const delivery = probe.create();
      const before = await probe.send(delivery, { ageMs: RETRY_AGE_MS });
      const after = await probe.send(delivery, { attempt: 1 });
      return judgeAccepted([before, after], 'a retry with a new timeStamp was accepted', {
        what: 'with a new timeStamp, attempts',
        advice: 'accept the same hookId with another body: it is built again for each attempt',
      });
    },
  },
  'attempt-number': {
    rules: ['HOOK-09', 'HOOK-24'],
    async run({ probe }) {
      const sent = await probe.send(probe.create(), { attempt: HIGH_ATTEMPT });
      const number = HIGH_ATTEMPT.toLocaleString('en');
      return judgeAccepted([sent], `attempt ${number} was accepted`, {
        what: `attempt ${number}`,
        advice: `do not limit ${WEBHOOK_HEADERS.attempt}`,
      });
    },
  },
  'repeated-event': {
    rules: ['HOOK-13', 'W-12'],
    async run({ probe, effects }) {
      const one = probe.create();
      const other = probe.create({ eventId: one.eventId });
      const all = [await probe.send(one), await probe.send(other)];
      const advice = 'claim activityId and actionId too, and answer repeated events with 200';
      const text = 'the same event with a new hookId was accepted';
      const accepted = judgeAccepted(all, text, {
        what: 'with a new hookId, deliveries of one event',
        advice,
      });
      if (effects === null || typeof accepted !== 'string')
        return typeof accepted === 'string' ? `${accepted}; what it did: not checked` : accepted;
      const fault = judgeEffects(await effects.countLines([one.hookId, other.hookId]), advice);
      return fault ?? `${accepted}, and processed once`;
    },
  },
  'unknown-fields': {
    rules: ['HTTP-10'],
    async run({ probe }) {
      const change = (body: object) => ({ ...body, addedLater: { list: [1, null, 'é'] }, extra: null });
      const sent = await probe.send(probe.create({ change }));
      return judgeAccepted([sent], 'accepted', {
        what: 'with unknown fields, it',
        advice: 'ignore unknown fields',
      });
    },
  },
  'unknown-types': {
    rules: ['HOOK-25'],
    async run({ probe }) {
      const change = (body: object) => ({ ...body, type: 'automation.addedLater' });
      const sent = await probe.send(probe.create({ change }));
      const advice = 'answer events of unknown types with 200, and ignore them';
      return judgeAccepted([sent], 'accepted', { what: 'with an unknown type, it', advice });
    },
  },
  order: {
    rules: ['HOOK-21', 'W-18'],
    async run({ probe }) {
      const completed = probe.create({ name: 'automation.completed' });
      const triggered = probe.create({ eventId: completed.eventId });
      const all = [await probe.send(completed), await probe.send(triggered)];
      return judgeAccepted(all, 'completed before triggered was accepted', {
        what: 'completed before triggered, events',
        advice: 'do not depend on the order of events',
      });
    },
  },
  large: {
    rules: ['HOOK-22'],
    async run({ probe }) {
      const change = (body: object) => {
        const empty = Buffer.byteLength(JSON.stringify({ ...body, commentText: '' }));
        return { ...body, commentText: 'x'.repeat(LARGE_BYTES - empty) };
      };
      const sent = await probe.send(probe.create({ change }));
      const advice = 'raise the limit of the body size, also in proxies';
      return judgeAccepted([sent], '1 MB was accepted', { what: '1 MB', advice });
    },
  },
  'processed-once': {
    rules: ['HOOK-12', 'W-15'],
    needs: 'effects',
    async run({ probe, effects }) {
      const delivery = probe.create();
      await Promise.all(listCopies().map((attempt) => probe.send(delivery, { attempt })));
      const lines = (await effects?.countLines([delivery.hookId])) ?? 0;
      return judgeEffects(lines, CLAIM) ?? `${COPIES} copies at once were processed once`;
    },
  },
  restart: {
    rules: ['HOOK-12'],
    needs: 'restart',
    async run(tools) {
      const { probe, restart, effects, signal } = tools;
      const delivery = probe.create();
      const before = await probe.send(delivery);
      const exitCode = await restart?.();
      signal.throwIfAborted();
      if (exitCode !== 0) {
        const advice = 'use a command that ends with 0 once the receiver was restarted';
        const how = typeof exitCode === 'number' ? `with exit code ${exitCode}` : 'by a signal';
        return { found: `the restart command failed ${how}`, advice };
      }
      const next = await sendUntilAccepted(tools);
      const again = await probe.send(delivery, { attempt: 1 });
      const text = 'after the restart, a new delivery and a duplicate were accepted';
      const accepted = judgeAccepted([before, next, again], text, {
        what: 'before and after the restart, deliveries',
        advice: 'keep the secret and the claims in a durable store',
      });
      if (typeof accepted !== 'string') return accepted;
      if (effects === null) return `${accepted}; what they did: not checked`;
      const advice = 'keep claims in a durable store';
      return (
        judgeEffects(await effects.countLines([delivery.hookId]), advice) ?? `${accepted}, processed once`
      );
    },
  },
} as const satisfies Record<string, ReceiverCheck>;

/** Receivers may be unreachable while they start: deliveries are retried for a while, as the service does. */
async function sendUntilAccepted({ probe, clock, signal }: ReceiverCheckTools): Promise<SentAttempt> {
  const delivery = probe.create();
  const end = clock.steady() + RESTART_MS;
  for (;;) {
    const sent = await probe.send(delivery);
    if (sent.outcome !== 'again' || isAccepted(sent) || clock.steady() >= end) return sent;
    await clock.sleep(RESTART_POLL_MS, signal);
  }
}

function listCopies(): readonly number[] {
  return Array.from({ length: COPIES }, (_each, place) => place % ATTEMPTS);
}

function adviseOnStatus(first: SentAttempt): string {
  const { status } = first;
  if (isAccepted(first)) return 'only 200 counts as delivered';
  if (status === null || status < 300) return 'send a complete response';
  if (status < 400) return 'redirects are not followed: use the URL that it redirects to';
  if (isUnauthorized(first)) return 'if it requires a signature, set the secret with --secret-file';
  return 'answer a valid delivery with 200; see the log of the receiver';
}
