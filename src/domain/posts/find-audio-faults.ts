import { AudioId } from '../../service/ids.ts';
import type { PostBody } from '../../service/post-body.ts';
import { getField } from '../json/loose-record.ts';
import type { PostFault } from './post-fault.ts';
import type { PostPart } from './post-part.ts';

const AUDIO_PLACE = 'instagramOptions.audioConfiguration';

/**
 * Finds an audio id that cannot exist. A configuration without a track may still set the volume of the video.
 *
 * @see docs/service/audio.md#search, #AUD-07
 */
export function findAudioFaults({ options }: PostPart): readonly PostFault[] {
  const audioId = getField(options['audioConfiguration'], 'audioId');
  if (audioId === undefined || AudioId.safeParse(audioId).success) return [];
  const message = 'must be the id of a track, as returned by the audio search';
  return [{ code: 101, platform: 'instagram', path: `${AUDIO_PLACE}.audioId`, message, effect: 'request' }];
}

/** @see docs/service/errors.md#code-518; docs/service/posts.md#POST-05 */
export function findAudioWarnings(body: PostBody, { options }: PostPart): readonly PostFault[] {
  if (options['audioConfiguration'] === undefined) return [];
  const inOptions = options['audioName'] !== undefined;
  if (!inOptions && body['audioName'] === undefined) return [];
  return [
    {
      code: 518,
      platform: 'instagram',
      path: inOptions ? 'instagramOptions.audioName' : 'audioName',
      message: 'is ignored: audioConfiguration is also set and takes precedence',
      effect: 'warning',
      feature: 'audioName',
    },
  ];
}
