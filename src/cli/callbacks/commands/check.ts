import * as z from 'zod';
import { judgeCallback } from '../../../domain/callbacks/judge-callback.ts';
import { CrierError } from '../../../errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { TRIGGERS, type TriggerType } from '../../../service/triggers.ts';
import { ALLOW_PRIVATE } from '../../hooks/allow-private.ts';
import { refuseUrl } from '../../hooks/refuse-url.ts';
import { describeSource, readSigningSecrets, SECRET_FILES } from '../../hooks/signing-secrets.ts';
import type { Column } from '../../render/view.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag } from '../../shell/flags/flags.ts';
import { CallbackCheckDocument } from '../check-document.ts';
import { buildSampleRequest } from '../sample-request.ts';
import { CHECK_COLUMNS } from './check-columns.ts';
import { buildCheckRows, selectShownRows } from './check-rows.ts';

const { default: TIMEOUT_MS, max: MOST_MS } = LIMITS.callbackTimeoutMs;
const TYPES = Object.keys(TRIGGERS) as [TriggerType, ...TriggerType[]];
// its own keys, of which there are some

export default defineCommand({
  summary: 'Check a messageUrl endpoint as the service would call it',
  description: `
Sends one sample callback over the same guarded connection as the sandbox: the name is resolved once, every address must
be public, TLS must be valid, and redirects are not followed. Reports each check, the text that would be sent and the
messageSource that would be recorded. Exits 11 if the fallback message would be sent. The service is not called.

Use --allow-private to reach an endpoint on this machine, also over http; the service itself never connects to one. The
request is signed if a secret is given with --secret-file, CRIER_WEBHOOK_SECRET or the context.`,
  examples: [
    'callbacks check https://hooks.example.com/callback',
    'callbacks check https://hooks.example.com/callback --trigger dm_keyword --set commentText="a GUIDE?"',
    'callbacks check http://127.0.0.1:8080/callback --allow-private 127.0.0.1:8080 --json',
  ],
  positional: ['url'],
  flags: [],
  input: z.object({
    url: defineFlag(z.string().describe('URL of the endpoint: the messageUrl of the action'), {
      placeholder: 'url',
    }),
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
    refuseUrl(url, 'https://hooks.example.com/callback');
    const secrets = await readSigningSecrets(secretFile, context);
    const [first, second] = secrets;
    const signing =
      first === undefined
        ? ({ kind: 'none' } as const)
        : ({ kind: 'secret', secret: first.secret, next: second?.secret ?? null } as const);
    const { headers, body, fields } = buildSampleRequest({ trigger, set, signing, at: context.now() });
    const outbound = await context.outbound(allowPrivate);
    context.progress('calling the endpoint');
    const answer = await outbound.post({
      url,
      headers,
      body,
      deadlineMs: timeoutMs,
      answerBytes: LIMITS.callbackAnswerBytes,
      signal: context.signal,
    });
    context.progress(null);
    const checks = buildCheckRows({
      url,
      timeoutMs,
      answer,
      signedBy: describeSource(secrets),
      allowed: outbound.allowed,
    });
    const verdict = judgeCallback(answer);
    const used = 'message' in verdict;
    const document: CallbackCheckDocument = {
      url,
      messageSource: used ? 'callback' : 'fallback',
      message: used ? verdict.message : null,
      reason: used ? null : verdict.reason,
      status: answer.status,
      ms: answer.ms,
      signed: first !== undefined,
      allowedPrivate: answer.byAllowance,
      request: fields,
      checks: [...checks],
    };
    const advice = checks.find(({ status }) => status === 'fail')?.advice ?? null;
    return {
      view: {
        kind: 'list',
        document,
        key: 'checks',
        rows: selectShownRows(checks, verdict),
        columns: CHECK_COLUMNS as readonly Column<unknown>[], // of the rows above
        empty: '',
      },
      notes: used ? ['messageSource: callback; the text is sent unchanged'] : [],
      ...(!used && {
        failure: new CrierError(
          'differs',
          `the fallback message would be sent (messageSource: fallback): ${verdict.reason}`,
          {
            http: answer.status,
            advice,
          },
        ),
      }),
    };
  },
});
