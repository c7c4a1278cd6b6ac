import * as z from 'zod';
import {
  AudioSearchAnswer,
  AudioTrack,
  AudioType,
  searchAudio,
} from '../../../../service/endpoints/media.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { readAudioTracks, trackColumns } from '../audio-tracks.ts';

const { min, max } = LIMITS.audioSearchLimit;

export default defineRead({
  summary: "Search Instagram's licensed audio catalog",
  description:
    'Use the id of a track in "posts create --audio" for a reel, or as instagramOptions.audioConfiguration.audioId in a file.',
  examples: [
    'audio search slow',
    'audio search rain --audio-type original_sound',
    'audio search coffee -n 3 --json',
  ],
  positional: ['query'],
  validationCode: 101,
  input: z.object({
    query: z.string().regex(/\S/, 'must not be blank').describe('search term'),
    audioType: AudioType.optional().describe('kind of audio to search (default: music)'),
    limit: defineFlag(
      z
        .int()
        .min(min)
        .max(max)
        .optional()
        .describe(`maximum number to list: ${min} to ${max} (default: set by the network)`),
      {
        short: 'n',
        placeholder: 'n',
      },
    ),
  }),
  output: AudioSearchAnswer.extend({ audio: z.array(AudioTrack), meta: ListMeta }),
  records: 'audio',
  call: searchAudio,
  request: ({ query, audioType, limit }) => ({
    query: { query, ...(audioType && { audioType }), ...(limit !== undefined && { limit }) },
  }),
  show(answer, { query, limit }) {
    const { tracks, unusable } = readAudioTracks(answer);
    // the service does not say whether it found more
    const hasMore = limit !== undefined && tracks.length + unusable >= limit;
    const nextFlags =
      limit !== undefined && limit < max ? ['--limit', String(Math.min(2 * limit, max))] : null;
    const meta = buildListMeta({ hasMore, limit: limit ?? null, nextFlags });
    return {
      view: {
        kind: 'list',
        document: { ...answer, audio: tracks, meta },
        key: 'audio',
        rows: tracks,
        columns: trackColumns,
        empty: `no track matches "${query}"`,
      },
      notes: [
        ...(hasMore ? ['there may be more tracks: raise -n to see them'] : []),
        ...(unusable > 0
          ? [`tracks without an audio id, not listed: ${unusable}; -o raw shows the whole response`]
          : []),
      ],
    };
  },
});
