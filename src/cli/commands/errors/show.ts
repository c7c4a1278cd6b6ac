import * as z from 'zod';
import { CrierError } from '../../../errors.ts';
import { CatalogueEntry, catalogue, catalogueView } from '../../catalogue.ts';
import type { Outcome } from '../../command.ts';
import { defineCommand } from '../../command.ts';
import { written } from '../../flags.ts';

export default defineCommand({
  summary: 'Explain numbered errors: what happened, and what to do',
  examples: ['errors show 485', 'errors show 416 364 --json'],
  positional: ['codes'],
  flags: [],
  input: z.object({
    codes: written(z.array(z.int()).min(1).describe('one or more codes'), { placeholder: 'code' }),
  }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  async run({ codes }) {
    const all = catalogue();
    const entries = all.filter((entry) => codes.includes(entry.code));
    const unknown = codes.filter((code) => !all.some((entry) => entry.code === code));
    if (entries.length === 0) throw notFound(unknown);
    return { view: viewOf(entries), ...(unknown.length > 0 && { failure: notFound(unknown) }) };
  },
});

function notFound(codes: readonly number[]): CrierError {
  const which = codes.length === 1 ? `the code ${codes[0]} is` : `the codes ${codes.join(', ')} are`;
  return new CrierError('not-found', `${which} not in the catalogue`, {
    code: codes[0] ?? null,
    http: null,
    advice: 'an unknown code is judged by the HTTP status of its answer; "crier errors list" has them all',
  });
}

/** One error is read as a whole, several are compared. */
function viewOf(entries: readonly CatalogueEntry[]): Outcome['view'] {
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0) return catalogueView(entries, '');
  return {
    kind: 'record',
    document: { errors: entries },
    key: 'errors',
    lines: [
      { name: 'code', title: 'code', value: entry.code },
      { name: 'meaning', title: 'meaning', value: entry.meaning },
      { name: 'advice', title: 'what to do', value: entry.advice },
      { name: 'http', title: 'HTTP', value: entry.http },
      { name: 'class', title: 'class', value: entry.class },
      { name: 'exitCode', title: 'exit code', value: entry.exitCode },
      { name: 'retry', title: 'retry', value: entry.retry },
      { name: 'area', title: 'area', value: entry.area },
    ],
  };
}
