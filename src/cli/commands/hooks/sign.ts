import * as z from 'zod';
import { SECOND_MS } from '../../../facts/durations.ts';
import { WEBHOOK_HEADERS } from '../../../facts/webhooks.ts';
import { formatIsoSeconds } from '../../../rules/format-iso-seconds.ts';
import { buildSignatureHeaders } from '../../../rules/signature.ts';
import { readTimeStamp } from '../../../rules/verify-signature.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import { parseSignTime } from '../../hooks/parse-sign-time.ts';
import { buildNoSecretError, readSigningSecrets, SECRET_FILES } from '../../hooks/read-signing-secrets.ts';

export default defineCommand({
  summary: 'Sign a body as the service signs a delivery, and print the headers',
  description: `
What is signed are the bytes as they are: nothing is parsed, added or taken away. ${WEBHOOK_HEADERS.signedAt} is the
"timeStamp" of the body, as the service has it, unless --set-time says otherwise; it is not a part of what is signed. The
secret is read from a file, from CRIER_WEBHOOK_SECRET or from the context, in this order.

With -o raw the headers are written as curl reads them: curl -H @headers.txt --data-binary @body.json <url>`,
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
    file: defineFlag(z.string().describe('the body, byte for byte; `-` for standard input'), {
      offers: 'file',
    }),
    secretFile: SECRET_FILES,
    setTime: defineFlag(
      z.string().optional().describe('the time in the header: now, Unix seconds, or 2026-09-21T14:13:20Z'),
      { placeholder: 'time' },
    ),
  }),
  output: z.object({
    headers: z.record(z.string(), z.string()),
    timeStamp: z.number().nullable().describe('Unix seconds in the header; null when there is none'),
    bytes: z.number().describe('how many were signed'),
    signedWith: z.string().describe('where the secret is from'),
  }),
  async run({ file, secretFile, setTime }, context) {
    const time = setTime === undefined ? null : parseSignTime(setTime, context.now());
    const [secret, next] = await readSigningSecrets(secretFile, context);
    if (secret === undefined) throw buildNoSecretError('hooks sign');
    const body = await context.readBytes(file);
    const ofBody = readTimeStamp(body);
    const timeStamp = time ?? ofBody;
    const signing = { kind: 'secret', secret: secret.secret, next: next?.secret ?? null } as const;
    const { [WEBHOOK_HEADERS.signedAt]: signedAt = '', ...signatures } = buildSignatureHeaders(
      body,
      signing,
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
      notes: listNotes({ bytes: body.length, time, ofBody }),
    };
  },
});

function listNotes({
  bytes,
  time,
  ofBody,
}: {
  readonly bytes: number;
  readonly time: number | null;
  readonly ofBody: number | null;
}): readonly string[] {
  const empty = bytes === 0 ? ['the body is empty'] : [];
  if (ofBody === null) {
    return [
      ...empty,
      `the body has no "timeStamp" in Unix seconds, so that a receiver refuses it${time === null ? '; --set-time makes the header all the same' : ''}`,
    ];
  }
  if (time === null || time === ofBody) return empty;
  const [one, other] = [time, ofBody].map((seconds) => formatIsoSeconds(seconds * SECOND_MS));
  return [`the header says ${one}, and "timeStamp" of the body ${other}: a receiver refuses what differs`];
}
