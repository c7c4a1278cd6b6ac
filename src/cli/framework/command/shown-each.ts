import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { toFlagName } from '../input/flags/describe-schema.ts';
import type { OutputFormat } from '../output/formats.ts';
import type { Printing } from '../output/printing/output-settings.ts';
import type { Command } from './command.ts';

type EachPrinting = Pick<Printing, 'format' | 'isTerminal'>;

/** Formats in which each record is shown by itself, for programs. */
export const EACH_FORMATS: readonly OutputFormat[] = ['ndjson', 'csv', 'tsv'];

/**
 * Whether records are shown as they arrive, so that they need not be in memory at once. A table has the widths of its first
 * part; one that a person reads on a terminal may go through a pager, which needs all of it.
 */
export function isShownEach({ format, isTerminal }: EachPrinting): boolean {
  return EACH_FORMATS.includes(format) || (format === 'table' && !isTerminal);
}

/** Says how a command prints an answer that is too long to be read as a whole. */
export function explainTooLong(
  error: CrierError,
  { command, typed, printing }: { command: Command; typed: ReadonlySet<string>; printing: EachPrinting },
): CrierError {
  if (command.streams === undefined) return error;
  const unless = [...command.streams.unless, ...WHOLE_FLAGS].filter((name) => typed.has(name));
  const remedies = [
    ...(isShownEach(printing) ? [] : ['use -o ndjson, csv or tsv, which print each record as it arrives']),
    ...(unless.length === 0 ? [] : [`leave out ${joinWithAnd(unless.map(toFlagName))}`]),
  ];
  if (remedies.length === 0) return error;
  return new CrierError(error.kind, error.message, { ...error.facts, advice: remedies.join('; ') });
}

/** They show whole answers. */
const WHOLE_FLAGS = ['verbose', 'traceFile'];
