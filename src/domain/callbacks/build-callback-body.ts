import { SECOND_MS } from '../../service/durations.ts';
import { buildFiredFields, type FiredTrigger } from './build-fired-fields.ts';

/**
 * Builds the body sent to a `messageUrl`. It never includes the fallback message.
 *
 * @param at when the request is made, in milliseconds since 1970
 * @param isSigned whether a secret signs it: only then it includes the time in Unix seconds
 * @see docs/service/callbacks.md#request, #CBK-01, #CBK-06, #K-05, #K-09
 */
export function buildCallbackBody(
  fired: FiredTrigger,
  { at, isSigned }: { readonly at: number; readonly isSigned: boolean },
): ReturnType<typeof buildFiredFields> & { readonly timeStamp?: number } {
  return { ...buildFiredFields(fired, at), ...(isSigned && { timeStamp: Math.floor(at / SECOND_MS) }) };
}
