import * as z from 'zod';
import { CrierError } from '../../../errors.ts';
import { AudioTrack, getAudio } from '../../../service/endpoints/audio.ts';
import { AudioId } from '../../../service/ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE } from '../../shell/flags/flags.ts';
import { readAudioTrack, trackColumns } from '../audio-tracks.ts';

export default defineCommand({
  summary: 'Show one track of the audio catalog',
  examples: ['audio get 880000000000321', 'audio get 880000000000321 --json'],
  positional: ['audioId'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({ audioId: AudioId.describe('audio id, as printed by "audio search"') }),
  output: z.object({ audio: z.array(AudioTrack) }),
  records: 'audio',
  async run({ audioId }, { service, io }) {
    const answer = await (await service.client()).call(getAudio, { params: { audioId } });
    const track = readAudioTrack(answer.body);
    if (track === null)
      throw new CrierError('unavailable', 'the response contains no track', { http: answer.http });
    return {
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
      },
      raw: answer.bytes,
    };
  },
});
