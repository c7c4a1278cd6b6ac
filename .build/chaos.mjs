// `npm run chaos`: the tests that can do more of the same, at their full size: more processes, more deaths, more rounds.
import { runTests } from './vitest-run.mjs';

const FILES = [
  'test/slow/chaos/kills.test.ts',
  'test/slow/render/hostile.test.ts',
  'test/slow/cli/settings/writers.test.ts',
  'test/slow/outbound/any-url.test.ts',
  'test/slow/outbound/rebinding.test.ts',
  'test/unit/rules/breaker.test.ts',
  'test/unit/rules/fill-template.test.ts',
  'test/unit/rules/judge-callback.test.ts',
  'test/unit/rules/keywords.test.ts',
  'test/unit/rules/verify-signature.test.ts',
  'test/slow/sandbox/automation-cap.test.ts',
  'test/app/sandbox/automations.test.ts',
  'test/app/sandbox/callbacks/breaker.test.ts',
  'test/app/sandbox/callbacks/slow-address.test.ts',
  'test/slow/sandbox/deliveries/processes.test.ts',
  'test/slow/sandbox/engine-model.test.ts',
  'test/app/sandbox/engine-pace.test.ts',
  'test/app/sandbox/open-sandbox.test.ts',
  'test/app/sandbox-server/lock.test.ts',
  'test/slow/secrets/commands.test.ts',
  'test/slow/cli/completion/shells.test.ts',
  'test/slow/cli/commands-to-copy.test.ts',
  'test/app/cli/shell-command.test.ts',
  'test/slow/terminal/bytes.test.ts',
  'test/slow/terminal/screens.test.ts',
  'test/slow/terminal/mixtures.test.ts',
  'test/slow/terminal/pipes.test.ts',
];

process.exitCode = (await runTests('chaos', { files: FILES, env: { CRIER_CHAOS: '1' } })) ? 0 : 1;
