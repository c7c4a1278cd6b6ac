import * as z from 'zod';
import { usageError } from '../../../errors.ts';
import { CatalogueEntry, catalogue, catalogueView } from '../../catalogue.ts';
import { defineCommand } from '../../command.ts';
import { written } from '../../flags.ts';
import { nearest } from '../../nearest.ts';
import { shownWord } from '../../shown-word.ts';

export default defineCommand({
  summary: 'List the numbered errors of the service',
  examples: ['errors list', 'errors list --area comments', 'errors list -o csv'],
  flags: [],
  input: z.object({
    area: written(
      z.string().optional().describe('only errors of this area, such as comments or automations'),
      { placeholder: 'area', offers: 'area' },
    ),
  }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  async run({ area }) {
    const all = catalogue();
    const areas = [...new Set(all.map((entry) => entry.area))].sort();
    if (area !== undefined && !areas.includes(area)) {
      throw usageError(
        `no error belongs to the area "${shownWord(area)}"`,
        `${nearest(area, areas)}the areas are ${areas.join(', ')}`,
      );
    }
    const entries = all.filter((entry) => area === undefined || entry.area === area);
    return { view: catalogueView(entries, 'no error') };
  },
});
