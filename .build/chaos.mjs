// `npm run chaos`: the tests that can do more of the same, at their full size: more processes, more deaths, more rounds.
import { runTests } from './vitest-run.mjs';

const FILES = [
  'test/chaos/kills.test.ts',
  'test/cli/render/hostile.test.ts',
  'test/cli/settings/writers.test.ts',
  'test/outbound/any-url.test.ts',
  'test/outbound/rebinding.test.ts',
  'test/rules/breaker.test.ts',
  'test/rules/fill-template.test.ts',
  'test/rules/judge-callback.test.ts',
  'test/rules/keywords.test.ts',
  'test/rules/verify-signature.test.ts',
  'test/sandbox/automation-cap.test.ts',
  'test/sandbox/automations.test.ts',
  'test/sandbox/callbacks/breaker.test.ts',
  'test/sandbox/callbacks/slow-address.test.ts',
  'test/sandbox/deliveries/processes.test.ts',
  'test/sandbox/engine-model.test.ts',
  'test/sandbox/engine-pace.test.ts',
  'test/sandbox/open-sandbox.test.ts',
  'test/sandbox-server/lock.test.ts',
  'test/secrets/commands.test.ts',
  'test/cli/completion/shells.test.ts',
  'test/cli/commands-to-copy.test.ts',
  'test/cli/shell-command.test.ts',
  'test/terminal/bytes.test.ts',
  'test/terminal/screens.test.ts',
  'test/terminal/mixtures.test.ts',
  'test/terminal/pipes.test.ts',
];

process.exitCode = (await runTests('chaos', { files: FILES, env: { CRIER_CHAOS: '1' } })) ? 0 : 1;
