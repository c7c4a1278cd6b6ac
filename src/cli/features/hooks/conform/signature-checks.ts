import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import type { SyntheticRequest } from '../send-attempt.ts';
import { judgeAccepted, judgeRefused, type ReceiverCheck } from './receiver-check.ts';
import { createHookId, replaceBody } from './receiver-probe.ts';

/** Older than receivers keep claims, with a day to spare. */
const STALE_MS = ASSUMED.receiverClaimMs + DAY_MS;
const AHEAD_MS = 2 * ASSUMED.maxClockSkewMs;
const VERIFY_RAW = 'verify the signature over the raw bytes, before parsing';

/**
 * What a receiver must refuse, and which signatures it must accept.
 *
 * @see docs/service/webhooks.md#signature, #rotation, #HOOK-14, #W-07, #W-14
 * @see docs/safety.md#L2
 */
export const SIGNATURE_CHECKS = {
  rotation: {
    rules: ['HOOK-10'],
    needs: 'two secrets',
    async run({ probe }) {
      const { signing } = probe;
      if (signing.kind === 'none') return 'unsigned';
      const unknown = probe.create({ signing: { ...signing, secret: createHookId() } });
      const sent = await probe.send(unknown);
      return judgeAccepted([sent], `${WEBHOOK_HEADERS.signatureV2} was accepted`, {
        what: `only ${WEBHOOK_HEADERS.signatureV2} fits, and the delivery`,
        advice: 'accept a delivery if any of your secrets fits either signature header',
      });
    },
  },
  forged: {
    rules: ['HOOK-14'],
    needs: 'secret',
    async run({ probe }) {
      const signing = { kind: 'secret', secret: createHookId(), next: null } as const;
      return judgeRefused(
        await probe.send(probe.create({ signing })),
        'signed with another secret',
        VERIFY_RAW,
      );
    },
  },
  tampered: {
    rules: ['HOOK-14'],
    needs: 'secret',
    async run({ probe }) {
      const sent = await probe.send(probe.create({ tamperedId: createHookId() }));
      return judgeRefused(sent, 'with a hookId that was changed after signing', VERIFY_RAW);
    },
  },
  unsigned: {
    rules: ['HOOK-14'],
    needs: 'secret',
    async run({ probe }) {
      const sent = await probe.send(probe.create({ signing: { kind: 'none' } }));
      return judgeRefused(sent, 'without a signature', 'refuse unsigned deliveries');
    },
  },
  stale: {
    rules: ['L2'],
    needs: 'secret',
    async run({ probe }) {
      const sent = await probe.send(probe.create(), { ageMs: STALE_MS });
      const advice = 'refuse a signed timeStamp that is older than you keep claims';
      return judgeRefused(sent, `signed ${STALE_MS / DAY_MS} days ago`, advice);
    },
  },
  future: {
    rules: ['L2'],
    needs: 'secret',
    async run({ probe }) {
      const sent = await probe.send(probe.create(), { ageMs: -AHEAD_MS });
      const advice = `refuse a signed timeStamp that is more than ${formatDuration(ASSUMED.maxClockSkewMs)} ahead`;
      return judgeRefused(sent, `signed ${formatDuration(AHEAD_MS)} in the future`, advice);
    },
  },
  'time-header': {
    rules: ['W-14'],
    needs: 'secret',
    async run({ probe }) {
      const { signedAt } = WEBHOOK_HEADERS;
      const rewrite = (request: SyntheticRequest) => {
        const changed = String(Number(request.headers[signedAt]) - 1);
        return { ...request, headers: { ...request.headers, [signedAt]: changed } };
      };
      const sent = await probe.send(probe.create(), { rewrite });
      const advice = `compare ${signedAt} with timeStamp in the body: the header is not signed`;
      return judgeRefused(sent, `with a changed ${signedAt}`, advice);
    },
  },
  'raw-bytes': {
    rules: ['HOOK-14', 'W-07'],
    needs: 'secret',
    async run({ probe }) {
      const reserialize = ({ body }: SyntheticRequest) => Buffer.from(JSON.stringify(body, null, 2));
      const changed = await probe.send(probe.create(), {
        rewrite: (request) => replaceBody(request, reserialize(request), null),
      });
      // a receiver that sees that its gateway changed the body asks for it again
      const refused =
        changed.status === 500
          ? 'refused with 500'
          : judgeRefused(changed, 'serialized again after signing', VERIFY_RAW);
      if (typeof refused !== 'string') return refused;
      const signed = await probe.send(probe.create(), {
        rewrite: (request) => replaceBody(request, reserialize(request), probe.signing),
      });
      const what = 'signed with other whitespace, the delivery';
      return judgeAccepted([signed], refused, { what, advice: VERIFY_RAW });
    },
  },
} as const satisfies Record<string, ReceiverCheck>;
