import * as z from 'zod';
import { judgeCallback } from '../../../../domain/callbacks/message-callback.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { CALLBACK_FIELDS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { createRecordStream } from '../../../framework/command/record-stream.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  defineTextFlag,
} from '../../../framework/input/flags/flags.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { buildWords, formatCommand } from '../../../framework/output/text/shell-command.ts';
import type { ListView } from '../../../framework/output/view.ts';
import { buildAllowPrivateFlag } from '../../webhooks/private-addresses.ts';
import { readReloadedSecrets, requireSameChecks } from '../../webhooks/reloaded-secrets.ts';
import { readSigningSecrets, SECRET_FILES, type WebhookSecret } from '../../webhooks/signing-secrets.ts';
import {
  CALLBACK_BODY_BYTES,
  CALLBACK_PATH,
  type CallbackEndpointOptions,
  createCallbackEndpoint,
} from '../callback-endpoint.ts';
import { createServeAnswer, SERVED_COLUMNS, ServedCallback } from '../served-callback.ts';

const HIGHEST_PORT = 65_535;
const LONGEST_DELAY_MS = 30_000;
const { max: longest } = LIMITS.callbackTimeoutMs;

/** Responses with these statuses never have a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export default defineCommand({
  summary: 'Run a local callback endpoint for development and tests',
  description: `
Listens on 127.0.0.1, prints a line for each request, and runs until interrupted. --message can use fields of the request:
{{recipientUsername}}, {{keyword}}, {{commentText}} and the others listed in "crier help callbacks". This endpoint fills
them in; the service sends the text of a callback unchanged, so your own endpoint must fill in names itself.

The sandbox can call this endpoint if it was started with --allow-private; the command is printed at startup. If a secret
is given with --secret-file, CRIER_WEBHOOK_SECRET or the context, signatures are verified and unsigned requests refused;
SIGHUP (kill -HUP) reads it again.

Use --status, --delay, --drip, --oversize and --body to return responses that the service does not accept, so that it
sends the fallback message.`,
  examples: [
    'callbacks serve --message "Hi {{recipientUsername}}, here you are!"',
    'callbacks serve --status 503',
    'callbacks serve --port 0 --requests 1 --json',
  ],
  flags: [],
  input: z.object({
    port: defineFlag(
      z.int().min(0).max(HIGHEST_PORT).default(0).describe('port to listen on; 0 picks a free port'),
      { placeholder: 'n' },
    ),
    message: defineTextFlag('message to return; {{fields}} of the request are filled in', {
      placeholder: 'text',
      mayBeEmpty: true,
      conflicts: ['file', 'body'],
    }),
    file: defineTextFlag('return this JSON object; {{fields}} in its message are filled in', {
      placeholder: 'file',
      conflicts: ['body'],
    }),
    body: defineTextFlag('return exactly this body, JSON or not', { placeholder: 'text', mayBeEmpty: true }),
    status: defineFlag(z.int().min(200).max(599).default(200).describe('HTTP status to return'), {
      placeholder: 'n',
    }),
    delay: defineFlag(
      createDurationSchema()
        .refine((ms) => ms <= LONGEST_DELAY_MS, `must be at most ${formatDuration(LONGEST_DELAY_MS)}`)
        .optional()
        .describe(`wait before responding; callers wait at most ${formatDuration(longest)}`),
      { placeholder: 'duration' },
    ),
    drip: defineSwitch('respond at once, but send the body too slowly to complete in time', {
      conflicts: ['oversize', 'body'],
      conflictAdvice: 'use only one of them: no client waits for the end of a dripping response',
    }),
    oversize: defineSwitch(
      `exceed the response limit of ${LIMITS.callbackAnswerBytes.toLocaleString('en-US')} bytes`,
    ),
    secretFile: SECRET_FILES,
    requests: defineFlag(z.int().min(1).optional().describe('stop after this number of requests'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({ requests: z.array(ServedCallback) }),
  records: 'requests',
  async run({ port, requests, secretFile, ...flags }, context) {
    const { settings, io } = context;
    const isEndless = requests === undefined;
    io.printing.requireRecords(isEndless);
    const made = await createServeAnswer(flags, io.readFile);
    const answer = WITHOUT_BODY.has(flags.status) ? () => new Uint8Array() : made;
    const held = await readReloadedSecrets(
      async (former: readonly WebhookSecret[] | null) => {
        settings.forget(); // a context may have the secret
        const secrets = await readSigningSecrets(secretFile, context);
        if (former !== null) requireSameChecks(former.length > 0, secrets.length > 0);
        return secrets;
      },
      ([first]) => describeSignatureCheck(first),
      io,
    );
    const stream = createRecordStream<ServedCallback>(
      requests ?? Number.POSITIVE_INFINITY,
      (count) => void io.note(`${count} requests are not printed: the output was not read for too long`),
    );
    const { status, delay: delayMs = 0, drip } = flags;
    const listener = await io.listen({
      port,
      bodyBytes: CALLBACK_BODY_BYTES,
      answer: createCallbackEndpoint({
        answer,
        status,
        delayMs,
        drip,
        get secrets() {
          return held.current.map(({ secret }) => secret);
        },
        clock: io.clock,
        onServed: stream.add,
      }),
    });
    void stream.full.then(listener.close);
    const url = `http://127.0.0.1:${listener.port}${CALLBACK_PATH}`;
    const { programName } = io;
    held.startReloading(io.log);
    const notes = listServeNotes(url, held.current[0], { answer, status, delayMs, drip, programName });
    async function* streamBatches() {
      for (const sentence of notes) await io.note(sentence);
      io.progress('waiting for callbacks');
      yield* stream.batches(listener);
    }
    return {
      view: {
        kind: 'stream',
        live: true,
        endless: isEndless,
        batches: streamBatches(),
        list: buildServedList,
      },
    };
  },
});

function buildServedList(served: readonly unknown[]): ListView<unknown> {
  return {
    kind: 'list',
    document: { requests: served },
    key: 'requests',
    rows: served,
    columns: SERVED_COLUMNS,
    empty: 'no requests',
  };
}

/** What to know when the endpoint starts, one sentence each. @param secret the first one that is accepted */
function listServeNotes(
  url: string,
  secret: WebhookSecret | undefined,
  serving: ServedAnswers & { programName: string },
): readonly string[] {
  const start = buildWords`sandbox start ${buildAllowPrivateFlag(url)}`;
  const fallback = findFallbackReason(serving);
  return [
    `listening for callbacks on ${url}`,
    `to let the sandbox call it: ${formatCommand(serving.programName, start)}`,
    describeSignatureCheck(secret),
    ...(fallback === null ? [] : [`the service will use the fallback message: ${fallback}`]),
    'press Ctrl-C to stop',
  ];
}

function describeSignatureCheck(secret: WebhookSecret | undefined): string {
  return secret === undefined
    ? 'no secret is set, so signatures are not checked'
    : `signatures are checked with the secret of ${secret.from}; unsigned requests are refused`;
}

type ServedAnswers = Pick<CallbackEndpointOptions, 'answer' | 'status' | 'delayMs' | 'drip'>;

/** Why none of these responses can be used; null if they can. */
function findFallbackReason({ answer, status, delayMs, drip }: ServedAnswers): string | null {
  const { max } = LIMITS.callbackTimeoutMs;
  if (drip || delayMs > max) return `it waits at most ${formatDuration(max)}`;
  const used = judgeCallback({ status, body: answer(ALL_FILLED), fault: null });
  return 'reason' in used ? used.reason : null;
}

/** Fills every field, so a message of a single field is not empty. */
const ALL_FILLED = Object.fromEntries(Object.keys(CALLBACK_FIELDS).map((name) => [name, 'x']));
