import * as z from 'zod';
import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { CrierError } from '../../../errors.ts';
import { toLetters } from '../../shell/choices.ts';
import { describeIssue } from '../../shell/schema-issues.ts';
import { OPTION_FLAGS, SCHEDULE_FLAGS } from '../post-flags.ts';
import { addAudio, addThread, readTiming } from '../series-flags.ts';

/** Flags that set several fields, or one of another form; a file may have them under the same names. */
const SERIES = z.object({
  autoSchedule: SCHEDULE_FLAGS.autoSchedule,
  repeat: SCHEDULE_FLAGS.repeat,
  every: SCHEDULE_FLAGS.every,
  audio: OPTION_FLAGS.audio,
  thread: OPTION_FLAGS.thread,
  threadNumbers: OPTION_FLAGS.threadNumbers,
});

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.keys(SERIES.shape).map((name) => [toLetters(name), name]),
);

/** Sets the fields of such flags in a post of a file, whose time is exact. */
export function readSeriesFields(value: unknown): {
  readonly value: unknown;
  readonly faults: readonly PostFault[];
} {
  if (!isRecord(value)) return { value, faults: [] };
  const [given, others] = splitFields(value);
  if (Object.keys(given).length === 0) return { value, faults: [] };
  const { success, data, error } = SERIES.safeParse(given, { reportInput: true });
  if (!success)
    return {
      value: others,
      faults: error.issues.map((issue) => toFault(issue.path[0], describeIssue(issue))),
    };
  const { scheduleDate, ...body } = others;
  const isDated = typeof scheduleDate === 'string';
  try {
    const timed = {
      ...(isDated || scheduleDate === undefined ? body : others),
      ...readTiming(data, isDated ? scheduleDate : null),
    };
    return { value: addThread(addAudio(timed, data.audio), data), faults: [] };
  } catch (thrown) {
    if (!(thrown instanceof CrierError) || thrown.kind !== 'usage') throw thrown;
    // names of flags, which are those of the fields
    return {
      value: others,
      faults: [toFault(Object.keys(given)[0], thrown.message.replaceAll(/--(?=\w)/g, ''))],
    };
  }
}

/** The service's own `autoSchedule` is an object. */
function splitFields(value: LooseRecord): readonly [given: LooseRecord, others: LooseRecord] {
  const isGiven = ([name, member]: [string, unknown]) => NAMES.has(toLetters(name)) && !isRecord(member);
  const fields = Object.entries(value);
  const given = fields.filter(isGiven).map(([name, member]) => [NAMES.get(toLetters(name)) ?? name, member]);
  return [Object.fromEntries(given), Object.fromEntries(fields.filter((field) => !isGiven(field)))];
}

function toFault(path: PropertyKey | undefined, message: string): PostFault {
  return { code: 101, platform: null, path: String(path ?? ''), message, effect: 'request' };
}
