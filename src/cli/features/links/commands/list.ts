import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { listLinks } from '../../../../service/endpoints/links.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { SINCE } from '../../../framework/input/time/since.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import {
  CLICKED_LINK_COLUMNS,
  createClickDays,
  readClickDays,
  ShortLinkRecord,
  toShortLinkRecord,
} from '../link-clicks.ts';

export default defineRead({
  summary: 'List short links and their clicks',
  description: `
Newest first, those that posts made included. --since lists the links that were shortened since then. The JSON document and csv have
the referers and the browsers of the clicks; tables have them with --wide. "analytics links" counts the clicks by day.`,
  examples: [
    'links list',
    'links list --since 7d --json',
    'links list --clicks-since 2026-09-01 --clicks-until 2026-09-30',
    "links list --jq '.links[] | {shortUrl, totalClicks}'",
  ],
  validationCode: 101,
  input: z.object({
    since: SINCE,
    until: defineFlag(
      z.iso
        .date('must be a day such as 2026-09-21')
        .optional()
        .describe('only links shortened until the end of this day (UTC): 2026-09-21'),
      { placeholder: 'day' },
    ),
    ...createClickDays(),
    limit: defineFlag(z.int().min(1).optional().describe('maximum number to list (default: all)'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.strictObject({ links: z.array(ShortLinkRecord), meta: ListMeta }),
  records: 'links',
  call: listLinks,
  async request({ since, until, ...days }, { service, io }) {
    const now = since === undefined ? 0 : await readServiceTime(() => service.client(), { service, io });
    const start = since?.inZone(io.chosenZone).resolve(now);
    const query = {
      ...(start !== undefined && { fromCreatedDate: formatIsoSeconds(start) }),
      ...(until !== undefined && { toCreatedDate: until }),
      ...readClickDays(days),
    };
    return { query };
  },
  rows: ({ analytics }) => (analytics ?? []).map(toShortLinkRecord),
  beside: () => ({}),
  columns: CLICKED_LINK_COLUMNS,
  empty: 'no short links',
  cut: (shown, all) => `showing ${shown} of ${formatCount(all, 'link')}: raise -n`,
});
