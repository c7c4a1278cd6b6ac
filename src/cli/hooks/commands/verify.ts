import * as z from 'zod';
import { ASSUMED } from '../../../service/assumed.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../service/webhooks.ts';
import { formatDuration } from '../../render/format-duration.ts';
import { defineCommand } from '../../shell/command.ts';
import { createDurationSchema, defineFlag } from '../../shell/flags/flags.ts';
import { readHeaders } from '../read-headers.ts';
import { buildNoSecretError, readSigningSecrets, SECRET_FILES } from '../signing-secrets.ts';
import { findVerifyFailure, judgeDelivery, VerifiedDelivery } from '../verified-delivery.ts';
import { buildVerifiedLines } from './verified-lines.ts';

const CLAIMS_DAYS = ASSUMED.receiverClaimMs / DAY_MS;

export default defineCommand({
  summary: 'Verify the signature of a delivery',
  description: `
Takes the exact bytes of the body, and its headers from a file or from flags. The signature may be hex, base64 or
base64url. The signed "timeStamp" of the body must not be older than --tolerance, nor more than ${formatDuration(ASSUMED.maxClockSkewMs)} in the future. The
time header is not signed and must match it.

If the signature is wrong, other ways to sign are tried to find the reason: JSON that was parsed and serialized again, a
line break, another charset, a secret with a line break, another algorithm, or what other services sign. Exits 11 in this
case.`,
  before: [
    'context add work --base-url https://api.example.com/api',
    'config set webhook-secret --file - --context work',
    'hooks send https://hooks.example.com/crier --dry-run -o raw > body.json',
    'hooks sign body.json --context work -o raw > headers.txt',
  ],
  examples: [
    'hooks verify body.json --headers headers.txt --context work',
    'hooks verify body.json --headers headers.txt --context work --tolerance 5m --json',
  ],
  positional: ['file'],
  flags: [],
  input: z.object({
    file: defineFlag(z.string().describe('file with the exact body (`-` for standard input)'), {
      offers: 'file',
    }),
    headers: defineFlag(
      z.string().optional().describe('read the headers from this file: a logged HTTP head, or JSON'),
      { placeholder: 'file' },
    ),
    signature: defineFlag(z.string().optional().describe(`value of ${WEBHOOK_HEADERS.signature}`), {
      placeholder: 'value',
      mayBeEmpty: true,
    }),
    timestamp: defineFlag(z.string().optional().describe(`value of ${WEBHOOK_HEADERS.signedAt}`), {
      placeholder: 'value',
      mayBeEmpty: true,
    }),
    secretFile: SECRET_FILES,
    tolerance: defineFlag(
      createDurationSchema()
        .prefault(`${CLAIMS_DAYS}d`)
        .describe('maximum age; the default is how long receivers keep claims'),
      { placeholder: 'duration' },
    ),
  }),
  output: VerifiedDelivery,
  async run({ file, secretFile, tolerance, ...given }, context) {
    const [secret, ...more] = await readSigningSecrets(secretFile, context);
    if (secret === undefined) throw buildNoSecretError('hooks verify');
    const headers = await readHeaders(given, context);
    const body = await context.readBytes(file);
    const now = context.now();
    const verified = judgeDelivery(
      { body, headers },
      { secrets: [secret.secret, ...more.map((each) => each.secret)], now, toleranceMs: tolerance },
      [secret, ...more].map(({ from }) => from),
    );
    const failure = findVerifyFailure(verified);
    const lines = buildVerifiedLines(verified, now);
    const { format, hasFields } = context.printing;
    // fields that are unknown after a failure are left out for people
    const isShort = format === 'table' && !hasFields;
    return {
      view: {
        kind: 'record',
        document: verified,
        lines: isShort ? lines.filter(({ value }) => value !== null) : lines,
      },
      notes: verified.valid && verified.timeHeader === false ? [NO_TIME_HEADER] : [],
      ...(failure !== null && { failure }),
    };
  },
});

const NO_TIME_HEADER = `${WEBHOOK_HEADERS.signedAt} was not given and could not be compared with the signed time`;
