import { getField, isRecord } from '../../rules/loose-record.ts';

/** What an automation is that is none to be sent, and how to get one, in words. */
export interface StoredForm {
  readonly problem: string;
  readonly advice: string;
}

/**
 * What is said of an automation as the service answers it, whose entries have an id, and their fields under `config` or
 * beside it: it does not take that back.
 *
 * @returns null for any other
 * @see docs/service/automations.md#get
 */
export function detectStoredForm(value: unknown): StoredForm | null {
  const triggers = getField(value, 'triggers');
  const isStored =
    Array.isArray(triggers) &&
    triggers.some(
      (trigger) => isRecord(getField(trigger, 'config')) || typeof getField(trigger, 'id') === 'string',
    );
  return isStored
    ? {
        problem: 'is an answer of the service',
        advice: '"automations get <id> --as yaml" prints what it takes',
      }
    : null;
}
