import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { topic } from '../../../../../src/cli/features/general/topics/webhooks.ts';
import { buildSignatureHeaders, decideAfterAttempt } from '../../../../../src/domain/webhooks/delivery.ts';
import { verifySignature } from '../../../../../src/receiver/verify-signature.ts';
import { ASSUMED } from '../../../../../src/service/assumed.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';
import { WEBHOOK_HEADERS } from '../../../../../src/service/webhooks.ts';

const page = await topic.text(80);

/** The code for Node.js, as copied off the page. */
function codeOnPage(): string {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.startsWith('  const crypto = require'));
  const to = lines.findIndex((line, at) => at > from && line === '  }');
  return lines
    .slice(from, to + 1)
    .map((line) => line.slice(2))
    .join('\n');
}

type IsGenuine = (
  body: Buffer,
  headers: Readonly<Record<string, string | undefined>>,
  secret: string,
) => boolean;

/** A CommonJS module, as node runs one. */
const module = new Function('require', `${codeOnPage()}\nreturn isGenuine;`);
const isGenuine = module(createRequire(import.meta.url)) as IsGenuine;
// it returns that

const SECRET = 'whsec-5f0c8b1e9a7d4c23';
const NOW_S = Math.floor(Date.now() / 1_000);
const bodyAt = (timeStamp: unknown) =>
  Buffer.from(JSON.stringify({ hookId: 'h1', timeStamp, text: 'Grüße' }));

/** Headers of a body as node's server gives them. */
function signed(body: Buffer, { at = NOW_S, secret = SECRET, next = null as string | null } = {}) {
  const headers = buildSignatureHeaders(body, { kind: 'secret', secret, next }, at);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const good = bodyAt(NOW_S);
const HEADER = WEBHOOK_HEADERS.signature.toLowerCase();
const inBase64 = (form: 'base64' | 'base64url') => ({
  ...signed(good),
  [HEADER]: Buffer.from(signed(good)[HEADER] ?? '', 'hex').toString(form),
});
const old = NOW_S - ASSUMED.receiverClaimMs / 1_000 - 60;
const ahead = NOW_S + ASSUMED.maxClockSkewMs / 1_000 + 60;

test.each([
  ['hex', good, signed(good), true],
  ['hex in capitals', good, { ...signed(good), [HEADER]: signed(good)[HEADER]?.toUpperCase() }, true],
  ['base64', good, inBase64('base64'), true],
  ['base64url', good, inBase64('base64url'), true],
  [
    'signed with the new secret beside the old one',
    good,
    signed(good, { secret: 'old', next: SECRET }),
    true,
  ],
  ['unsigned', good, {}, false],
  ['another secret', good, signed(good, { secret: 'another' }), false],
  ['a changed body', Buffer.concat([good, Buffer.from(' ')]), signed(good), false],
  ['a digest that is cut', good, { ...signed(good), [HEADER]: 'ab' }, false],
  ['another time in the header', good, signed(good, { at: NOW_S + 1 }), false],
  ['an old delivery', bodyAt(old), signed(bodyAt(old), { at: old }), false],
  ['one from the future', bodyAt(ahead), signed(bodyAt(ahead), { at: ahead }), false],
  ['no time at all', bodyAt(undefined), signed(bodyAt(undefined)), false],
] as const)(
  'the code of crier help webhooks judges as the receiver here does: %s',
  { tags: ['HOOK-10', 'U-01', 'W-14', 'L2', 'HOOK-14'] },
  (_what, body, headers, expected) => {
    expect(isGenuine(body, headers, SECRET)).toBe(expected);
    const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const checking = { secrets: [SECRET], now: Date.now(), toleranceMs: ASSUMED.receiverClaimMs } as const;
    expect(verifySignature({ body, headers: present as Record<string, string> }, checking).isValid).toBe(
      expected,
    );
  },
);

test('the page lists the waits of the schedule, each of them', { tags: ['HOOK-05', 'U-03'] }, () => {
  const failed = { status: 503, fault: null, isRefused: false };
  const waits: number[] = [];
  for (let tries = 0; ; tries += 1) {
    const verdict = decideAfterAttempt(tries, failed);
    if (verdict.kind !== 'again') break;
    waits.push(verdict.afterMs);
  }
  const recorded = [...ASSUMED.webhookFirstWaitsMs, ...LIMITS.webhookLaterWaitsMs];
  expect(waits).toEqual(recorded);
  const { firstHour, later } = LIMITS.webhookAttempts;
  expect(firstHour + later).toBe(waits.length + 1);
  const text = page.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`10 to ${waits.length + 1} after 5 minutes, 30 minutes, 2 hours and 12 hours`);
  expect(text).toContain('after 5 seconds, 15 seconds, 45 seconds, 2 minutes');
});
