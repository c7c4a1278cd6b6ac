import type {
  ExplainContext,
  SandboxRow,
} from '../../../src/cli/features/automations/explain/explanation.ts';
import { buildWords, crier } from '../../../src/cli/framework/output/text/shell-command.ts';

/** Commands as they are written for the sandbox. */
export const COMMANDS: ExplainContext['commands'] = {
  service: crier,
  change: (...template) => crier`${buildWords(...template)} --sandbox`,
  sandbox: (...template) => crier`sandbox ${buildWords(...template)}`,
  local: crier,
  account: (...template) => crier`sandbox account set instagram ${buildWords(...template)}`,
};

/** A sandbox in which nothing keeps a row from going on. */
export const IN_SANDBOX: SandboxRow = {
  account: null,
  plan: 'business',
  isServed: false,
  allowed: [],
  dms: { perDay: 1_000, perHour: 200 },
  faults: [],
  waiting: null,
  callbacks: [],
  competingRows: [],
  handle: null,
  like: null,
};
