import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import { AudioTrack, getAudio } from '../../../../service/endpoints/media.ts';
import { AudioId } from '../../../../service/ids.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { FOUND_RESULTS } from '../../../framework/many/change-several.ts';
import { getOnlyId, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { readSeveral } from '../../../framework/many/read-several.ts';
import type { Column } from '../../../framework/output/view.ts';
import { readAudioTrack, trackColumns } from '../audio-tracks.ts';

export default defineCommand({
  summary: 'Show tracks of the audio catalog',
  description: `
With several ids or --ids-from, a failed id does not stop the others: "results" in the JSON document has the result of
each id.`,
  examples: [
    'audio get 880000000000321',
    'audio get 880000000000321 --json',
    'audio get 880000000000321 880004175920368 --json --fields audioId,title',
  ],
  positional: ['ids'],
  flags: [REMOTE, READ],
  validationCode: 101,
  input: z.object({
    ids: defineFlag(z.array(AudioId).default([]).describe('audio ids, as printed by "audio search"'), {
      placeholder: 'audio-id',
    }),
  }),
  output: z.union([
    z.object({ audio: z.array(AudioTrack) }),
    z.strictObject({
      results: FOUND_RESULTS,
      audio: z.array(AudioTrack).describe('tracks that were found'),
    }),
  ]),
  records: 'audio',
  async run({ ids: given, idsFrom, concurrency }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    const client = await service.client();
    const id = getOnlyId(ids, idsFrom);
    if (id === null) {
      const read = (audioId: string) => readTrack(client, audioId);
      return readSeveral(
        { ids, concurrency, key: 'audio', columns: trackColumns, empty: 'no track could be read', read },
        io,
      );
    }
    const { record, answer } = await readTrack(client, id);
    return {
      view: {
        kind: 'record',
        document: { audio: [record] },
        key: 'audio',
        lines: trackColumns.map(({ name, title, value, show }) => ({
          name,
          title,
          value: value(record),
          ...(show && { shown: show(record, io.now()) }),
        })),
        listed: { columns: trackColumns as readonly Column<unknown>[], row: record }, // of that row
      },
      raw: answer.bytes,
    };
  },
});

async function readTrack(client: Client, audioId: string) {
  const answer = await client.call(getAudio, { params: { audioId } });
  const record = readAudioTrack(answer.body);
  if (record === null)
    throw new CrierError('unavailable', 'the response contains no track', { http: answer.http });
  return { record, answer };
}
