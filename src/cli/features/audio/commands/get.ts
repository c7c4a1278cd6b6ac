import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import { AudioTrack, getAudio } from '../../../../service/endpoints/media.ts';
import { AudioId } from '../../../../service/ids.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { defineBatchRead, defineFound } from '../../../framework/many/define-batch-read.ts';
import { readAudioTrack, trackColumns } from '../audio-tracks.ts';

export default defineBatchRead({
  summary: 'Show tracks of the audio catalog',
  description: `
With several ids or --ids-from, a failed id does not stop the others: "results" in the JSON document has the result of
each id.`,
  examples: [
    'audio get 880000000000321',
    'audio get 880000000000321 --json',
    'audio get 880000000000321 880004175920368 --json --fields audioId,title',
  ],
  ids: {
    name: 'ids',
    flag: defineFlag(z.array(AudioId).default([]).describe('audio ids, as printed by "audio search"'), {
      placeholder: 'audio-id',
    }),
  },
  validationCode: 101,
  output: z.union([
    z.object({ audio: z.array(AudioTrack) }),
    defineFound('audio', AudioTrack, 'tracks that were found'),
  ]),
  records: 'audio',
  key: 'audio',
  columns: trackColumns,
  empty: 'no track could be read',
  read: (audioId, { client }) => readTrack(client, audioId),
  show: (track, _input, { io }) => ({
    view: {
      kind: 'record',
      document: { audio: [track] },
      key: 'audio',
      lines: trackColumns.map(({ name, title, value, show }) => ({
        name,
        title,
        value: value(track),
        ...(show && { shown: show(track, io.now()) }),
      })),
      listed: { columns: trackColumns, row: track },
    },
  }),
});

async function readTrack(client: Client, audioId: string) {
  const answer = await client.call(getAudio, { params: { audioId } });
  const record = readAudioTrack(answer.body);
  if (record === null)
    throw new CrierError('unavailable', 'the response contains no track', { http: answer.http });
  return { record, answer };
}
