import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { listLinks } from '../../../../service/endpoints/links.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { SINCE } from '../../../framework/input/time/since.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta, type Column } from '../../../framework/output/view.ts';
import {
  CLICKED_LINK_COLUMNS,
  createClickDays,
  readClickDays,
  ShortLinkRecord,
  toShortLinkRecord,
} from '../link-clicks.ts';

export default defineCommand({
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
  flags: [REMOTE, READ_PROFILES],
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
  async run({ since, until, limit, ...days }, { service, io }) {
    const client = await service.client();
    const now = since === undefined ? 0 : await readServiceTime(() => service.client(), { service, io });
    const start = since?.inZone(io.chosenZone).resolve(now);
    const query = {
      ...(start !== undefined && { fromCreatedDate: formatIsoSeconds(start) }),
      ...(until !== undefined && { toCreatedDate: until }),
      ...readClickDays(days),
    };
    const answer = await client.call(listLinks, { query });
    const found = (answer.body.analytics ?? []).map(toShortLinkRecord);
    const links = found.slice(0, limit);
    const hasMore = links.length < found.length;
    return {
      view: {
        kind: 'list',
        document: { links, meta: buildListMeta({ limit: limit ?? null, hasMore }) },
        key: 'links',
        rows: links,
        columns: CLICKED_LINK_COLUMNS as readonly Column<unknown>[], // of the rows above
        empty: 'no short links',
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: hasMore ? [`showing ${links.length} of ${formatCount(found.length, 'link')}: raise -n`] : [],
    };
  },
});
