import { REDACTED } from '../facts/activity.ts';
import { LIMITS } from '../facts/limits.ts';
import { truncateToCodePoints } from './truncate-to-code-points.ts';

/** What of an effect is written on its activity row. */
export interface RedactedSent {
  readonly sent: Readonly<Record<string, unknown>>;
  /** A text of it was cut. */
  readonly truncated: boolean;
}

/**
 * Makes of what was sent what may be recorded: nothing that looks like a credential, no address that a text was asked
 * at, and no text beyond its limit.
 *
 * @param sent plain JSON values
 * @see docs/service/activity.md#row, #ACT-07, #ACT-08, #L-09, #L-10
 * @see docs/service/readings.md#U-09, #U-34
 */
export function redactSent(sent: Readonly<Record<string, unknown>>): RedactedSent {
  let truncated = false;
  const text = (value: string): string => {
    const kept = truncateToCodePoints(value, LIMITS.activitySentCharacters);
    truncated ||= kept.length < value.length;
    return kept;
  };
  const part = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(part);
    return typeof value === 'object' && value !== null ? fields(value) : value;
  };
  const fields = (value: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? REDACTED : part(inner)]),
    );
  const recorded = fields(sent);
  return { sent: recorded, truncated };
}

/** U-34: names that look like credentials, whatever their case and the signs between their words. */
const CREDENTIAL_NAMES = ['token', 'secret', 'password', 'apikey'];

function isSecret(name: string): boolean {
  if (name === 'messageUrl') return true;
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return CREDENTIAL_NAMES.some((each) => plain.includes(each));
}
