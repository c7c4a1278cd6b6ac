import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutboundFault } from '../../../../../src/outbound/outbound.ts';
import { verifySignature } from '../../../../../src/receiver/verify-signature.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { realOutbound } from '../../../../support/engine/real-outbound.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { openReceiver, type Receiver } from '../../../../support/receiver/receiver.ts';

const NOW = 1_790_000_000_000;
const SECRET = 'a-secret-that-nobody-sees-1234';
const PUBLIC = 'https://hooks.example.com/crier';
const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
const SIGNED = { ...SERVICE, CRIER_WEBHOOK_SECRET: SECRET };

/** Registers with a service, and says what it was asked: only the list of webhooks is not a registration. */
async function register(words: readonly string[], around: Around = {}) {
  const { transport, requests } = recordingNetwork({ status: 'success', action: 'automations' });
  const ran = await crier(['hooks', 'register', ...words], { env: SERVICE, network: transport, ...around });
  return { ...ran, posted: requests.filter(({ method }) => method === 'POST') };
}

describe('hooks register --probe, at a receiver of this machine', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  const probe = (words: readonly string[] = [], around: Around = {}) =>
    crier(
      ['hooks', 'register', 'automations', receiver.url, '--probe', '--sandbox', '--dry-run', ...words],
      around,
    );

  test('a signed event of the action, before it is registered', {
    tags: ['HOOK-10', 'HOOK-22', 'U-05'],
  }, async () => {
    const { exitCode, stderr, json, posted } = await register(['messages', PUBLIC, '--probe', '--json'], {
      env: SIGNED,
      outbound: answering(({ headers, body }) => {
        const received = { headers, body };
        const check = { secrets: [SECRET], now: NOW, toleranceMs: 60_000 } as const;
        const { action } = JSON.parse(new TextDecoder().decode(body)) as { action: string };
        return { status: verifySignature(received, check).isValid && action === 'messages' ? 200 : 401 };
      }),
    });
    expect({ exitCode, posted: posted.length }).toEqual({ exitCode: 0, posted: 1 });
    expect(json).toMatchObject({ probe: { status: 200, ms: 3, isSigned: true, hookId: expect.any(String) } });
    expect(stderr).toContain('the receiver answered the test delivery with 200 in 3 ms');
  });

  test('the private address that was typed is probed', { tags: ['S9'] }, async () => {
    const words = ['automations', receiver.url, '--probe', '--sandbox'];
    const allowed = await crier(['hooks', 'register', ...words], { outbound: realOutbound });
    expect(receiver.received).toHaveLength(1);
    // the sandbox of this test was not started with it, and says so
    expect([allowed.exitCode, allowed.stderr]).toEqual([
      9,
      expect.stringContaining('sandbox start --allow-private'),
    ]);
  });

  test('--dry-run shows both requests, and sends none', async () => {
    const { json, exitCode } = await probe(['--json'], { outbound: realOutbound });
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      requests: [
        { method: 'POST', url: receiver.url, body: { action: 'automations', hookId: expect.any(String) } },
        { method: 'POST', body: { action: 'automations', url: receiver.url } },
      ],
    });
    expect(receiver.received).toEqual([]);
  });
});

describe('nothing is registered, exit 11', () => {
  test.each([
    ['only 200 counts as delivered', 202, 'responded with 202', 'only 200 counts'],
    ['a fault of the receiver', 503, 'responded with 503', 'see the log'],
  ])('%s', { tags: ['U-05', 'U-06', 'HOOK-04'] }, async (_why, status, reason, advice) => {
    const { exitCode, error, posted } = await register(['automations', PUBLIC, '--probe', '--json'], {
      env: SIGNED,
      outbound: answering(() => ({ status })),
    });
    expect({ exitCode, posted }).toEqual({ exitCode: 11, posted: [] });
    expect(error).toMatchObject({
      kind: 'differs',
      message: expect.stringContaining(`not registered: the receiver ${reason}`),
    });
    expect(error?.['advice']).toContain(advice);
    expect(error?.['advice']).toContain('leave out --probe');
  });

  test.each([
    ['timeout', 'respond first'],
    ['connection refused', 'check that the receiver is running'],
  ] satisfies readonly (readonly [OutboundFault, string])[])(
    'no answer: %s',
    { tags: ['HOOK-04'] },
    async (fault, advice) => {
      const { exitCode, error, posted } = await register(['automations', PUBLIC, '--probe', '--json'], {
        outbound: answering(() => ({ fault })),
      });
      expect({ exitCode, posted }).toEqual({ exitCode: 11, posted: [] });
      expect(error).toMatchObject({
        message: `not registered: no response from hooks.example.com:443: ${fault}`,
      });
      expect(error?.['advice']).toContain(advice);
    },
  );
});

test('what cannot be probed is refused before anything is sent', async () => {
  const unknown = await register(['adEvents', PUBLIC, '--any-action', '--probe']);
  expect({ exitCode: unknown.exitCode, posted: unknown.posted }).toEqual({ exitCode: 2, posted: [] });
  expect(unknown.stderr).toContain('without --probe');
  const alone = await register(['automations', PUBLIC, '--allow-private', '127.0.0.1:8080']);
  expect({ exitCode: alone.exitCode, posted: alone.posted }).toEqual({ exitCode: 2, posted: [] });
  expect(alone.stderr).toContain('--allow-private needs --probe');
});
