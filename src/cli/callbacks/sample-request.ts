import type { TriggerType } from '../../facts/triggers.ts';
import { buildCallbackRequest, type CallbackRequest } from '../../rules/build-callback-request.ts';
import type { LooseRecord } from '../../rules/loose-record.ts';
import { buildSignatureHeaders, type SigningSecret } from '../../rules/signature.ts';
import { readTimeStamp } from '../../rules/verify-signature.ts';
import { sampleFired } from './sample-fired.ts';
import { setAsked } from './set-asked.ts';

/** What to ask a `messageUrl` with. */
export interface Sample {
  readonly trigger: TriggerType;
  /** `field=value` each. */
  readonly set: readonly string[];
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The request that the service would make, and what its body says. */
export interface SampleRequest extends CallbackRequest {
  readonly asked: LooseRecord;
}

/** @throws CrierError of kind usage for a field that cannot be set */
export function sampleRequest({ trigger, set, signing, at }: Sample): SampleRequest {
  const request = buildCallbackRequest(sampleFired(trigger, at), { at, signing });
  const asked = setAsked(JSON.parse(new TextDecoder().decode(request.body)) as LooseRecord, set); // made above
  const body = new TextEncoder().encode(JSON.stringify(asked));
  const headers = { ...request.headers, ...buildSignatureHeaders(body, signing, readTimeStamp(body) ?? 0) };
  return { headers, body, asked };
}
