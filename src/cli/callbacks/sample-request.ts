import { buildCallbackRequest, type CallbackRequest } from '../../domain/callbacks/build-callback-request.ts';
import type { LooseRecord } from '../../domain/json/loose-record.ts';
import { buildSignatureHeaders, type SigningSecret } from '../../domain/webhooks/signature.ts';
import type { TriggerType } from '../../service/triggers.ts';
import { readTimeStamp } from '../hooks/verify-signature.ts';
import { buildSampleFired } from './build-sample-fired.ts';
import { setCallbackFields } from './set-callback-fields.ts';

/** Options of a sample request to a `messageUrl`. */
export interface SampleRequestOptions {
  readonly trigger: TriggerType;
  /** Each as `field=value`. */
  readonly set: readonly string[];
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The request that the service would make, with the fields of its body. */
export interface SampleRequest extends CallbackRequest {
  readonly fields: LooseRecord;
}

/** @throws CrierError of kind usage for a field that cannot be set */
export function buildSampleRequest({ trigger, set, signing, at }: SampleRequestOptions): SampleRequest {
  const request = buildCallbackRequest(buildSampleFired(trigger, at), { at, signing });
  const fields = setCallbackFields(JSON.parse(new TextDecoder().decode(request.body)) as LooseRecord, set); // built above
  const body = new TextEncoder().encode(JSON.stringify(fields));
  const headers = { ...request.headers, ...buildSignatureHeaders(body, signing, readTimeStamp(body) ?? 0) };
  return { headers, body, fields };
}
