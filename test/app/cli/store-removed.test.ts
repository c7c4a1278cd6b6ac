import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier } from '../../support/crier.ts';
import { openHeldSandbox } from '../../support/sandbox/hold-to-document.ts';
import { NOW } from '../../support/small-sandbox.ts';
import { SMALL_SEED } from '../../support/small-seed.ts';

let folder: string;
let sandbox: Sandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-removed-'));
  sandbox = await openHeldSandbox({
    file: join(folder, 'sandbox.db'),
    clock: { now: () => NOW },
    random: randomBytes,
    seed: async () => SMALL_SEED,
  });
});
afterEach(() => {
  sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['sandbox clock advance 1h', 'sandbox outbox', 'api POST /profiles -f title=Lost --sandbox'])(
  '%s without a server says that its store was removed',
  { tags: ['T20'] },
  async (line) => {
    rmSync(folder, { recursive: true });
    const ran = await crier(`${line} --json`, { sandbox: { ...sandbox, close() {} } });
    expect(ran.exitCode).toBe(10);
    expect(ran.stdout).toBe('');
    expect(ran.error).toMatchObject({
      code: 1500,
      details: expect.stringContaining('sandbox.db: it was removed while in use; trace id '),
    });
  },
);
