import type { World } from '../../../../world.ts';
import { renderValues } from '../json.ts';
import type { OutputFlags, OutputSettings } from './output-settings.ts';
import type { ResultFilter } from './show-result.ts';

/** What filters need of a run. */
interface FilterPlace {
  flags: OutputFlags;
  settings: OutputSettings;
  /** Whether NO_COLOR is set. */
  refusesColor: boolean;
  /** The terminal's width in cells; null in a pipe. */
  width: number | null;
  /** The IANA name of the zone in which people read times: to look it up takes a tenth of a start. */
  findTimeZone(): string;
  signal: AbortSignal;
  startThread: World['startThread'];
  /** Prints a line of a jq program's `debug` or `stderr`. */
  say(line: string): void;
}

/**
 * Compiles the program of `--jq` or the template of `--template` before anything is sent, so that a typo cannot lose
 * the output of a change.
 *
 * @returns null when neither is given
 * @throws CrierError of kind usage when it does not compile
 */
export async function openResultFilter(place: FilterPlace): Promise<ResultFilter | null> {
  const { flags, settings, signal, say, startThread } = place;
  if (flags.template !== undefined) {
    const { openTemplate } = await import('../template/open-template.ts');
    const allowsColor = flags.color === 'always' || (flags.color === 'auto' && !place.refusesColor);
    return openTemplate(flags.template, {
      width: place.width,
      timeZone: place.findTimeZone(),
      hasColor: settings.stdoutColor > 0,
      allowsColor,
    });
  }
  if (flags.jq === undefined) return null;
  const { openJq } = await import('../jq/open-jq.ts');
  const isIndented = flags.json || flags.output === 'json';
  const program = await openJq(flags.jq, { isIndented, say, signal, startThread });
  return {
    flag: '--jq',
    filterDocument: async (json) => renderValues(await program.run(json)),
    filterRecords: async (records) => renderValues(await program.runEach(records)),
    check: program.check,
    close: program.close,
  };
}
