import * as z from 'zod';
import { EXIT } from '../../../errors.ts';
import { ERRORS } from '../../../service/errors.ts';
import type { Column } from '../../framework/output/view.ts';

/** One numbered error as `errors show` and `errors list` print it. */
export const CatalogueEntry = z.strictObject({
  code: z.int(),
  http: z.int().describe('HTTP status of a response with this code'),
  class: z
    .string()
    .describe('kind of failure that a command reports for it; ok for warnings and empty results'),
  exitCode: z.int(),
  meaning: z.string(),
  advice: z.string().describe('what to do next'),
  retry: z.string().describe('whether the same request may be retried'),
  area: z.string(),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

/** The whole catalogue, by code. */
export function listCatalogue(): readonly CatalogueEntry[] {
  return Object.entries(ERRORS).map(([code, { http, class: kind, meaning, advice, retry, area }]) => ({
    code: Number(code),
    http,
    class: kind,
    exitCode: EXIT[kind].code,
    meaning,
    advice,
    retry,
    area,
  }));
}

export const CATALOGUE_COLUMNS: readonly Column<CatalogueEntry>[] = [
  { name: 'code', title: 'code', value: (entry) => entry.code, role: 'name', align: 'right', drop: 0 },
  { name: 'http', title: 'http', value: (entry) => entry.http, role: 'dim', align: 'right', drop: 3 },
  { name: 'class', title: 'class', value: (entry) => entry.class, role: 'status', drop: 1 },
  { name: 'exitCode', title: 'exit', value: (entry) => entry.exitCode, role: 'dim', align: 'right', drop: 4 },
  { name: 'meaning', title: 'meaning', value: (entry) => entry.meaning, role: 'text', flexible: true },
  { name: 'advice', title: 'advice', value: (entry) => entry.advice, dataOnly: true },
  { name: 'retry', title: 'retry', value: (entry) => entry.retry, dataOnly: true },
  { name: 'area', title: 'area', value: (entry) => entry.area, role: 'dim', drop: 2 },
];
