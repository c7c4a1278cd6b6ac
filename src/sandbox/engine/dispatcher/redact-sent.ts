import { truncateToCodePoints } from '../../../domain/text/unicode.ts';
import { REDACTED } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';

/** The part of an effect that is recorded on its activity row. */
export interface RedactedSent {
  readonly sent: Readonly<Record<string, unknown>>;
  /** Whether a text was truncated. */
  readonly truncated: boolean;
}

/**
 * Prepares what was sent for recording: without credentials and callback URLs, and with texts truncated.
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

/** U-34: substrings of credential names, ignoring case and separators. */
const CREDENTIAL_NAMES = ['token', 'secret', 'password', 'apikey'];

function isSecret(name: string): boolean {
  if (name === 'messageUrl') return true;
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return CREDENTIAL_NAMES.some((each) => plain.includes(each));
}
