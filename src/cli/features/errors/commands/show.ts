import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { ERRORS } from '../../../../service/errors.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { crier, type ShownCommand } from '../../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import type { View } from '../../../framework/output/view.ts';
import { CATALOGUE_COLUMNS, CatalogueEntry, listCatalogue } from '../catalogue.ts';

export default defineLocalRead({
  summary: 'Explain numbered errors and what to do about them',
  examples: ['errors show 485', 'errors show 416 364 --json'],
  positional: ['codes'],
  input: z.object({
    codes: defineFlag(z.array(z.int()).min(1).describe('error codes'), {
      placeholder: 'code',
      offers: 'code',
    }),
  }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  read({ codes }) {
    const all = listCatalogue();
    const entries = [...new Set(codes)].flatMap((code) => all.find((entry) => entry.code === code) ?? []);
    if (entries.length === 0) throw createNotFoundError('not-found', codes);
    return entries;
  },
  show(entries, { codes }) {
    const unknown = codes.filter((code) => !entries.some((entry) => entry.code === code));
    return {
      view: renderEntries(entries),
      commands: entries.flatMap(({ code }) => listVariantCommands(code)),
      ...(unknown.length > 0 && { failure: createNotFoundError('partial', unknown) }),
    };
  },
});

/** Commands that inject the variants of an error. */
function listVariantCommands(code: number): readonly ShownCommand[] {
  return Object.keys(ERRORS[code]?.variants ?? {}).map((variant) => ({
    lead: `to make the sandbox fail with variant ${variant} of ${code}`,
    line: crier`sandbox fault add --code ${code} --variant ${variant}`,
  }));
}

function createNotFoundError(kind: 'not-found' | 'partial', codes: readonly number[]): CrierError {
  const which = codes.length === 1 ? `the code ${codes[0]} is` : `the codes ${codes.join(', ')} are`;
  return new CrierError(kind, `${which} not in the catalogue`, {
    code: codes[0] ?? null,
    http: null,
    advice: `${suggestCode(codes)}"crier errors list" lists all codes; errors with other codes are classified by their HTTP status`,
  });
}

/** The closest code: one typo away, and of several the nearest number. */
function suggestCode([code = 0]: readonly number[]): string {
  const all = listCatalogue().map((entry) => entry.code);
  const byDistance = all.toSorted((one, other) => Math.abs(one - code) - Math.abs(other - code));
  return suggestNearest(String(code), byDistance.map(String));
}

/** Longer titles of columns, for the record of one error. */
const TITLES: Readonly<Record<string, string>> = {
  http: 'HTTP',
  exitCode: 'exit code',
  advice: 'what to do',
};

/** One error is shown as a record, several as a table, with the same fields in the same order. */
function renderEntries(entries: readonly CatalogueEntry[]): View {
  const list = { document: { errors: entries }, key: 'errors' };
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0)
    return { kind: 'list', ...list, rows: entries, columns: CATALOGUE_COLUMNS, empty: '' };
  const lines = CATALOGUE_COLUMNS.map(({ name, title, value }) => ({
    name,
    title: TITLES[name] ?? title,
    value: value(entry),
  }));
  return { kind: 'record', ...list, lines };
}
