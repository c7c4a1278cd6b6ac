import * as z from 'zod';
import { LibraryFile, listMedia } from '../../../../service/endpoints/media-library.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { MEDIA_COLUMNS } from '../media-columns.ts';

export default defineCommand({
  summary: 'List the files in the media library, newest first',
  description: 'Their URLs, which posts use, are in the JSON document, and in tables with --wide.',
  examples: ['media list', 'media list -n 5 --json', 'media list --fields fileName,url -o tsv'],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({
    limit: defineFlag(z.int().min(1).optional().describe('maximum number to list (default: all)'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({ media: z.array(LibraryFile), meta: ListMeta }),
  records: 'media',
  async run({ limit }, { service }) {
    const client = await service.client();
    const answer = await client.call(listMedia, {});
    const media = answer.body.slice(0, limit);
    const hasMore = media.length < answer.body.length;
    return {
      view: {
        kind: 'list',
        document: { media, meta: buildListMeta({ next: null, hasMore, limit: limit ?? null }) },
        key: 'media',
        rows: media,
        columns: MEDIA_COLUMNS,
        empty: 'no files in the media library',
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: hasMore ? [`showing ${media.length} of ${answer.body.length}: raise -n`] : [],
    };
  },
});
