import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { openTestSandbox } from '../crier.ts';

/**
 * Opens a sandbox before each test and closes it afterwards; the commands that run on it leave it open.
 *
 * @param use receives the sandbox of each test
 */
export function openSandboxPerTest(use: (sandbox: Sandbox) => void): void {
  let opened: Sandbox;
  beforeEach(async () => {
    opened = await openTestSandbox();
    use({ ...opened, close: () => {} });
  });
  afterEach(() => opened.close());
}

/** Opens one sandbox for all tests of a block, which do not disturb each other. @param use receives it */
export function openSandboxOnce(use: (sandbox: Sandbox) => void): void {
  let opened: Sandbox;
  beforeAll(async () => {
    opened = await openTestSandbox();
    use({ ...opened, close: () => {} });
  });
  afterAll(() => opened.close());
}
