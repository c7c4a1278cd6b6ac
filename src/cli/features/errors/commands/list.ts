import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { CATALOGUE_COLUMNS, CatalogueEntry, listCatalogue } from '../catalogue.ts';

export default defineLocalRead({
  summary: 'List the numbered errors of the service',
  examples: ['errors list', 'errors list --area comments', 'errors list -o csv'],
  input: z.object({
    area: defineTextFlag('only errors of this area, such as comments or automations', {
      placeholder: 'area',
      offers: 'area',
    }),
  }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  read({ area }) {
    const all = listCatalogue();
    const areas = [...new Set(all.map((entry) => entry.area))].sort();
    if (area !== undefined && !areas.includes(area)) {
      throw createUsageError(
        `unknown area "${maskLikelySecret(area)}"`,
        `${suggestNearest(area, areas)}the areas are ${areas.join(', ')}`,
      );
    }
    return all.filter((entry) => area === undefined || entry.area === area);
  },
  columns: CATALOGUE_COLUMNS,
});
