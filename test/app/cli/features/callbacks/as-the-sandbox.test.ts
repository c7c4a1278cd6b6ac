import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { realOutbound } from '../../../../support/engine/real-outbound.ts';
import {
  type ServedCallbacks,
  servedCallbacks,
  servedIn,
} from '../../../../support/receiver/served-callbacks.ts';

const SECRET = 'SECRET-OF-CALLBACKS-1';

let sandbox: Sandbox | undefined;
let endpoint: ServedCallbacks | undefined;
beforeEach(() => {
  sandbox = undefined;
  endpoint = undefined;
});
afterEach(async () => {
  sandbox?.close();
  await endpoint?.end();
});

interface ComparedResult {
  readonly type: string;
  readonly messageSource: string;
  readonly errorDetails: string | null;
  readonly sent: { readonly message?: string } | null;
}

/** What a sandbox that may ask it makes of an address. */
async function askedBySandbox(
  url: string,
  { address, secret, timeoutMs }: { address: string; secret: string | null; timeoutMs: number },
): Promise<ComparedResult> {
  const openOutbound = () => realOutbound([address]);
  const opened = await openTestSandbox(undefined, { allowance: [address], openOutbound });
  sandbox = opened;
  const around = { sandbox: { ...opened, close: () => {} }, outbound: realOutbound };
  const run = async (words: readonly string[], stdin = '') => {
    const ran = await crier(words, { ...around, stdin });
    if (ran.exitCode !== 0) throw new Error(`${words.join(' ')}: ${ran.stderr}`);
    return ran;
  };
  if (secret !== null) {
    const hook = ['hooks', 'register', 'messages', 'https://hooks.example.com/m', '--sandbox'];
    await run([...hook, '--secret-file', '-'], secret);
  }
  const action = `send_dm,message=The template,messageUrl=${url},timeoutMs=${timeoutMs}`;
  const made = 'automations create --sandbox --on comment --post all --keyword ASKS'.split(' ');
  const { json } = await run([...made, '--action', action, '--json']);
  await run(['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'ASKS', '--run']);
  const { id } = json as { id: string };
  const { json: activity } = await run(['automations', 'activity', id, '--sandbox', '--json']);
  const rows = (activity as { activity: { actionResults: ComparedResult[] }[] }).activity;
  const result = rows[0]?.actionResults[0];
  if (result === undefined) throw new Error('nothing was done');
  return result;
}

/** For what answers: the maximum timeout, so that a busy machine has the time. */
const LONGEST_MS = LIMITS.callbackTimeoutMs.max;
/** For what does not. */
const SHORT_MS = 150;

test.each([
  ['a text with braces', ['--body', '{"message":"Hi {{platform}}"}'], null, LONGEST_MS],
  ['another 2xx', ['--message', 'Hi', '--status', '202'], null, LONGEST_MS],
  ['a signed callback', ['--message', 'Hi'], SECRET, LONGEST_MS],
  ['a redirect', ['--status', '302'], null, LONGEST_MS],
  ['no text', ['--message', ''], null, LONGEST_MS],
  ['too large', ['--oversize'], null, LONGEST_MS],
  ['late', ['--delay', '30s'], null, SHORT_MS],
] as const)(
  'callbacks check reports what the sandbox records: %s',
  { tags: ['M-11', 'U-08', 'CBK-05', 'CBK-04', 'K-02', 'K-01', 'CBK-03', 'CBK-07'] },
  async (_what, words, secret, timeoutMs) => {
    const env = secret === null ? {} : { CRIER_WEBHOOK_SECRET: secret };
    endpoint = await servedCallbacks([...words, '-o', 'ndjson'], { env });
    const address = `127.0.0.1:${endpoint.port}`;
    const asked = await askedBySandbox(endpoint.url, { address, secret, timeoutMs });
    const check = [
      'callbacks',
      'check',
      endpoint.url,
      '--allow-private',
      address,
      '--timeout-ms',
      String(timeoutMs),
    ];
    const { json, exitCode } = await crier([...check, '--json'], { outbound: realOutbound, env });
    const { messageSource, message, reason } = json as {
      messageSource: string;
      message: string | null;
      reason: string | null;
    };
    expect(messageSource).toBe(asked.messageSource);
    expect(exitCode).toBe(asked.messageSource === 'callback' ? 0 : 11);
    expect(message ?? 'The template').toBe(asked.sent?.message);
    expect(asked.errorDetails).toBe(reason === null ? null : `callback not used: ${reason}`);
  },
);

test('what is asked unsigned of an endpoint with a secret is refused by it, and falls back', {
  tags: ['CBK-06'],
}, async () => {
  endpoint = await servedCallbacks(['-n', '1', '-o', 'ndjson'], { env: { CRIER_WEBHOOK_SECRET: SECRET } });
  const asked = await askedBySandbox(endpoint.url, {
    address: `127.0.0.1:${endpoint.port}`,
    secret: null,
    timeoutMs: LONGEST_MS,
  });
  expect(asked).toMatchObject({
    messageSource: 'fallback',
    errorDetails: 'callback not used: status 401',
  });
  expect(servedIn(await endpoint.ran)).toMatchObject([{ verdict: 'refused', signature: 'unsigned' }]);
});
