import * as z from 'zod';
import { tryParseBoundedJson } from '../../../../domain/json/bounded-json.ts';
import { getField, isRecord } from '../../../../domain/json/loose-record.ts';
import { createLocalClock, formatInZones, type LocalClock } from '../../../../domain/time/local-time.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { readDeliveryHeaders } from '../../../../receiver/delivery-facts.ts';
import { parseJsonBody, type ReceivedDelivery } from '../../../../receiver/received-delivery.ts';
import { type SignatureCheck, verifySignature } from '../../../../receiver/verify-signature.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS, SECOND_MS } from '../../../../service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createDurationSchema, defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import type { RecordLine } from '../../../framework/output/view.ts';
import { explainSignatureFault, formatApproximateDuration } from '../../webhooks/explain-signature-fault.ts';
import { buildNoSecretError, readSigningSecrets, SECRET_FILES } from '../../webhooks/signing-secrets.ts';

const VerifiedDelivery = z.strictObject({
  valid: z.boolean(),
  reason: z.string().nullable().describe('why it is not valid, as a fixed phrase; null if it is'),
  explanation: z.string().nullable(),
  advice: z.string().nullable().describe('how to fix it'),
  header: z.string().nullable().describe('header with the valid signature'),
  encoding: z.string().nullable().describe('encoding of the signature'),
  secret: z.string().nullable().describe('source of the secret that is valid'),
  timeStamp: z.number().nullable().describe('signed time in Unix seconds'),
  timeHeader: z.boolean().nullable().describe('whether the time is also in a header'),
  bytes: z.number(),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
  attempt: z.number().nullable(),
  deliveryId: z.string().nullable(),
});
export type VerifiedDelivery = z.infer<typeof VerifiedDelivery>;

const NOTHING = {
  valid: false,
  reason: null,
  explanation: null,
  advice: null,
  header: null,
  encoding: null,
  secret: null,
  timeStamp: null,
  timeHeader: null,
  bytes: 0,
  action: null,
  type: null,
  hookId: null,
  attempt: null,
  deliveryId: null,
} as const;

/**
 * Verifies a delivery as a receiver does. Its contents are only included if the signature is valid.
 *
 * @param from the sources of the secrets, in their order
 * @see docs/service/webhooks.md#HOOK-14
 */
export function judgeDelivery(
  received: ReceivedDelivery,
  checking: SignatureCheck,
  from: readonly string[],
): VerifiedDelivery {
  const verdict = verifySignature(received, checking);
  const bytes = received.body.length;
  if (!verdict.isValid) {
    const { reason, message, fix: advice } = explainSignatureFault(received, checking, verdict.fault);
    return { ...NOTHING, reason, explanation: message, advice, timeStamp: verdict.timeStamp, bytes };
  }
  const { header, encoding, secret, timeStamp, hasTimeHeader } = verdict;
  const event = parseJsonBody(received.body);
  return {
    ...NOTHING,
    valid: true,
    header: WEBHOOK_HEADERS[header],
    encoding,
    secret: from[secret] ?? null,
    timeStamp,
    timeHeader: hasTimeHeader,
    bytes,
    action: toText(getField(event, 'action')),
    type: toText(getField(event, 'subAction')) ?? toText(getField(event, 'type')),
    hookId: toText(getField(event, 'hookId')),
    ...readDeliveryHeaders(received.headers),
  };
}

