import { AUDIO_PLATFORM } from '../../service/platforms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { checkAccount, checkAudioLogin, type NetworkFailure } from '../networks/check-account.ts';
import { findTrack, findTracks, foldWords } from '../store/media.ts';
import { findLinkedAccount, type NetworkAccount } from '../store/profiles.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { throwRefusal } from './network-legs.ts';

/** An assumption: the default number of tracks of the simulated network. @see docs/service/audio.md#AUD-03 */
const NETWORKS_OWN_LIMIT = 25;

/** @see docs/service/audio.md#search, #AUD-01 to #AUD-05 */
export const searchAudio: Handler<'searchAudio'> = ({ query }, context) => {
  checkAudioAccount(context, 239);
  const words = foldWords(query.query).split(/\s+/);
  const found = findTracks(context.store, {
    audioType: query.audioType ?? 'music',
    words,
    most: query.limit ?? NETWORKS_OWN_LIMIT,
  });
  return { status: 'success', query: query.query, audio: found.map(({ track }) => track) };
};

/** @see docs/service/audio.md#search, #AUD-06 */
export const getAudio: Handler<'getAudio'> = ({ params }, context) => {
  checkAudioAccount(context, 517);
  const found = findTrack(context.store, params.audioId);
  if (!found?.available) {
    throw new ServiceFailure(517, {
      platform: AUDIO_PLATFORM,
      id: params.audioId,
      message: 'The track is not available to this account.',
    });
  }
  return { status: 'success', audio: found.track };
};

/**
 * Checks that the profile may use Instagram's audio catalogue.
 *
 * @param refusal the code for an account that Instagram itself refuses: 239 for a search, 517 for a lookup
 * @throws ServiceFailure 156 when Instagram is not linked, 161 when it has to be linked again, 514 when it was linked
 * by direct login, 425 when it lacks the permission
 * @see docs/service/audio.md#search, #AUD-05, #AUD-06
 * @see docs/service/errors.md#envelope
 */
function checkAudioAccount(context: HandlerContext, refusal: 239 | 517): void {
  const { store, profile, xPair } = context;
  const platform = AUDIO_PLATFORM;
  const account = findLinkedAccount(store, profile.id, platform);
  const failure =
    context.findInjectedFailure(platform) ??
    checkAudioLogin(account) ??
    checkAccount({ platform, account, xPair }) ??
    (account && findAudioRefusal(account, refusal));
  throwRefusal(platform, failure ?? null);
}

function findAudioRefusal(
  { permission, standing }: NetworkAccount,
  refusal: 239 | 517,
): NetworkFailure | null {
  if (permission === 'missing')
    return { code: 425, message: 'The Instagram account lacks the permission for audio; link it again.' };
  if (standing === 'restricted')
    return { code: refusal, message: 'Instagram refuses audio for this account.' };
  return null;
}
