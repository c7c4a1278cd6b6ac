import * as z from 'zod';
import { CatalogueEntry, catalogue, catalogueView } from '../../catalogue.ts';
import { defineCommand } from '../../command.ts';
import { written } from '../../flags.ts';

export default defineCommand({
  summary: 'List the numbered errors of the service',
  examples: ['errors list', 'errors list --area comments', 'errors list -o csv'],
  flags: [],
  input: z.object({
    area: written(
      z.string().optional().describe('only errors of this area, such as comments or automations'),
      { placeholder: 'area' },
    ),
  }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  async run({ area }) {
    const entries = catalogue().filter(
      (entry) => area === undefined || entry.area.toLowerCase() === area.toLowerCase(),
    );
    return { view: catalogueView(entries, `no error belongs to "${area}"`) };
  },
});
