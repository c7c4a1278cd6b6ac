import { describe, expect, test } from 'vitest';
import type { ExplanationFinding } from '../../../../../src/cli/features/automations/explain/explanation.ts';
import { crier } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const ID = 'Ws3eDc6RfV0tGb8YhN2u';
const URL_THEN = 'https://hooks.example.com/a';

/** Explains a delivery of a service that answers so. @param url that is registered now */
async function explain(
  delivery: object | null,
  { url = URL_THEN as string | null, words = ID, more = {} } = {},
) {
  const entry = {
    action: 'social',
    hookId: ID,
    created: '2026-09-21T14:00:00Z',
    url: URL_THEN,
    delivery,
    ...more,
  };
  const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
  return inFolder({}, async (folder) => {
    const { json, ...ran } = await crier(`hooks explain ${words} --json`, {
      env: { ...env, CRIER_STATE_DIR: folder },
      network: async ({ url: { pathname } }) => {
        const answer = pathname.endsWith('history')
          ? { social: [entry] }
          : { status: 'success', ...(url !== null && { social: url }) };
        const body = (async function* () {
          yield Buffer.from(JSON.stringify(answer));
        })();
        return { status: 200, headers: { 'content-type': 'application/json' }, body };
      },
    });
    const { findings = [] } = (json ?? {}) as { findings?: ExplanationFinding[] };
    return { ...ran, json, findings, first: findings[0] };
  });
}

describe('what the receiver answered decides, as the contract has it', () => {
  const failed = (lastStatus: number | null, lastError: string | null = null, attempts = 1) => ({
    ...{ state: 'failed', attempts, lastStatus, lastError, nextAttempt: null },
  });
  const retrying = (lastStatus: number | null, lastError: string | null = null) => ({
    ...{ state: 'retrying', attempts: 3, lastStatus, lastError, nextAttempt: '2026-09-21T14:20:00Z' },
  });

  test.each([
    [{ state: 'delivered', attempts: 2, lastStatus: 200 }, 'answered 200 to attempt 2 of 13', null],
    [
      failed(401),
      'attempt 1 of 13 was answered with 401; a client error ends a delivery',
      'compare the secrets',
    ],
    [failed(404), 'was answered with 404', 'register the right URL'],
    [failed(422), 'was answered with 422', 'answered with 503'],
    [
      failed(null, 'address not allowed'),
      'had no answer: address not allowed; the address is refused',
      'public',
    ],
    [failed(503, 'status 503', 13), 'attempt 13 of 13 was answered with 503; no attempt is left', 'log'],
    [
      retrying(503),
      'attempt 3 of 13 was answered with 503; the next one is due at 2026-09-21T14:20:00Z',
      'retried',
    ],
    [retrying(429), 'was answered with 429', 'is retried'],
    [retrying(202), 'was answered with 202', 'answer exactly 200'],
    [retrying(301, 'redirect'), 'was answered with 301', 'redirects are not followed'],
    [retrying(null, 'timeout'), 'had no answer within 15 s', 'answer 200 first'],
    [
      { state: 'retrying', attempts: 0, nextAttempt: '2026-09-21T14:00:01Z' },
      'no attempt was made yet',
      null,
    ],
    [null, 'does not report the results', 'log of the receiver'],
  ])('%j', { tags: ['HOOK-05', 'HOOK-06'] }, async (delivery, reason, advice) => {
    const { first, exitCode } = await explain(delivery);
    expect({ exitCode, first }).toMatchObject({
      exitCode: 0,
      first: {
        reason: expect.stringContaining(reason),
        advice: advice === null ? null : expect.stringContaining(advice),
      },
    });
  });

  test('one without an attempt waits, and is not called a retry', async () => {
    const { first } = await explain({ state: 'retrying', attempts: 0, nextAttempt: '2026-09-21T14:00:01Z' });
    expect(first).toMatchObject({ status: 'waiting' });
  });

  test('another webhook than the one that it went to is named', async () => {
    const delivered = { state: 'delivered', attempts: 1, lastStatus: 200 };
    const { findings } = await explain(delivered, { url: 'https://hooks.example.com/b' });
    expect(findings[1]).toMatchObject({
      subject: 'webhook',
      reason: expect.stringContaining('hooks.example.com/b is registered'),
    });
    expect((await explain(delivered, { url: null })).findings[1]?.reason).toContain(
      'has no webhook for social',
    );
    expect((await explain(delivered)).findings).toHaveLength(1);
  });

  test('a delivery that is nowhere is not found', async () => {
    expect(await explain(null, { words: 'another' })).toMatchObject({ exitCode: 5 });
    expect(await explain(null, { words: ' ' })).toMatchObject({ exitCode: 0, json: { hookId: ID } });
  });

  test('texts of the service are sanitized', async () => {
    const { stdout } = await explain({ state: 'failed', attempts: 1, lastError: '\u001b[2J' });
    expect(stdout).not.toContain('\u001b[2J');
  });
});

describe('in the sandbox, with the inbox of this machine', () => {
  const { run } = createSandboxRunner();

  test('history, inbox and activity are one answer, and its commands are those of the sandbox', async () => {
    await run('hooks register automations https://hooks.example.com/crier');
    await run('sandbox trigger automations');
    const outbound = answering(() => ({ status: 204 }));
    await run('hooks listen --from-history --once --unsigned', { outbound });
    const { json } = await run('hooks explain --json');
    const { findings, received, hookId } = json as {
      findings: ExplanationFinding[];
      received: { number: number }[];
      hookId: string;
    };
    expect(findings.map(({ subject, status }) => `${subject}: ${status}`)).toEqual([
      'delivery: waiting',
      'inbox: kept',
    ]);
    expect(findings[1]?.command).toBe('crier hooks inbox show 1 --sandbox');
    expect(received).toMatchObject([{ number: 1 }]);
    expect((await run(['hooks', 'explain', hookId, '-o', 'table'])).stdout).toContain(
      '$ crier hooks inbox show 1',
    );
  });

  test('looking into an inbox that is not there creates none', async () => {
    expect(await run('hooks explain')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('has not delivered anything'),
    });
    expect((await run('hooks inbox list --json')).json).toMatchObject({ deliveries: [] });
  });
});
