import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { CONTROL } from '../../../../../src/service/control/control.ts';
import { RETENTION } from '../../../../../src/service/control/retention.ts';
import { crier } from '../../../../support/crier.ts';
import { openSandboxPerTest } from '../../../../support/sandbox/sandbox-per-test.ts';

describe('sandbox prune', () => {
  let sandbox: Sandbox;
  openSandboxPerTest((opened) => {
    sandbox = opened;
  });

  const run = (line: string) => crier(line, { sandbox });

  /** An answer of an automation, and fifty days after it. */
  async function pastAnswer(): Promise<void> {
    await run('sandbox engage comment --from mara --text GUIDE --run');
    await run('sandbox clock advance 50d');
  }

  test('--dry-run says how many rows and bytes of each kind, and removes nothing', async () => {
    await pastAnswer();
    const before = (await run('sandbox outbox --json')).json;
    const { exitCode, json, stderr } = await run('sandbox prune --older-than 31d --dry-run --json');
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: {
        dryRun: true,
        removed: { activity: { rows: expect.any(Number) }, dms: { rows: 1, bytes: expect.any(Number) } },
        total: { rows: expect.any(Number) },
      },
    });
    expect(stderr).toContain('nothing was removed');
    expect((await run('sandbox outbox --json')).json).toEqual(before);
  });

  test('asks first, with what it would remove, and then removes it', async () => {
    await pastAnswer();
    const refused = await run('sandbox prune --older-than 31d --json');
    expect({ exitCode: refused.exitCode, error: refused.error }).toMatchObject({
      exitCode: 2,
      error: { advice: 'use --yes to skip the question' },
    });
    const asked = await crier('sandbox prune --older-than 31d', { sandbox, isTerminal: true, typed: ['y'] });
    expect(asked.exitCode).toBe(0);
    expect(asked.stderr).toMatch(/\d+ rows, \d+ bytes/);
    expect((await run('sandbox outbox --json')).json).toMatchObject({ outbox: [] });
  });

  test('an age of 30 days or less is exit 2, and says which is the least', { tags: ['ACT-01'] }, async () => {
    for (const age of ['30d', '1h', '1ms']) {
      const { exitCode, error } = await run(`sandbox prune --older-than ${age} --yes --json`);
      expect({ age, exitCode, error }).toMatchObject({
        exitCode: 2,
        error: { message: expect.stringContaining(`${RETENTION.minDays}d or more`) },
      });
    }
  });

  test('without an age it keeps to the default', async () => {
    await pastAnswer();
    const { json } = await run('sandbox prune --yes --json');
    expect(json).toMatchObject({ total: { rows: 0 } });
  });

  test('activity of years ago is there until someone asks to remove it, and a running server removes none', {
    tags: ['ACT-09'],
  }, async () => {
    await run('sandbox engage comment --from mara --text GUIDE --run');
    await run('sandbox clock advance 1200d');
    await (await sandbox.keepRunning()).stop();
    const count = 'sandbox prune --older-than 1000d --dry-run --json';
    expect((await run(count)).json).toMatchObject({
      removed: { activity: { rows: 2 }, engagements: { rows: 1 }, dms: { rows: 1 } },
    });
    await run('sandbox prune --older-than 1000d --yes');
    expect((await run(count)).json).toMatchObject({ total: { rows: 0 } });
  });

  test.each([
    [200_000_000, 'kept, 200 MB', false],
    [612_000_000, 'kept, 612 MB', true],
  ])(
    'data of %i bytes: sandbox status shows the size, and when it is large what makes it smaller',
    async (bytes, shown, isLarge) => {
      const grown: Sandbox = {
        ...sandbox,
        async answer(request) {
          const answered = await sandbox.answer({
            ...request,
            headers: { ...request.headers, 'accept-encoding': '' },
          });
          if (request.url.pathname !== CONTROL.status.path) return answered;
          const state = { ...JSON.parse(new TextDecoder().decode(answered.body)), bytes };
          return { ...answered, body: new TextEncoder().encode(JSON.stringify(state)) };
        },
      };
      const { stdout, stderr } = await crier('sandbox status', { sandbox: grown });
      expect(stdout).toContain(shown);
      expect(stderr.includes('the data of the sandbox is large, 612 MB: "crier sandbox prune"')).toBe(
        isLarge,
      );
    },
  );
});
