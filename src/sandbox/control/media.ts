import { ASSUMED } from '../../service/assumed.ts';
import type { ListedMedia } from '../../service/control/media.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { KnownMedia } from '../store/media.ts';
import type { ControlHandler } from './control-handler.ts';

const listMedia: ControlHandler<'listMedia'> = (_input, { store }) => ({
  media: store.media.list().map(toListedMedia),
});

/** Properties that are not named stay. */
const setMedia: ControlHandler<'setMedia'> = ({ url, ...told }, { store }) => {
  if (Object.keys(told).length === 0) throw createInputFailure('name at least one property of the file');
  return store.transaction(() => {
    const media: KnownMedia = { url, facts: { ...store.media.getFacts(url), ...told } };
    store.media.set(media);
    return { media: toListedMedia(media) };
  });
};

export const mediaHandlers = { listMedia, setMedia };

function toListedMedia({ url, facts }: KnownMedia): ListedMedia {
  const { seconds, bytes, reachable } = ASSUMED.media;
  return {
    url,
    seconds: facts.seconds ?? seconds,
    bytes: facts.bytes ?? bytes,
    type: facts.type ?? null,
    reachable: facts.reachable ?? reachable,
  };
}
