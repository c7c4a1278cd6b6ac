import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { type ServedCallbacks, servedCallbacks, servedIn } from '../../support/served-callbacks.ts';
import { wayOut } from '../../support/way-out.ts';

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

interface Result {
  readonly type: string;
  readonly messageSource: string;
  readonly errorDetails: string | null;
  readonly sent: { readonly message?: string } | null;
}

/** What a sandbox that may ask it makes of an address. */
async function askedBySandbox(url: string, address: string, secret: string | null): Promise<Result> {
  const openOutbound = () => wayOut([address]);
  const opened = await openTestSandbox(undefined, { allowance: [address], openOutbound });
  sandbox = opened;
  const around = { sandbox: { ...opened, close: () => {} }, outbound: wayOut };
  const run = async (words: readonly string[], stdin = '') => {
    const ran = await crier(words, { ...around, stdin });
    if (ran.exitCode !== 0) throw new Error(`${words.join(' ')}: ${ran.stderr}`);
    return ran;
  };
  if (secret !== null) {
    const hook = ['hooks', 'register', 'messages', 'https://hooks.example.com/m', '--sandbox'];
    await run([...hook, '--secret-file', '-'], secret);
  }
  const action = `send_dm,message=The template,messageUrl=${url},timeoutMs=700`;
  const made = [
    'automations',
    'create',
    '--sandbox',
    '--on',
    'comment',
    '--post',
    'all',
    '--keyword',
    'ASKS',
  ];
  const { json } = await run([...made, '--action', action, '--json']);
  await run(['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'ASKS', '--run']);
  const { id } = json as { id: string };
  const { json: activity } = await run(['automations', 'activity', id, '--sandbox', '--json']);
  const rows = (activity as { activity: { actionResults: Result[] }[] }).activity;
  const result = rows[0]?.actionResults[0];
  if (result === undefined) throw new Error('nothing was done');
  return result;
}

test.each([
  ['a text', ['--message', 'Here you are'], null],
  ['M-11 a text with braces', ['--body', '{"message":"Hi {{platform}}"}'], null],
  ['U-08 another 2xx', ['--message', 'Hi', '--status', '202'], null],
  ['a signed callback', ['--message', 'Hi'], SECRET],
  ['CBK-05 another status', ['--status', '503'], null],
  ['CBK-04 a redirect', ['--status', '302'], null],
  ['CBK-05 no JSON', ['--body', 'Hi'], null],
  ['K-02 no text', ['--message', ''], null],
  ['K-02 too large', ['--oversize'], null],
  ['K-01 a body that drips', ['--drip'], null],
  ['CBK-03 late', ['--delay', '30s'], null],
] as const)('CBK-07 callbacks check tells what the sandbox records: %s', async (_what, words, secret) => {
  const env = secret === null ? {} : { CRIER_WEBHOOK_SECRET: secret };
  endpoint = await servedCallbacks([...words, '-o', 'ndjson'], { env });
  const address = `127.0.0.1:${endpoint.port}`;
  const asked = await askedBySandbox(endpoint.url, address, secret);
  const check = ['callbacks', 'check', endpoint.url, '--allow-private', address, '--timeout-ms', '700'];
  const { json, exitCode } = await crier([...check, '--json'], { outbound: wayOut, env });
  const { messageSource, message, reason } = json as {
    messageSource: string;
    message: string | null;
    reason: string | null;
  };
  expect(messageSource).toBe(asked.messageSource);
  expect(exitCode).toBe(asked.messageSource === 'callback' ? 0 : 11);
  expect(message ?? 'The template').toBe(asked.sent?.message);
  expect(asked.errorDetails).toBe(reason === null ? null : `callback not used: ${reason}`);
});

test('CBK-06 what is asked unsigned of an endpoint with a secret is refused by it, and falls back', async () => {
  endpoint = await servedCallbacks(['-n', '1', '-o', 'ndjson'], { env: { CRIER_WEBHOOK_SECRET: SECRET } });
  const asked = await askedBySandbox(endpoint.url, `127.0.0.1:${endpoint.port}`, null);
  expect(asked).toMatchObject({
    messageSource: 'fallback',
    errorDetails: 'callback not used: status 401',
  });
  expect(servedIn(await endpoint.ran)).toMatchObject([{ verdict: 'refused', signature: 'unsigned' }]);
});
