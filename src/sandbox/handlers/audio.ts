import { foldWords } from '../store/fold-words.ts';
import { checkAudioAccount } from './audio-account.ts';
import type { Handler } from './handler.ts';

/** An assumption: the default number of tracks of the simulated network. @see docs/service/audio.md#AUD-03 */
const NETWORKS_OWN_LIMIT = 25;

/** @see docs/service/audio.md#search, #AUD-01 to #AUD-05 */
export const searchAudio: Handler<'searchAudio'> = ({ query }, context) => {
  checkAudioAccount(context, 239);
  const words = foldWords(query.query).split(/\s+/);
  const found = context.store.tracks
    .listByType(query.audioType ?? 'music')
    .filter((track) => words.every((word) => track.words.includes(word)))
    .slice(0, query.limit ?? NETWORKS_OWN_LIMIT);
  return { status: 'success', query: query.query, audio: found.map(({ track }) => track) };
};
