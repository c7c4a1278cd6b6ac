import type { ProfileName, Secret } from './command.ts';
import { EXPECTED } from './expected.ts';
import type { ModelSignature, ModelWorld } from './world.ts';

/**
 * @returns null where there is a secret that cannot be read
 *
 * @see docs/service/webhooks.md#signature
 * @see docs/service/readings.md#U-29, #U-30
 */
export function signatureOf({ secrets, now }: ModelWorld, profile: ProfileName): ModelSignature | null {
  const { secret, previous, isReadable } = secrets[profile];
  if (secret === null) return { main: 'none', second: 'none' };
  if (!isReadable) return null;
  const isInGrace = previous !== null && now < previous.until;
  return isInGrace ? { main: previous.secret, second: secret } : { main: secret, second: 'none' };
}

/** U-29: that of the profile, else of the Primary. */
export function callbackSigner({ secrets }: ModelWorld, profile: ProfileName): ProfileName {
  return secrets[profile].secret === null ? 'primary' : profile;
}

/** The one before signs for a while. @see docs/service/webhooks.md#signature */
export function changeSecret(world: ModelWorld, profile: ProfileName, secret: Secret): void {
  const { secret: former } = world.secrets[profile];
  if (former === secret) return;
  const until = world.now + EXPECTED.graceMs;
  const previous = former === null ? null : { secret: former, until };
  world.secrets[profile] = { ...world.secrets[profile], secret, previous };
}

/** One that comes with a registration: the one before signs no more. @see docs/service/webhooks.md#W-16 */
export function registerSecret(world: ModelWorld, profile: ProfileName, secret: Secret): void {
  world.secrets[profile] = { secret, previous: null, isReadable: true };
}
