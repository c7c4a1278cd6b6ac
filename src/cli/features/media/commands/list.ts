import * as z from 'zod';
import { LibraryFile, listMedia } from '../../../../service/endpoints/media-library.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { MEDIA_COLUMNS } from '../media-columns.ts';

export default defineRead({
  summary: 'List the files in the media library, newest first',
  description: 'Their URLs, which posts use, are in the JSON document, and in tables with --wide.',
  examples: ['media list', 'media list -n 5 --json', 'media list --fields fileName,url -o tsv'],
  input: z.object({
    limit: defineFlag(z.int().min(1).optional().describe('maximum number to list (default: all)'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({ media: z.array(LibraryFile), meta: ListMeta }),
  records: 'media',
  call: listMedia,
  rows: (files) => files,
  beside: () => ({}),
  columns: MEDIA_COLUMNS,
  empty: 'no files in the media library',
  cut: (shown, all) => `showing ${shown} of ${all}: raise -n`,
});
