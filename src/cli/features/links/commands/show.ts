import * as z from 'zod';
import { getLink } from '../../../../service/endpoints/links.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { buildCells } from '../../../framework/output/view.ts';
import {
  buildLinkLines,
  CLICKED_LINK_COLUMNS,
  createClickDays,
  readClickDays,
  ShortLinkRecord,
  toShortLinkRecord,
} from '../link-clicks.ts';

export default defineRead({
  summary: 'Show a short link, and who clicked on it',
  description: `
The clicks of a link by the site that they came from and by browser. Bots and previews are not counted on the sandbox.`,
  examples: ['links show Sprng', 'links show Sprng --json'],
  positional: ['id'],
  flags: [REMOTE, READ],
  validationCode: 101,
  input: z.object({
    id: defineFlag(
      z
        .string()
        .regex(/^[\w-]+$/, 'must be the id of a short link, as "links list" prints it')
        .describe('id of the link, as printed by "links list"'),
      { placeholder: 'id' },
    ),
    ...createClickDays(),
  }),
  output: ShortLinkRecord,
  call: getLink,
  request: ({ id, ...days }) => ({ params: { id }, query: readClickDays(days) }),
  show({ analytics }) {
    const link = toShortLinkRecord(analytics ?? {});
    const cells = buildCells(CLICKED_LINK_COLUMNS, link);
    return { view: { kind: 'record', document: link, lines: buildLinkLines(link), cells } };
  },
});
