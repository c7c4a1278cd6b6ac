import { ServiceFailure } from '../http/service-failure.ts';
import { checkAudioAccount } from './audio-account.ts';
import type { Handler } from './handler.ts';

/** @see docs/service/audio.md#search, #AUD-06 */
export const getAudio: Handler<'getAudio'> = ({ params }, context) => {
  checkAudioAccount(context, 517);
  const found = context.store.tracks.find(params.audioId);
  if (!found?.available) {
    throw new ServiceFailure(517, {
      platform: 'instagram',
      id: params.audioId,
      message: 'The track is not available to this account.',
    });
  }
  return { status: 'success', audio: found.track };
};
