import * as z from 'zod';
import { LIMITS } from '../../../facts/limits.ts';
import { buildAllowPrivateFlag } from '../../allow-private.ts';
import { createCallbackEndpoint } from '../../callbacks/callback-endpoint.ts';
import { CALLBACK_BODY_BYTES, CALLBACK_PATH } from '../../callbacks/judge-request.ts';
import { createServeAnswer } from '../../callbacks/serve-answer.ts';
import { listServeNotes } from '../../callbacks/serve-notes.ts';
import { ServedCallback } from '../../callbacks/served-callback.ts';
import { SERVED_COLUMNS } from '../../callbacks/served-columns.ts';
import { createServedStream } from '../../callbacks/served-stream.ts';
import { defineCommand } from '../../command.ts';
import { createDurationSchema, defineFlag } from '../../flags.ts';
import { formatDuration } from '../../format-duration.ts';
import { readSigningSecrets, SECRET_FILES } from '../../hooks/read-signing-secrets.ts';
import type { Column } from '../../render/view.ts';
import { buildWords, formatCommand } from '../../shell-command.ts';

const HIGHEST_PORT = 65_535;
const LONGEST_DELAY_MS = 30_000;
const { max: longest } = LIMITS.callbackTimeoutMs;

/** Answers with such a status have no body, whatever is given for one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export default defineCommand({
  summary: 'Answer message callbacks on this machine, to develop and to try failures',
  description: `
It listens on 127.0.0.1 alone, prints a line for each request, and goes on until Ctrl-C. In --message, fields of the
request are filled in: {{recipientUsername}}, {{keyword}}, {{commentText}} and the others that "crier help callbacks"
lists. It is this endpoint that fills them: the service sends the text of a callback as it stands, and an endpoint of
your own writes names out in the same way.

The sandbox asks an address on this machine when it is started with --allow-private, as is said at the start. With a
secret, of --secret-file, CRIER_WEBHOOK_SECRET or the context, the signature is checked, and what is not signed is
refused.

--status, --delay, --drip, --oversize and --body make answers that the service does not use, so that it sends the
template message instead.`,
  examples: [
    'callbacks serve --message "Hi {{recipientUsername}}, here you are!"',
    'callbacks serve --status 503',
    'callbacks serve --port 0 --requests 1 --json',
  ],
  flags: [],
  input: z.object({
    port: defineFlag(
      z.int().min(0).max(HIGHEST_PORT).default(0).describe('the port; 0 is any that is free'),
      {
        placeholder: 'n',
      },
    ),
    message: defineFlag(
      z
        .string()
        .optional()
        .describe('the text to answer with, in which {{fields}} of the request are filled'),
      { placeholder: 'text', mayBeEmpty: true },
    ),
    file: defineFlag(
      z.string().optional().describe('answer with this JSON object; fields are filled in its message'),
      { placeholder: 'file' },
    ),
    body: defineFlag(z.string().optional().describe('answer with exactly this, whether it is JSON or not'), {
      placeholder: 'text',
      mayBeEmpty: true,
    }),
    status: defineFlag(z.int().min(200).max(599).default(200).describe('the HTTP status to answer with'), {
      placeholder: 'n',
    }),
    delay: defineFlag(
      createDurationSchema()
        .refine((ms) => ms <= LONGEST_DELAY_MS, `must be ${formatDuration(LONGEST_DELAY_MS)} at most`)
        .optional()
        .describe(`wait before answering; nobody waits longer than ${formatDuration(longest)}`),
      { placeholder: 'duration' },
    ),
    drip: z
      .boolean()
      .default(false)
      .describe('answer at once, and let the body come so slowly that nobody waits for its end'),
    oversize: z
      .boolean()
      .default(false)
      .describe(
        `make the answer larger than the ${LIMITS.callbackAnswerBytes.toLocaleString('en-US')} bytes that are allowed`,
      ),
    secretFile: SECRET_FILES,
    requests: defineFlag(z.int().min(1).optional().describe('end after so many requests'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({ requests: z.array(ServedCallback) }),
  records: 'requests',
  async run({ port, requests, secretFile, ...flags }, context) {
    const { clock, note, progress, programName } = context;
    const made = await createServeAnswer(flags, context.readFile);
    const answer = WITHOUT_BODY.has(flags.status) ? () => new Uint8Array() : made;
    const secrets = await readSigningSecrets(secretFile, context);
    const stream = createServedStream(requests ?? Number.POSITIVE_INFINITY);
    const { status, delay: delayMs = 0, drip } = flags;
    const listener = await context.listen({
      port,
      bodyBytes: CALLBACK_BODY_BYTES,
      answer: createCallbackEndpoint({
        answer,
        status,
        delayMs,
        drip,
        secrets: secrets.map(({ secret }) => secret),
        clock,
        onServed: stream.add,
      }),
    });
    void stream.full.then(listener.close);
    const url = `http://127.0.0.1:${listener.port}${CALLBACK_PATH}`;
    const notes = listServeNotes({
      url,
      start: formatCommand(programName, buildWords`sandbox start ${buildAllowPrivateFlag(url)}`),
      secrets,
      answer,
      status,
      delayMs,
      drip,
    });
    async function* streamBatches() {
      for (const sentence of notes) await note(sentence);
      progress('waiting for callbacks');
      yield* stream.batches(listener);
    }
    return {
      view: {
        kind: 'stream',
        live: true,
        endless: requests === undefined,
        batches: streamBatches(),
        list: (served) => ({
          kind: 'list',
          document: { requests: served },
          key: 'requests',
          rows: served,
          columns: SERVED_COLUMNS as readonly Column<unknown>[], // of the records of the batches above
          empty: 'nothing came',
        }),
      },
    };
  },
});
