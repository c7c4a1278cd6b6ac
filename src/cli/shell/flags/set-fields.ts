import { parseBoundedJson } from '../../../domain/json/bounded-json.ts';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { formatFlags } from '../shell-command.ts';
import { setPath } from './set-path.ts';

/** A field to set in a body, and its value. */
interface FieldAssignment {
  readonly path: string;
  readonly value: unknown;
}

/** Examples of the syntax, for error messages. */
export interface SetExamples {
  /** A field and its value. */
  readonly plain: string;
  /** A path through a list. */
  readonly deep: string;
}

const OF_EVENTS: SetExamples = { plain: 'keyword=GUIDE', deep: 'actionResults.0.status' };

/**
 * Parses assignments such as `status=failed` and `actionResults.0.status=failed`. Values are JSON where they
 * parse as JSON, else text.
 *
 * @returns a function that sets them in a body
 * @throws CrierError of kind usage for invalid syntax; the returned function throws for a path that cannot be
 *   set
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
      `write it as path=value: ${formatFlags`--set ${plain}`}`,
    );
  }
  return { path: text.slice(0, at), value: parseFieldValue(text.slice(at + 1)) };
}

function parseFieldValue(text: string): unknown {
  try {
    return parseBoundedJson(text); // JSON nested too deep to be serialized again stays text
  } catch {
    return text;
  }
}

function setField(record: LooseRecord, { path, value }: FieldAssignment, { deep }: SetExamples): LooseRecord {
  const set = setPath(record, path, value);
  if ('value' in set) return set.value;
  throw createUsageError(
    `--set ${maskLikelySecret(path)} ${set.fault}`,
    `write a path with dots, and list items by index: ${deep}`,
  );
}
