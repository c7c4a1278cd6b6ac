import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { getMediaMeta, LibraryFile, listMedia } from '../../../../service/endpoints/media-library.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { listRecord } from '../../../framework/output/view.ts';
import { buildMediaLines, MEDIA_COLUMNS } from '../media-columns.ts';

export default defineCommand({
  summary: 'Show what is known about a media file',
  description: `
Of a file in the media library, by its id or URL: its type, size, dimensions and duration, by its bytes. The sandbox
fetches no files: of others it only knows what was set with "sandbox media set".`,
  before: ['sandbox media set https://kestrellane.example/pour.mp4 --seconds 42'],
  examples: [
    'media show https://kestrellane.example/pour.mp4',
    'media show https://kestrellane.example/beans.jpg --json',
  ],
  positional: ['file'],
  flags: [REMOTE, READ],
  reads: { acceptsUrls: true },
  validationCode: 101,
  input: z.object({
    file: defineFlag(z.string().regex(/\S/, 'must not be blank').describe('URL, or id in the library'), {
      placeholder: 'url-or-id',
    }),
  }),
  output: LibraryFile,
  async run({ file }, { service }) {
    const client = await service.client();
    const isUrl = /^https?:/i.test(file);
    const answer = isUrl
      ? await client.call(getMediaMeta, { query: { mediaUrl: file } })
      : await client.call(listMedia, {});
    const found = Array.isArray(answer.body) ? answer.body.find(({ id }) => id === file) : answer.body;
    if (found === undefined) {
      throw new CrierError('not-found', 'the media library of this profile has no file with this id', {
        http: null,
        advice: `the ids are listed by "${crier`media list`}"`,
      });
    }
    const url = isUrl && found.url === undefined ? { url: file } : {};
    const document: LibraryFile = { ...found, ...url };
    return {
      view: {
        kind: 'record',
        document,
        lines: buildMediaLines(document),
        ...listRecord(MEDIA_COLUMNS, document),
      },
      ...(isUrl && { raw: answer.bytes }),
      ...getServiceTime(answer),
    };
  },
});
