import * as z from 'zod';
import type { SimulatedEvent } from '../../../../domain/automations/simulated-event.ts';
import { findBodyFaults, formatPath } from '../../../../domain/requests/find-body-faults.ts';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import type { Engagement } from '../../../../service/engagement.ts';
import type { FileKind } from '../../../framework/input/files/parsed-text.ts';
import { type FileText, readRecords } from '../../../framework/input/files/records-file.ts';
import { sortByPlace, type WrittenProblem } from '../as-code/resource-kind.ts';
import { locateFault } from '../automation-file.ts';
import { readEventFlags } from '../event-flags.ts';
import { EVENT_NAMES } from '../event-names.ts';
import type { Expectation } from './describe-difference.ts';

/** An event, and what the automations of a file are expected to do. */
export interface WrittenExpectation {
  readonly file: string;
  readonly line: number;
  /** As written, otherwise the event in words: `comment "guide?"`. */
  readonly name: string;
  readonly engagement: Engagement;
  readonly expected: Expectation;
  /** The name of the only automation that is tested; undefined for all of the file. */
  readonly automation: string | undefined;
}

const optionalText = (what: string) => z.string().optional().describe(what);

export const ExpectationRecord = z.strictObject({
  name: optionalText('what it is called in results (default: the event in words)'),
  event: z.enum(EVENT_NAMES).describe(`what happens: ${joinWithOr(EVENT_NAMES)}`),
  text: optionalText('text of the comment, reply or DM'),
  post: optionalText('id of the post that is commented on'),
  story: optionalText('id of the story that is replied to or commented on'),
  emoji: optionalText('emoji of the reaction'),
  from: optionalText('handle of the person'),
  automation: optionalText('name of the only automation to test (default: all of the file)'),
  expect: z
    .enum(['fires', 'silent'])
    .optional()
    .describe('fires: at least one does; silent: none does; this or message is needed'),
  message: optionalText('the DM that one of them sends, exactly'),
});
type ExpectationRecord = z.infer<typeof ExpectationRecord>;

const EXPECTATIONS: FileKind = {
  one: 'an expectation',
  several: 'expectations',
  expected: 'event, text, expect',
  getFieldType: () => 'text',
};

/** Reads a file such as `guide.test.yaml`. */
export function parseExpectations(file: FileText) {
  const { entries, faults } = readRecords(file, EXPECTATIONS);
  const problems: WrittenProblem[] = faults.map((each) => ({ ...each, file: file.name }));
  const expectations: WrittenExpectation[] = [];
  for (const entry of entries) {
    const place = { file: file.name, ...entry.placeOf([]) };
    const found = findBodyFaults(ExpectationRecord, entry.value);
    for (const fault of found)
      problems.push({
        file: file.name,
        ...locateFault(entry, fault),
        words: `${formatPath(fault.path)}: ${fault.message}`,
      });
    if (found.length > 0) continue;
    const read = readExpectation(ExpectationRecord.parse(entry.value));
    if ('words' in read) problems.push({ ...place, ...read });
    else expectations.push({ file: file.name, line: place.line, ...read });
  }
  return { expectations, problems: sortByPlace(problems) };
}

function readExpectation(
  record: ExpectationRecord,
): Omit<WrittenExpectation, 'file' | 'line'> | { readonly words: string } {
  const { name, automation, expect, message, ...event } = record;
  if (expect === undefined && message === undefined)
    return { words: 'write what is expected: "expect: fires", "expect: silent", or "message"' };
  if (expect === 'silent' && message !== undefined)
    return { words: 'a message cannot be expected of an automation that stays silent' };
  try {
    const engagement = readEventFlags(event);
    return { name: name ?? describeEvent(event), engagement, expected: { expect, message }, automation };
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    // names of flags, which are those of the fields
    const { advice } = error.facts;
    const words = advice ? `${error.message}; ${advice}` : error.message;
    return { words: words.replaceAll(/--(?=\w)/g, '') };
  }
}

function describeEvent({ event, text, emoji }: SimulatedEvent): string {
  const content = text === undefined ? emoji : `"${text}"`;
  return content === undefined ? event : `${event} ${content}`;
}
