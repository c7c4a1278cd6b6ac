import { getField, isRecord } from '../../domain/json/loose-record.ts';

/** Why an automation cannot be sent, and how to get one that can. */
export interface StoredForm {
  readonly problem: string;
  readonly advice: string;
}

/**
 * Detects an automation in the form in which the service returns it: with ids, and with fields under `config` or beside
 * it. The service does not accept that form.
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
        problem: 'is in the form that the service returns',
        advice: '"automations get <id> --as yaml" prints the form that it accepts',
      }
    : null;
}
