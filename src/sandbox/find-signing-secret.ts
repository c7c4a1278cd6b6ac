import type { SigningSecret } from '../domain/webhooks/signature.ts';
import type { Store } from './store/store.ts';

/**
 * The secret that signs a profile's webhooks and callbacks. For a while after a change, the previous secret still
 * signs, and the new one beside it.
 *
 * @param now the sandbox's time, in milliseconds since 1970
 * @see docs/service/webhooks.md#signature, #HOOK-03
 * @see docs/service/readings.md#U-29, #U-30
 * @see docs/safety.md#S10
 */
export function findSigningSecret(
  { webhooks }: Pick<Store, 'webhooks'>,
  profile: number,
  now: number,
): SigningSecret {
  const { secret = null, previous = null, isReadable = true } = webhooks.profile(profile) ?? {};
  if (secret === null) return { kind: 'none' };
  if (!isReadable) return { kind: 'unreadable' };
  const isOver = previous === null || previous.until <= now;
  return isOver
    ? { kind: 'secret', secret, next: null }
    : { kind: 'secret', secret: previous.secret, next: secret };
}
