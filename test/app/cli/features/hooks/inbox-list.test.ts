import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run, getStateFolder } = createSandboxRunner();
const HINT = 'the sandbox has an inbox of its own: "crier hooks inbox list --sandbox"';

test('An empty inbox of this machine names that of the sandbox, if there is one', async () => {
  const env = () => ({ CRIER_STATE_DIR: getStateFolder() });
  const listHere = async () =>
    (await crier('hooks inbox list', { env: env() })).stderr.replaceAll(/\s+/g, ' ');
  expect(await listHere()).not.toContain(HINT);
  await run('hooks listen --from-history --once --unsigned', {
    outbound: answering(() => ({ status: 204 })),
  });
  expect(await listHere()).toContain(HINT);
  expect((await run('hooks inbox list')).stderr).not.toContain('an inbox of its own');
});
