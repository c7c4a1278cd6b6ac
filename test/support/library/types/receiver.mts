// What programs may rely on: each line compiles, and fails where a comment says so. Compiled by test/slow/library.
import {
  type ClaimStore,
  createReceiver,
  type DeliveryReceiver,
  type DeliveryReceiverOptions,
  type FailureReason,
  type ReceiverVerdict,
  type RefusalReason,
  type WebhookDelivery,
} from 'crier-cli/receiver';
import { createMemoryClaims } from 'crier-cli/receiver/memory';
import { openPostgresClaims } from 'crier-cli/receiver/postgres';
import { openSqliteClaims } from 'crier-cli/receiver/sqlite';
import { type SignatureVerdict, verifyDelivery } from 'crier-cli/receiver/verify';

/** Whether two types are the same, and not merely assignable to each other. */
type IsSame<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
/** A value of every type. */
declare function give<Type>(): Type;

const claims: ClaimStore = createMemoryClaims();
const options: DeliveryReceiverOptions = {
  secrets: ['one', 'two'],
  claims,
  toleranceMs: 60_000,
  accept: async ({ hookId, event }) => [hookId, event['text']],
  onVerdict: ({ kind, status }) => [kind, status],
  now: () => 0,
  sleep: async () => {},
};
const receiver: DeliveryReceiver = createReceiver(options);
createReceiver({ secrets: 'one', claims });
createReceiver({ secrets: 'one', claims, accept() {} });

// @ts-expect-error a store must be chosen
createReceiver({ secrets: 'one' });
// @ts-expect-error secrets are needed
createReceiver({ claims });
// @ts-expect-error there is no such option
createReceiver({ secrets: 'one', claims, secret: 'one' });
// @ts-expect-error a variable that may not be set
createReceiver({ secrets: give<string | undefined>(), claims });
// @ts-expect-error the body must be raw
receiver.receive({ hookId: 'parsed' }, {});
// @ts-expect-error headers are needed
receiver.receive('{}');

const verdict: ReceiverVerdict = await receiver.receive(new Uint8Array(), { a: 'b', c: ['d'], e: undefined });
await receiver.receive(new ArrayBuffer(1), new Headers());
await receiver.receive('{}', [['a', 'b']]);

true satisfies IsSame<typeof verdict.kind, 'accepted' | 'repeated' | 'refused' | 'failed'>;
true satisfies IsSame<typeof verdict.status, 200 | 401 | 405 | 413 | 500 | 503>;
// @ts-expect-error not every verdict has a delivery
verdict.delivery;
switch (verdict.kind) {
  case 'accepted':
  case 'repeated':
    true satisfies IsSame<typeof verdict.delivery, WebhookDelivery>;
    true satisfies IsSame<typeof verdict.status, 200>;
    // @ts-expect-error it was not refused
    verdict.reason;
    break;
  case 'refused':
    true satisfies IsSame<typeof verdict.reason, RefusalReason>;
    true satisfies IsSame<typeof verdict.status, 401 | 405 | 413>;
    break;
  case 'failed':
    true satisfies IsSame<typeof verdict.reason, FailureReason>;
    true satisfies IsSame<typeof verdict.status, 500 | 503>;
    true satisfies IsSame<typeof verdict.error, unknown>;
    break;
  default:
    verdict satisfies never;
}

true satisfies IsSame<
  RefusalReason,
  | 'unsigned'
  | 'unreadable'
  | 'mismatch'
  | 'undated'
  | 'other time'
  | 'stale'
  | 'from the future'
  | 'too large'
  | 'not a POST request'
>;
true satisfies IsSame<
  FailureReason,
  'not accepted' | 'in progress' | 'not claimed' | 'unusable input' | 'changed body'
>;

const delivery = give<WebhookDelivery>();
true satisfies IsSame<typeof delivery.event, Readonly<Record<string, unknown>>>;
true satisfies IsSame<typeof delivery.hookId, string | null>;
true satisfies IsSame<typeof delivery.action, string | null>;
true satisfies IsSame<typeof delivery.type, string | null>;
true satisfies IsSame<typeof delivery.attempt, number | null>;
true satisfies IsSame<typeof delivery.keys, readonly string[]>;
true satisfies IsSame<typeof delivery.timeStamp, number>;
true satisfies IsSame<typeof delivery.secret, number>;
// @ts-expect-error a delivery cannot be changed
delivery.hookId = 'other';

const signature: SignatureVerdict = await verifyDelivery('{}', {}, { secrets: 'one' });
if (signature.isValid) signature.timeStamp satisfies number;
else signature.fault satisfies RefusalReason | FailureReason;
// @ts-expect-error a verdict must be looked at first
signature.fault;

openSqliteClaims('claims.db').close();
true satisfies IsSame<ReturnType<typeof openPostgresClaims>, Promise<ClaimStore>>;
await openPostgresClaims({ query: async (text: string, values?: unknown[]) => ({ rows: [text, values] }) });
// @ts-expect-error its rows are needed
await openPostgresClaims({ query: async () => [] });

export const own: ClaimStore = {
  async claim({ keys, owner, now, leaseUntil, expiresAt }) {
    keys satisfies readonly string[];
    owner satisfies string;
    return now + leaseUntil + expiresAt > 0 ? 'claimed' : keys.length > 0 ? 'in progress' : 'completed';
  },
  async complete() {},
  async release() {},
};
export const incomplete: Omit<ClaimStore, 'release'> = { claim: own.claim, complete: own.complete };
// @ts-expect-error all three are needed
createReceiver({ secrets: 'one', claims: incomplete });
// @ts-expect-error there is no such outcome
export const odd: ClaimStore = { ...own, claim: async () => 'yes' };
