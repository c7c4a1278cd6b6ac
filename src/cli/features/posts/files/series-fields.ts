import * as z from 'zod';
import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { createRequestFault, type PostFault } from '../../../../domain/posts/post-part.ts';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { POST_OPTIONS } from '../../../../service/post-body.ts';
import { toLetters } from '../../../framework/input/flags/flags.ts';
import { describeIssue } from '../../../framework/input/flags/schema-issues.ts';
import { setFields } from '../../../framework/input/flags/set-fields.ts';
import { isZoneName, requireZoneName } from '../../../framework/input/time/zone-names.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { SETTABLE_POST } from '../misspelled-fields.ts';
import { OPTION_FLAGS, SCHEDULE_FLAGS } from '../post-flags.ts';
import { addAudio, addThread, mergeOptions, readTiming } from '../series-flags.ts';

/** Flags that set several fields, or one of another form; a file may have them under the same names. */
const SERIES = z.object({
  timeZone: SCHEDULE_FLAGS.timeZone,
  autoSchedule: SCHEDULE_FLAGS.autoSchedule,
  repeat: SCHEDULE_FLAGS.repeat,
  every: SCHEDULE_FLAGS.every,
  audio: OPTION_FLAGS.audio,
  thread: OPTION_FLAGS.thread,
  threadNumbers: OPTION_FLAGS.threadNumbers,
  options: z
    .custom<LooseRecord>(isRecord, 'must be an object, such as {tikTokOptions: {visibility: private}}')
    .optional(),
  set: z
    .union(
      [z.string(), z.array(z.string()), z.record(z.string(), z.unknown())],
      'must be path=value, a list of them, or an object of paths and values',
    )
    .optional(),
  textFile: z
    .custom<undefined>(() => false, 'is only a flag: a file of posts has the text itself, as text')
    .optional(),
});

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.keys(SERIES.shape).map((name) => [toLetters(name), name]),
);

/** Sets the fields of such flags in a post of a file, whose time is exact. */
export function readSeriesFields(value: unknown): {
  value: unknown;
  faults: readonly PostFault[];
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
    const optioned = { ...timed, ...mergeOptions(timed, requireOptions(data.options ?? {})) };
    const threaded = addThread(addAudio(optioned, data.audio), data);
    if (data.timeZone !== undefined) requireZoneName(data.timeZone);
    return { value: setAll(threaded, data.set ?? []), faults: [] };
  } catch (thrown) {
    if (!(thrown instanceof CrierError) || thrown.kind !== 'usage') throw thrown;
    // names of flags, which are those of the fields
    const [, named] = /^--?([a-z][a-z-]*)/.exec(thrown.message) ?? [];
    const path = findSeriesField(named ?? '') ?? Object.keys(given)[0];
    return {
      value: others,
      faults: [toFault(path, thrown.message.replace(/^--(?:set|options) /, '').replaceAll(/--(?=\w)/g, ''))],
    };
  }
}

/** @throws CrierError of kind usage for a name that no options have */
function requireOptions(options: LooseRecord): LooseRecord {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(POST_OPTIONS, name));
  if (unknown === undefined) return options;
  const names = Object.keys(POST_OPTIONS);
  throw createUsageError(
    `--options has the unknown ${maskLikelySecret(unknown)}; ${suggestNearest(unknown, names)}use ${joinWithOr(names)}`,
  );
}

/** @throws CrierError of kind usage for a path that the post does not have */
function setAll(body: LooseRecord, set: string | readonly string[] | LooseRecord): LooseRecord {
  if (typeof set === 'string') return setFields([set], SETTABLE_POST)(body);
  if (Array.isArray(set)) return setFields(set, SETTABLE_POST)(body);
  const fields = Object.entries(set).map(
    ([path, value]) => `${path}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return setFields(fields, SETTABLE_POST)(body);
}

/** The time zone of a post of a file; null without one, and for an unknown name, which {@link readSeriesFields} reports. */
export function findZoneOf(value: LooseRecord): string | null {
  const zone = Object.entries(value).find(([name]) => findSeriesField(name) === 'timeZone')?.[1];
  return typeof zone === 'string' && isZoneName(zone) ? zone : null;
}

/** The field of a flag that sets several, by its name in any spelling; null for any other name. */
export function findSeriesField(name: string): string | null {
  return NAMES.get(toLetters(name)) ?? null;
}

/** The service's own `autoSchedule` is an object. */
function splitFields(value: LooseRecord): readonly [given: LooseRecord, others: LooseRecord] {
  const isGiven = ([name, member]: [string, unknown]) => {
    const flag = findSeriesField(name);
    return flag !== null && !(flag === 'autoSchedule' && isRecord(member));
  };
  const fields = Object.entries(value);
  const given = fields.filter(isGiven).map(([name, member]) => [NAMES.get(toLetters(name)) ?? name, member]);
  return [Object.fromEntries(given), Object.fromEntries(fields.filter((field) => !isGiven(field)))];
}

function toFault(path: PropertyKey | undefined, message: string): PostFault {
  return createRequestFault(String(path ?? ''), message);
}
