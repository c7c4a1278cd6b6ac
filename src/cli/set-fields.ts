import { createUsageError } from '../errors.ts';
import { parseBoundedJson } from '../rules/bounded-json.ts';
import type { LooseRecord } from '../rules/loose-record.ts';
import { setPath } from '../rules/set-path.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import { formatFlags } from './shell-command.ts';

/** A field to set in a body, and what to. */
interface FieldAssignment {
  readonly path: string;
  readonly value: unknown;
}

/** How fields are written, for whoever wrote one in another way. */
export interface SetExamples {
  /** A field and its value. */
  readonly plain: string;
  /** A path through a list. */
  readonly deep: string;
}

const OF_EVENTS: SetExamples = { plain: 'keyword=GUIDE', deep: 'actionResults.0.status' };

/**
 * Reads fields as people write them: `status=failed`, `actionResults.0.status=failed`. A value that is JSON is taken as
 * that, and any other as text.
 *
 * @returns what sets them in a body
 * @throws CrierError of kind usage for one that is written in another way; what it returns, for one that cannot be set
 */
export function setFields(
  fields: readonly string[],
  examples: SetExamples = OF_EVENTS,
): (record: LooseRecord) => LooseRecord {
  const all = fields.map((text) => readField(text, examples));
  return (record) => all.reduce((before, set) => setField(before, set, examples), record);
}

function readField(text: string, { plain }: SetExamples): FieldAssignment {
  const at = text.indexOf('=');
  if (at < 1) {
    throw createUsageError(
      `--set "${maskLikelySecret(text)}" has no value`,
      `it is written path=value: ${formatFlags`--set ${plain}`}`,
    );
  }
  return { path: text.slice(0, at), value: parseFieldValue(text.slice(at + 1)) };
}

function parseFieldValue(text: string): unknown {
  try {
    return parseBoundedJson(text); // what is nested too deep to be written again stays a text
  } catch {
    return text;
  }
}

function setField(record: LooseRecord, { path, value }: FieldAssignment, { deep }: SetExamples): LooseRecord {
  const set = setPath(record, path, value);
  if ('value' in set) return set.value;
  throw createUsageError(
    `--set ${maskLikelySecret(path)} ${set.fault}`,
    `a path is written with full stops, and a place in a list as a number: ${deep}`,
  );
}
