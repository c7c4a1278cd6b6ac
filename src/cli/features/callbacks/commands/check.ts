import * as z from 'zod';
import { TRIGGER_RULES } from '../../../../domain/automations/triggers/rules-by-type.ts';
import {
  buildCallbackRequest,
  type CallbackVerdict,
  type FiredTrigger,
  judgeCallback,
} from '../../../../domain/callbacks/message-callback.ts';
import type { LooseRecord } from '../../../../domain/json/loose-record.ts';
import { buildSignatureHeaders } from '../../../../domain/webhooks/delivery.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { readTimeStamp } from '../../../../receiver/received-delivery.ts';
import type { EngagementKind } from '../../../../service/engagement.ts';
import { SAMPLE_IDS } from '../../../../service/ids.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { TRIGGERS, type TriggerType } from '../../../../service/triggers.ts';
import { CALLBACK_FIELDS } from '../../../../service/webhooks.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { setPath } from '../../../framework/input/flags/set-fields.ts';
import { CHECK_COLUMNS } from '../../../framework/output/check-list.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { ALLOW_PRIVATE, addScheme, addTypedUrl, refuseUrl } from '../../webhooks/private-addresses.ts';
import {
  type DeliverySigning,
  describeSecrets,
  readSigningSecrets,
  SECRET_FILES,
  toSigning,
} from '../../webhooks/signing-secrets.ts';
import { buildCheckRows, CallbackCheckDocument } from '../check-steps.ts';

const { default: TIMEOUT_MS, max: MOST_MS } = LIMITS.callbackTimeoutMs;
const TYPES = Object.keys(TRIGGERS) as [TriggerType, ...TriggerType[]];
// its own keys, of which there are some

export default defineCommand({
  summary: 'Check a messageUrl endpoint as the service would call it',
  description: `
Sends one sample callback over the same guarded connection as the sandbox: the name is resolved once, every address must
be public, TLS must be valid, and redirects are not followed. Reports each check, the text that would be sent and the
messageSource that would be recorded. Exits 11 if the fallback message would be sent. The service is not called.

The address that you name is reached also when it is private or on this machine, also over http; the service itself never
connects to one. The request is signed if a secret is given with --secret-file, CRIER_WEBHOOK_SECRET or the context.`,
  examples: [
    'callbacks check https://hooks.example.com/callback',
    'callbacks check https://hooks.example.com/callback --trigger dm_keyword --set commentText="a GUIDE?"',
    'callbacks check localhost:8080/callback --json',
  ],
  positional: ['url'],
  flags: [],
  input: z.object({
    url: defineFlag(
      z.string().transform(addScheme).describe('URL of the endpoint: the messageUrl of the action'),
      {
        placeholder: 'url',
      },
    ),
    trigger: defineFlag(
      z
        .enum(TYPES)
        .default('comment_keyword')
        .describe('trigger type of the sample; fields it does not fill are null'),
      { placeholder: 'type' },
    ),
    set: defineFlag(
      z.array(z.string()).default([]).describe('set a request field, such as keyword=INFO or keyword=null'),
      { placeholder: 'field=value' },
    ),
    timeoutMs: defineFlag(
      z.int().min(1).max(MOST_MS).default(TIMEOUT_MS).describe('timeoutMs of the action, in milliseconds'),
      { placeholder: 'n' },
    ),
    secretFile: SECRET_FILES,
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: CallbackCheckDocument,
  records: 'checks',
  async run({ url, trigger, set, timeoutMs, secretFile, allowPrivate }, context) {
    const { io } = context;
    refuseUrl(url, 'https://hooks.example.com/callback');
    const secrets = await readSigningSecrets(secretFile, context);
    const { headers, body, fields } = buildSampleRequest(trigger, set, toSigning(secrets), io.now());
    const outbound = await io.outbound(addTypedUrl(url, allowPrivate));
    io.progress('calling the endpoint');
    const answer = await outbound.post({
      url,
      headers,
      body,
      deadlineMs: timeoutMs,
      answerBytes: LIMITS.callbackAnswerBytes,
      signal: io.signal,
    });
    io.progress(null);
    const checks = buildCheckRows({
      url,
      timeoutMs,
      answer,
      signedBy: describeSecrets(secrets),
      allowed: outbound.allowed,
    });
    const document = {
      url,
      ...toSource(judgeCallback(answer)),
      status: answer.status,
      ms: answer.ms,
      signed: secrets.length > 0,
      allowedPrivate: answer.byAllowance,
      request: fields,
      checks: [...checks],
    };
    return buildCheckOutcome(document);
  },
});

function toSource(verdict: CallbackVerdict) {
  return 'message' in verdict
    ? ({ messageSource: 'callback', message: verdict.message, reason: null } as const)
    : ({ messageSource: 'fallback', message: null, reason: verdict.reason } as const);
}

function buildCheckOutcome(document: CallbackCheckDocument): CommandOutcome {
  const { checks, message, reason, status } = document;
  const failed = checks.findIndex((row) => row.status === 'fail');
  return {
    view: {
      kind: 'list',
      document,
      key: 'checks',
      // tables end with the first failure, or with the text
      rows:
        message === null
          ? checks.slice(0, failed + 1)
          : [...checks, { check: 'text', status: 'ok', found: message, advice: null }],
      columns: CHECK_COLUMNS,
      empty: '',
    },
    notes: reason === null ? ['messageSource: callback; the text is sent unchanged'] : [],
    ...(reason !== null && {
      failure: new CrierError(
        'differs',
        `the fallback message would be sent (messageSource: fallback): ${reason}`,
        { http: status, advice: checks[failed]?.advice ?? null },
      ),
    }),
  };
}

/**
 * Builds the request that the service would make, with the fields of its body.
 *
 * @param set each as `field=value`
 * @param at in milliseconds since 1970
 * @throws CrierError of kind usage for a field that cannot be set
 */
function buildSampleRequest(
  trigger: TriggerType,
  set: readonly string[],
  signing: DeliverySigning,
  at: number,
) {
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

function buildSampleFired(triggerType: TriggerType, at: number): FiredTrigger {
  const from = { id: SAMPLE_IDS.person, username: 'mara.lind' };
  const { buildEngagement } = TRIGGER_RULES[triggerType];
  const place = triggerType === 'comment_keyword' ? SAMPLE_IDS.post : STORY_ID;
  const parts = { eventId: EVENT_ID, from, at, id: EVENT_ID, text: TEXT, place, emoji: EMOJI };
  const engagement = buildEngagement(parts);
  return {
    ...AUTOMATION,
    triggerType,
    keyword: getKeyword(engagement.kind),
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
