import {
  buildCallbackRequest,
  type CallbackRequest,
  type FiredTrigger,
} from '../../domain/callbacks/message-callback.ts';
import type { LooseRecord } from '../../domain/json/loose-record.ts';
import { buildSignatureHeaders, type SigningSecret } from '../../domain/webhooks/delivery.ts';
import { createUsageError } from '../../errors.ts';
import { ENGAGEMENTS, type Engagement, type EngagementKind } from '../../service/engagement.ts';
import { SAMPLE_IDS } from '../../service/ids.ts';
import type { TriggerType } from '../../service/triggers.ts';
import { CALLBACK_FIELDS } from '../../service/webhooks.ts';
import { readTimeStamp } from '../hooks/verify-signature.ts';
import { setPath } from '../shell/flags/set-fields.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';

/** Options of a sample request to a `messageUrl`. */
interface SampleRequestOptions {
  readonly trigger: TriggerType;
  /** Each as `field=value`. */
  readonly set: readonly string[];
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The request that the service would make, with the fields of its body. */
interface SampleRequest extends CallbackRequest {
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

const AUTOMATION = {
  automationId: SAMPLE_IDS.automation,
  triggerId: SAMPLE_IDS.trigger,
  actionId: SAMPLE_IDS.action,
};
const EVENT_ID = '18055000000000789';
const STORY_ID = '18011000000000345';
const KEYWORD = 'GUIDE';
const EMOJI = '❤️';
const TEXT = `${KEYWORD} please`;

/** Sample engagements, one of each kind, as the network reports them. */
const ENGAGEMENT_SAMPLES: Readonly<Record<EngagementKind, (every: SampleBase) => Engagement>> = {
  comment: (every) => ({
    kind: 'comment',
    ...every,
    commentId: EVENT_ID,
    text: TEXT,
    postId: SAMPLE_IDS.post,
    servicePostId: null,
  }),
  story_reply: (every) => ({
    kind: 'story_reply',
    ...every,
    messageId: EVENT_ID,
    text: TEXT,
    storyId: STORY_ID,
  }),
  story_comment: (every) => ({
    kind: 'story_comment',
    ...every,
    commentId: EVENT_ID,
    text: TEXT,
    storyId: STORY_ID,
  }),
  dm: (every) => ({ kind: 'dm', ...every, messageId: EVENT_ID, text: TEXT }),
  reaction: (every) => ({ kind: 'reaction', ...every, messageId: EVENT_ID, emoji: EMOJI }),
};

type SampleBase = Pick<Engagement, 'eventId' | 'from' | 'at'>;

/** Builds a sample of a fired trigger, at a time in milliseconds since 1970. */
function buildSampleFired(triggerType: TriggerType, at: number): FiredTrigger {
  const kinds = Object.keys(ENGAGEMENTS) as EngagementKind[]; // the keys of this table
  const kind = kinds.find((each) => ENGAGEMENTS[each].trigger === triggerType) ?? 'comment';
  const from = { id: SAMPLE_IDS.person, username: 'mara.lind' };
  const engagement = ENGAGEMENT_SAMPLES[kind]({ eventId: EVENT_ID, from, at });
  return {
    ...AUTOMATION,
    triggerType,
    keyword: getKeyword(kind),
    activityId: `${AUTOMATION.automationId}:${AUTOMATION.triggerId}:${EVENT_ID}`,
    engagement,
  };
}

/**
 * @see docs/service/webhooks.md#HOOK-23: of a reaction it is the emoji, of a reply to a story there is none
 */
function getKeyword(kind: EngagementKind): string | null {
  if (kind === 'story_reply') return null;
  return kind === 'reaction' ? EMOJI : KEYWORD;
}

/**
 * Sets fields of a callback's body, such as `keyword=GUIDE`. `null` is null, anything else text, except for the time in
 * seconds. Values that are not fields of a callback, such as the template message, are never sent.
 *
 * @throws CrierError of kind usage for a field that cannot be set
 * @see docs/service/callbacks.md#CBK-01, #K-09
 */
function setCallbackFields(body: LooseRecord, fields: readonly string[]): LooseRecord {
  return fields.reduce(setField, body);
}

function setField(body: LooseRecord, text: string): LooseRecord {
  const at = text.indexOf('=');
  if (at < 1)
    throw createUsageError(`--set "${maskLikelySecret(text)}" has no value`, 'write --set keyword=GUIDE');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (!Object.hasOwn(CALLBACK_FIELDS, name)) throw buildUnknownFieldError(name);
  if (name === 'timeStamp' && !Object.hasOwn(body, name)) {
    throw createUsageError('--set timeStamp only applies to signed callbacks', 'set a secret');
  }
  const set = setPath(body, name, readValue(name, value));
  if ('value' in set) return set.value;
  throw createUsageError(`--set ${maskLikelySecret(name)} ${set.fault}`);
}

function readValue(name: string, text: string): string | number | null {
  if (text === 'null') return null;
  return name === 'timeStamp' && /^\d+$/.test(text) ? Number(text) : text;
}

function buildUnknownFieldError(name: string): Error {
  const fields = Object.keys(CALLBACK_FIELDS);
  return createUsageError(
    `a callback has no field "${maskLikelySecret(name)}"`,
    `${suggestNearest(name, fields)}the fields are ${fields.join(', ')}`,
  );
}
