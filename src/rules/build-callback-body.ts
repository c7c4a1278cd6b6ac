import { SECOND_MS } from '../facts/durations.ts';
import { buildFiredFields, type FiredTrigger } from './build-fired-fields.ts';

/**
 * The body that a `messageUrl` is asked with. What the DM falls back on is never in it.
 *
 * @param at when it is asked, in milliseconds since 1970
 * @param isSigned whether a secret signs it: then, and only then, it also holds its moment in Unix seconds
 * @see docs/service/callbacks.md#request, #CBK-01, #CBK-06, #K-05, #K-09
 */
export function buildCallbackBody(
  fired: FiredTrigger,
  { at, isSigned }: { readonly at: number; readonly isSigned: boolean },
): ReturnType<typeof buildFiredFields> & { readonly timeStamp?: number } {
  return { ...buildFiredFields(fired, at), ...(isSigned && { timeStamp: Math.floor(at / SECOND_MS) }) };
}
