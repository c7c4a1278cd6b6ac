import { expect, test } from 'vitest';
import { control } from '../../../../../support/control.ts';
import { crier, openTestSandbox } from '../../../../../support/crier.ts';

/** A refusal, the command that brings it about, and what its advice ends with. */
test.each([
  [468, 'sandbox plan premium', 'automations list', 'crier sandbox plan business'],
  [1403, 'sandbox plan --messages off', 'messages list instagram', 'crier sandbox plan --messages on'],
  [1403, 'sandbox plan --max-pack off', 'api GET /links', 'crier sandbox plan --max-pack on'],
  [
    471,
    'sandbox account set instagram --unlinked -p harbour',
    'automations create --on dm --keyword A --dm B -p harbour',
    'crier sandbox account set instagram --linked --profile harbour',
  ],
  [
    472,
    'sandbox account set instagram --automations off',
    'automations list',
    'crier sandbox account set instagram --automations on',
  ],
  [
    514,
    'sandbox account set instagram --login direct',
    'audio search slow',
    'crier sandbox account set instagram --login page',
  ],
  [
    425,
    'sandbox account set instagram --permission missing',
    'audio search slow',
    'crier sandbox account set instagram --permission granted',
  ],
])(
  'at the sandbox, %i names the command that fixes it, and that one does',
  async (code, breaks, line, fix) => {
    const around = { sandbox: { ...(await openTestSandbox()), close: () => {} } };
    expect((await crier(breaks, around)).exitCode).toBe(0);
    const refused = await crier(`${line} --sandbox --json`, around);
    expect(refused.error?.['code']).toBe(code);
    expect(refused.error?.['advice']).toMatch(new RegExp(`; in the sandbox: ${fix}$`));
    expect((await crier(fix.replace(/^crier /, ''), around)).exitCode).toBe(0);
    expect((await crier(`${line} --sandbox --json`, around)).exitCode).toBe(0);
  },
);

test('a window of requests ends when the clock of the sandbox is advanced, which may be frozen', async () => {
  const sandbox = await openTestSandbox();
  const around = { sandbox: { ...sandbox, close: () => {} } };
  await crier('sandbox clock set 2026-09-21T14:13:20Z', around);
  await control(sandbox, 'setRateLimit', { max: 1 });
  const line = 'automations list --sandbox --json --retries 0';
  expect((await crier(line, around)).exitCode).toBe(0);
  const refused = await crier(line, around);
  expect(refused.error?.['code']).toBe(1429);
  expect(refused.error?.['advice']).toMatch(/; in the sandbox: crier sandbox clock advance 5m$/);
  await crier('sandbox clock advance 5m', around);
  expect((await crier(line, around)).exitCode).toBe(0);
});
