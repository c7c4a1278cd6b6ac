import { buildSignatureHeaders, type SigningSecret } from '../webhooks/signature.ts';
import { buildCallbackBody } from './build-callback-body.ts';
import type { FiredTrigger } from './build-fired-fields.ts';

/** A request to a `messageUrl`. */
export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Builds the request for the text of a DM, signed if there is a secret.
 *
 * @param at when it is made, in milliseconds since 1970
 * @see docs/service/callbacks.md#signing, #CBK-06
 * @see docs/safety.md#S10: none is made with a secret that was not read
 */
export function buildCallbackRequest(
  fired: FiredTrigger,
  { at, signing }: { at: number; signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }> },
): CallbackRequest {
  const fields = buildCallbackBody(fired, { at, isSigned: signing.kind === 'secret' });
  const body = new TextEncoder().encode(JSON.stringify(fields));
  return {
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...buildSignatureHeaders(body, signing, fields.timeStamp ?? 0),
    },
    body,
  };
}
