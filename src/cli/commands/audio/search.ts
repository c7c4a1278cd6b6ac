import * as z from 'zod';
import { AudioSearchAnswer, AudioTrack, AudioType } from '../../../facts/audio.ts';
import { searchAudio } from '../../../facts/endpoints/audio.ts';
import { LIMITS } from '../../../facts/limits.ts';
import { readAudioTracks } from '../../../rules/read-audio-tracks.ts';
import { trackColumns } from '../../audio-columns.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE } from '../../flags.ts';

const { min, max } = LIMITS.audioSearchLimit;

export default defineCommand({
  summary: 'Search the licensed audio catalogue of instagram',
  description: 'The id of a track is what a reel takes as instagramOptions.audioConfiguration.audioId.',
  examples: [
    'audio search slow',
    'audio search rain --audio-type original_sound',
    'audio search coffee -n 3 --json',
  ],
  positional: ['query'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    query: z.string().regex(/\S/, 'must not be blank').describe('a keyword'),
    audioType: AudioType.optional().describe('what to look for; left out, music'),
    limit: defineFlag(
      z
        .int()
        .min(min)
        .max(max)
        .optional()
        .describe(`how many tracks, ${min} to ${max}; left out, the network decides`),
      {
        short: 'n',
        placeholder: 'n',
      },
    ),
  }),
  output: AudioSearchAnswer.extend({ audio: z.array(AudioTrack) }),
  records: 'audio',
  async run({ query, audioType, limit }, { client }) {
    const asked = { query, ...(audioType && { audioType }), ...(limit !== undefined && { limit }) };
    const answer = await (await client()).call(searchAudio, { query: asked });
    const { tracks, unusable } = readAudioTracks(answer.body);
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, audio: tracks },
        key: 'audio',
        rows: tracks,
        columns: trackColumns,
        empty: `no track matches "${query}"`,
      },
      raw: answer.bytes,
      notes: unusable > 0 ? [`left out without an audio id: ${unusable}; -o raw shows the whole answer`] : [],
    };
  },
});
