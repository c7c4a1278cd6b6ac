import { ServiceFailure } from '../service-failure.ts';
import type { HandlerContext } from './handler.ts';

const PLATFORM = 'instagram';

/**
 * Makes sure that the profile may use instagram's audio catalogue.
 *
 * @throws ServiceFailure 156 when instagram is not linked, 161 when it has to be linked again, 514 when it was
 * linked by the direct login
 * @see service.md, "Instagram audio search", and Errors
 */
export function checkAudioAccount({ store, profile }: HandlerContext): void {
  const account = store.accounts.of(profile.id, PLATFORM);
  if (account === undefined) {
    throw new ServiceFailure(156, { platform: PLATFORM, message: 'No Instagram account is linked.' });
  }
  if (account.loginKind === 'direct') {
    throw new ServiceFailure(514, {
      platform: PLATFORM,
      message: 'Audio needs Instagram linked through a Facebook page; this account was linked directly.',
    });
  }
  if (account.token === 'expired') {
    throw new ServiceFailure(161, {
      platform: PLATFORM,
      message: 'The authorization for Instagram has expired or was revoked.',
      relink: true,
    });
  }
}
