import type { Circumstances, RowInSandbox } from '../../src/cli/explain/circumstances.ts';

/** Commands as they are written for the sandbox. */
export const COMMANDS: Circumstances['commands'] = {
  service: (words) => `crier ${words}`,
  change: (words) => `crier ${words} --sandbox`,
  sandbox: (words) => `crier sandbox ${words}`,
  local: (words) => `crier ${words}`,
  account: (words) => `crier sandbox account set instagram ${words}`,
};

/** A sandbox in which nothing keeps a row from going on. */
export const IN_SANDBOX: RowInSandbox = {
  account: null,
  plan: 'business',
  isServed: false,
  allowed: [],
  dms: { perDay: 1_000, perHour: 200 },
  faults: [],
  waiting: null,
  callbacks: [],
  rivals: [],
  handle: null,
};
