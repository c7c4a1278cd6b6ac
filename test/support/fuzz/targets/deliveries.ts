import { parseHeaders } from '../../../../src/cli/features/hooks/commands/verify.ts';
import { computeSignature } from '../../../../src/domain/webhooks/delivery.ts';
import {
  listClaims,
  readDeliveryFacts,
  readDeliveryHeaders,
  selectDeliveryHeaders,
} from '../../../../src/receiver/delivery-facts.ts';
import { parseJsonBody } from '../../../../src/receiver/received-delivery.ts';
import {
  parseSignature,
  type SignatureCheck,
  verifySignature,
} from '../../../../src/receiver/verify-signature.ts';
import { WEBHOOK_HEADERS } from '../../../../src/service/webhooks.ts';
import { type FuzzTarget, requireSame, toBytes } from '../fuzz-target.ts';

const SECRET = 'of this test';
const NOW = 1_790_000_000_000;
const CHECKING: SignatureCheck = { secrets: [SECRET], now: NOW, toleranceMs: 300_000 };
const BODY = '{"timeStamp":1790000000,"hookId":"h1","action":"comment","type":"comment.created"}';

/** The header of a signature, of a body that is known. */
export const signatures: FuzzTarget = {
  seeds: [
    computeSignature(Buffer.from(BODY), SECRET),
    Buffer.from(computeSignature(Buffer.from(BODY), SECRET), 'hex').toString('base64'),
    Buffer.from(computeSignature(Buffer.from(BODY), SECRET), 'hex').toString('base64url'),
    `sha256=${computeSignature(Buffer.from(BODY), SECRET)}`,
  ],
  tokens: ['=', 'sha256=', 'v1=', ',', ' ', '+', '/', '-', '_'],
  maxLength: 300,
  run(input) {
    const read = parseSignature(input);
    if (read !== null && read.bytes.length !== 32)
      throw new Error(`a signature of ${read.bytes.length} bytes`);
    const headers = { [WEBHOOK_HEADERS.signature]: input, [WEBHOOK_HEADERS.signedAt]: '1790000000' };
    const { isValid } = verifySignature({ body: Buffer.from(BODY), headers }, CHECKING);
    const isOurs =
      read !== null &&
      Buffer.from(read.bytes).toString('hex') === computeSignature(Buffer.from(BODY), SECRET);
    if (isValid && !isOurs) {
      const trimmed = parseSignature(input.trim());
      if (trimmed === null) throw new Error('a signature is accepted that is none');
    }
  },
};

/** The body of a delivery: bytes of any sender, with and without a signature. */
export const deliveries: FuzzTarget = {
  isBytes: true,
  seeds: [
    BODY,
    '{"action":"social","timeStamp":1790000000,"hookId":"h","profileTitle":"x","refId":"r","post":{"id":"a"}}',
    '{"action":"automation","timeStamp":1790000000,"event":{"type":"dm","accountId":"1"},"dispatchId":"d","person":{"id":1}}',
    `{"timeStamp":1790000000,"text":"${'x'.repeat(40)}\\u00e9 \xc3\xa9\\/"}\n`,
    '\xef\xbb\xbf{"timeStamp":1.79e9}',
  ],
  tokens: [
    ...[
      '"',
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '\\',
      '\\u',
      'null',
      'true',
      '"hookId"',
      '"timeStamp":1790000000',
      '"action"',
    ],
    ...[
      '"messages"',
      '"feed"',
      '"scheduled"',
      '"social"',
      '"automation"',
      '"post"',
      '"id":',
      '\r\n',
      '\xc3\xa9',
      '\xef\xbb\xbf',
    ],
  ],
  run(input) {
    const body = toBytes(input);
    const event = parseJsonBody(body);
    readDeliveryFacts(event);
    for (const claim of listClaims(event, body))
      if (claim.length !== 32) throw new Error('a claim is no hash');
    const headers = {
      [WEBHOOK_HEADERS.signature]: computeSignature(body, SECRET),
      [WEBHOOK_HEADERS.signedAt]: '1790000000',
    };
    const signed = verifySignature({ body, headers }, CHECKING);
    const isGood = !signed.isValid && ['unsigned', 'unreadable', 'mismatch'].includes(String(signed.fault));
    if (isGood) throw new Error(`a signed body is refused as ${JSON.stringify(signed)}`);
    const forged = { ...headers, [WEBHOOK_HEADERS.signature]: '0'.repeat(64) };
    if (verifySignature({ body, headers: forged }, CHECKING).isValid)
      throw new Error('a forged body is accepted');
    // as a proxy changes it
    const changed = Buffer.from(body.toString('utf8').trim());
    verifySignature({ body: changed, headers }, CHECKING);
  },
};

/** Headers as people paste them. */
export const typedHeaders: FuzzTarget = {
  seeds: [
    'POST /hooks HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nX-Service-Delivery-Id: 1\r\n\r\n{}',
    '{"headers":{"X-A":["b","c"],"d":1}}',
    'a\tb\n1\t2',
    '> x-service-authorization-signature: 00\n* note\n< HTTP/2 200',
  ],
  tokens: [
    ': ',
    '\r\n',
    '\n',
    '\t',
    '> ',
    '< ',
    '{',
    '}',
    '"',
    'headers',
    '__proto__',
    'constructor',
    ',',
    '[',
    ']',
  ],
  run(input) {
    const read = parseHeaders(input);
    if (read === null) return;
    for (const [name, value] of Object.entries(read))
      if (name === '' || typeof value !== 'string')
        throw new Error(`a header ${JSON.stringify([name, value])}`);
    const headers = Object.fromEntries(Object.entries(read));
    readDeliveryHeaders(headers);
    requireSame(
      selectDeliveryHeaders(selectDeliveryHeaders(headers)),
      selectDeliveryHeaders(headers),
      'selecting twice is selecting once',
    );
  },
};
