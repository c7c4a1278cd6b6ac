import * as z from 'zod';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { buildSignatureHeaders } from '../../../../domain/webhooks/delivery.ts';
import { createUsageError } from '../../../../errors.ts';
import { readTimeStamp } from '../../../../receiver/received-delivery.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { parseTime } from '../../../framework/input/time/since.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import {
  buildNoSecretError,
  readSigningSecrets,
  SECRET_FILES,
  toSigning,
} from '../../webhooks/signing-secrets.ts';

export default defineCommand({
  summary: 'Sign a body like the service and print the headers',
  description: `
Signs the exact bytes of the body; nothing is parsed, added or removed. ${WEBHOOK_HEADERS.signedAt} is the "timeStamp" of
the body unless --set-time is given, and is not part of the signature. The secret is read from --secret-file,
CRIER_WEBHOOK_SECRET or the context, in this order.

-o raw prints the headers for curl: curl -H @headers.txt --data-binary @body.json <url>`,
  before: [
    'context add work --base-url https://api.example.com/api',
    'config set webhook-secret --file - --context work',
    'hooks send https://hooks.example.com/crier --dry-run -o raw > body.json',
  ],
  examples: [
    'hooks sign body.json --context work',
    'hooks sign body.json --context work -o raw',
    'hooks sign - --context work --set-time now --json',
  ],
  hasBytes: true,
  positional: ['file'],
  flags: [],
  input: z.object({
    file: defineFlag(z.string().describe('file with the exact body (`-` for standard input)'), {
      offers: 'file',
    }),
    secretFile: SECRET_FILES,
    setTime: defineTextFlag('time in the header: now, Unix seconds, or 2026-09-21T14:13:20Z', {
      placeholder: 'time',
    }),
  }),
  output: z.object({
    headers: z.record(z.string(), z.string()),
    timeStamp: z.number().nullable().describe('Unix seconds in the header; null if there is none'),
    bytes: z.number().describe('number of signed bytes'),
    signedWith: z.string().describe('source of the secret'),
  }),
  async run({ file, secretFile, setTime }, context) {
    const { io } = context;
    const time = setTime === undefined ? null : parseSignTime(setTime, io.now());
    const secrets = await readSigningSecrets(secretFile, context);
    const [secret] = secrets;
    if (secret === undefined) throw buildNoSecretError('hooks sign');
    const body = await io.readBytes(file);
    const ofBody = readTimeStamp(body);
    const timeStamp = time ?? ofBody;
    const { [WEBHOOK_HEADERS.signedAt]: signedAt = '', ...signatures } = buildSignatureHeaders(
      body,
      toSigning(secrets),
      timeStamp ?? 0,
    );
    const headers = { ...signatures, ...(timeStamp !== null && { [WEBHOOK_HEADERS.signedAt]: signedAt }) };
    const lines = Object.entries(headers);
    return {
      view: {
        kind: 'record',
        document: { headers, timeStamp, bytes: body.length, signedWith: secret.from },
        lines: lines.map(([name, value]) => ({ name, title: name, value })),
      },
      raw: Buffer.from(lines.map(([name, value]) => `${name}: ${value}\n`).join('')),
      notes: listNotes(body.length, time, ofBody),
    };
  },
});

/** @param time of the header and `ofBody` of the body, both in Unix seconds */
function listNotes(bytes: number, time: number | null, ofBody: number | null): readonly string[] {
  const empty = bytes === 0 ? ['the body is empty'] : [];
  if (ofBody === null) {
    return [
      ...empty,
      `the body has no "timeStamp" in Unix seconds, so receivers will refuse it${time === null ? '; use --set-time to create the header anyway' : ''}`,
    ];
  }
  if (time === null || time === ofBody) return empty;
  const [one, other] = [time, ofBody].map((seconds) => formatIsoSeconds(seconds * SECOND_MS));
  return [`the header has ${one}, but "timeStamp" of the body is ${other}: receivers refuse a mismatch`];
}

/**
 * Parses the time for a header.
 *
 * @param text `now`, Unix seconds, a day or a time
 * @returns Unix seconds
 * @throws CrierError of kind usage
 */
function parseSignTime(text: string, now: number): number {
  const isSeconds = /^\d{1,12}$/.test(text);
  const ms = text === 'now' ? now : isSeconds ? Number(text) * SECOND_MS : parseTime(text);
  if (ms !== null && ms >= 0) return Math.floor(ms / SECOND_MS);
  throw createUsageError(
    `--set-time "${maskLikelySecret(text)}" is not a time`,
    'write now, 1790000000 (Unix seconds) or 2026-09-21T14:13:20Z',
  );
}