/** The error that ends the run with exit code 11; null if the delivery is valid. */
function findVerifyFailure({
  valid,
  reason,
  explanation,
  advice,
  timeStamp,
}: VerifiedDelivery): CrierError | null {
  if (valid) return null;
  const facts = { http: null, ...(advice !== null && { advice }) };
  const what = timeStamp === null && reason !== 'undated' ? 'signature' : 'delivery';
  return new CrierError('differs', `the ${what} is not valid: ${explanation ?? ''}`, facts);
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

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
    headers: defineTextFlag('read the headers from this file: a logged HTTP head, or JSON', {
      placeholder: 'file',
    }),
    signature: defineTextFlag(`value of ${WEBHOOK_HEADERS.signature}`, {
      placeholder: 'value',
      mayBeEmpty: true,
    }),
    timestamp: defineTextFlag(`value of ${WEBHOOK_HEADERS.signedAt}`, {
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
    const { io } = context;
    const [secret, ...more] = await readSigningSecrets(secretFile, context);
    if (secret === undefined) throw buildNoSecretError('hooks verify');
    const headers = await readHeaders(given, io);
    const body = await io.readBytes(file);
    const now = io.now();
    const verified = judgeDelivery(
      { body, headers },
      { secrets: [secret.secret, ...more.map((each) => each.secret)], now, toleranceMs: tolerance },
      [secret, ...more].map(({ from }) => from),
    );
    const failure = findVerifyFailure(verified);
    const lines = buildVerifiedLines(verified, now, createLocalClock(io.timeZone));
    const { format, hasFields } = io.printing;
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

/** @param now in milliseconds since 1970 */
function buildVerifiedLines(
  verified: VerifiedDelivery,
  now: number,
  zone: LocalClock,
): readonly RecordLine[] {
  const { valid, reason, header, encoding, secret, timeStamp } = verified;
  const { bytes, action, type, hookId, attempt, deliveryId } = verified;
  return [
    { name: 'valid', title: 'delivery', value: valid, shown: valid ? 'holds' : 'not valid' },
    { name: 'reason', title: 'why', value: reason },
    { name: 'header', title: 'header', value: header },
    { name: 'encoding', title: 'encoding', value: encoding },
    { name: 'secret', title: 'secret of', value: secret },
    {
      name: 'timeStamp',
      title: 'signed at',
      value: timeStamp,
      ...(timeStamp !== null && timeStamp <= LATEST_SECOND && { shown: formatMoment(timeStamp, now, zone) }),
    },
    { name: 'bytes', title: 'bytes', value: bytes },
    { name: 'action', title: 'action', value: action },
    { name: 'type', title: 'event', value: type },
    { name: 'hookId', title: 'hook id', value: hookId },
    { name: 'attempt', title: 'attempt', value: attempt },
    { name: 'deliveryId', title: 'delivery id', value: deliveryId },
  ];
}

const LATEST_SECOND = 8_640_000_000_000;

function formatMoment(seconds: number, now: number, zone: LocalClock): string {
  const age = now - seconds * SECOND_MS;
  const distance =
    age < 0 ? `${formatApproximateDuration(-age)} from now` : `${formatApproximateDuration(age)} ago`;
  return `${formatInZones(seconds * SECOND_MS, zone)}, ${distance}`;
}

/**
 * Reads the headers of a delivery from a file or from flags.
 *
 * @throws CrierError of kind usage when both or none are given, or the file has no headers
 */
async function readHeaders(
  {
    headers: file,
    signature,
    timestamp,
  }: Partial<Record<'headers' | 'signature' | 'timestamp', string | undefined>>,
  io: IoPort,
): Promise<HeaderRecord> {
  const isTyped = signature !== undefined || timestamp !== undefined;
  if (file !== undefined && isTyped) {
    throw createUsageError(
      '--headers cannot be used together with --signature or --timestamp',
      'use only one of them',
    );
  }
  if (file === undefined && !isTyped) {
    throw createUsageError(
      'hooks verify needs the headers of the delivery',
      `add --headers <file>, or --signature with the value of ${WEBHOOK_HEADERS.signature}`,
    );
  }
  if (file === undefined) {
    return {
      ...(signature !== undefined && { [WEBHOOK_HEADERS.signature]: signature }),
      ...(timestamp !== undefined && { [WEBHOOK_HEADERS.signedAt]: timestamp }),
    };
  }
  // headers are bytes; a signature may contain any of them
  const read = parseHeaders(Buffer.from(await io.readBytes(file)).toString('latin1'));
  if (read !== null) return read;
  throw createUsageError(
    `${file === '-' ? 'standard input' : file} contains no headers`,
    `write lines such as "${WEBHOOK_HEADERS.signature}: 9c1f…", or a JSON object`,
  );
}

type HeaderRecord = Readonly<Record<string, string>>;

/**
 * Parses headers in several formats: the head of an HTTP request with or without the request line, also as printed by
 * `curl -v`; a JSON object, directly or under `headers`; or two tab-separated lines as `hooks sign` prints when
 * piped.
 *
 * @returns null if it contains no header
 */
export function parseHeaders(text: string): HeaderRecord | null {
  const bare = text.replace(/^\uFEFF/, '');
  const pairs = parseJsonHeaders(bare) ?? parseTabbedHeaders(bare) ?? parseRequestHead(bare);
  return pairs.length === 0 ? null : joinHeaders(pairs);
}

type HeaderPair = readonly [name: string, text: string];

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

function parseJsonHeaders(text: string): readonly HeaderPair[] | null {
  if (!text.trimStart().startsWith('{')) return null;
  const value = tryParseBoundedJson(text);
  const named = isRecord(value) && isRecord(value['headers']) ? value['headers'] : value;
  if (!isRecord(named)) return null;
  const entries = Object.entries(named).filter(([name]) => NAME.test(name));
  return entries.flatMap(([name, each]) =>
    (Array.isArray(each) ? each : [each])
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .map((one) => [name, String(one)] as const),
  );
}

function parseTabbedHeaders(text: string): readonly HeaderPair[] | null {
  const [names = '', values = '', ...others] = text.trimEnd().split(/\r?\n/);
  const all = names.split('\t');
  const texts = values.split('\t');
  const isOfNames = all.every((name) => NAME.test(name)) && names.includes('-'); // a single word can be any text
  const isTable = isOfNames && others.length === 0 && all.length === texts.length;
  return isTable && values !== '' ? all.map((name, at) => [name, texts[at] ?? ''] as const) : null;
}

/** Parses up to the empty line before the body. */
function parseRequestHead(text: string): readonly HeaderPair[] {
  const lines = text.trimStart().split(/\r?\n/);
  const end = lines.findIndex((line) => /^[<>]?\s*$/.test(line));
  return lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const [, name, value = ''] = /^(?:[<>] )?([^\s:]+):(.*)$/s.exec(line) ?? [];
    return name !== undefined && NAME.test(name) ? [[name, value.trim()] as const] : [];
  });
}

function joinHeaders(pairs: readonly HeaderPair[]): HeaderRecord {
  const all = new Map<string, { name: string; text: string }>();
  for (const [name, text] of pairs) {
    const before = all.get(name.toLowerCase());
    all.set(
      name.toLowerCase(),
      before === undefined ? { name, text } : { ...before, text: `${before.text}, ${text}` },
    );
  }
  return Object.fromEntries([...all.values()].map(({ name, text }) => [name, text]));
}
