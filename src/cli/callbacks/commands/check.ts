import * as z from 'zod';
import { type CallbackVerdict, judgeCallback } from '../../../domain/callbacks/message-callback.ts';
import { CrierError } from '../../../errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { TRIGGERS, type TriggerType } from '../../../service/triggers.ts';
import { ALLOW_PRIVATE, refuseUrl } from '../../hooks/private-addresses.ts';
import { describeSource, readSigningSecrets, SECRET_FILES } from '../../hooks/signing-secrets.ts';
import type { Column } from '../../render/view.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag } from '../../shell/flags/flags.ts';
import {
  type CallbackCheck,
  CallbackCheckDocument,
  type CallbackProbe,
  type CheckStep,
  STEPS,
} from '../check-steps.ts';
import { buildSampleRequest } from '../sample-request.ts';

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
  async run({ url, trigger, set, timeoutMs, secretFile, allowPrivate }, { service, settings, io }) {
    refuseUrl(url, 'https://hooks.example.com/callback');
    const secrets = await readSigningSecrets(secretFile, { service, settings, io });
    const [first, second] = secrets;
    const signing =
      first === undefined
        ? ({ kind: 'none' } as const)
        : ({ kind: 'secret', secret: first.secret, next: second?.secret ?? null } as const);
    const { headers, body, fields } = buildSampleRequest({ trigger, set, signing, at: io.now() });
    const outbound = await io.outbound(allowPrivate);
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

/** Columns of a check. The advice for a failed check is printed with the error. */
const CHECK_COLUMNS: readonly Column<CallbackCheck>[] = [
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  { name: 'check', title: 'check', value: ({ check }) => check, role: 'name', drop: 0 },
  { name: 'found', title: 'found', value: ({ found }) => found, flexible: true, wraps: true },
  { name: 'advice', title: 'advice', value: ({ advice }) => advice, dataOnly: true },
];

/** Builds a row for each check; those after the first failure are skipped. */
function buildCheckRows(checked: CallbackProbe): readonly CallbackCheck[] {
  const rows: CallbackCheck[] = [];
  for (const step of STEPS) {
    const isOver = rows.some(({ status }) => status === 'fail');
    rows.push(isOver ? toSkippedRow(step) : toCheckRow(step, checked));
  }
  return rows;
}

function toCheckRow(step: CheckStep, checked: CallbackProbe): CallbackCheck {
  const { check } = step;
  if (isUnknown(step, checked)) return { check, status: 'skipped', found: 'unknown', advice: null };
  const [stops, skips, warns] = [
    step.findFailure(checked),
    step.findSkip?.(checked),
    step.findWarning?.(checked),
  ];
  if (stops !== null) return { check, status: 'fail', ...stops };
  if (skips) return { check, status: 'skipped', ...skips };
  if (warns) return { check, status: 'warn', ...warns };
  return { check, status: 'ok', found: step.describePass(checked), advice: null };
}

function toSkippedRow({ check }: CheckStep): CallbackCheck {
  return { check, status: 'skipped', found: 'not checked', advice: null };
}

/** After a timeout without a response, it is unknown how far the request came. */
const BEFORE_AN_ANSWER = ['name', 'connection', 'TLS', 'signature', 'redirect', 'status'];

function isUnknown({ check }: CheckStep, { answer }: CallbackProbe): boolean {
  const { status } = answer;
  const isOutOfTime = answer.fault === 'timeout' || answer.fault === 'interrupted';
  return status === null && isOutOfTime && BEFORE_AN_ANSWER.includes(check);
}

/** Rows for tables: up to the first failure, or all rows followed by the text. */
function selectShownRows(rows: readonly CallbackCheck[], verdict: CallbackVerdict): readonly CallbackCheck[] {
  const last = rows.findIndex(({ status }) => status === 'fail');
  if ('reason' in verdict) return rows.slice(0, last + 1);
  return [...rows, { check: 'text', status: 'ok', found: verdict.message, advice: null }];
}
