import { afterAll, beforeAll } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { stoppedClock } from '../clock.ts';
import { crier, openTestSandbox, type Ran } from '../crier.ts';
import { type PromptScript, scriptedPrompts } from './scripted-prompts.ts';

/** A reel and a story of the demo account. */
export const REEL = '18104695296883560';
export const STORY = '18167435324106349';

export const CONFIRM_CREATION: PromptScript = ['Create it?', 'Yes, create it'];

/** A user at a terminal without colours. */
export const TERMINAL_USER = { isTerminal: true, env: { NO_COLOR: '1' } } as const;

/** A run with prompts. */
interface WizardRun extends Ran {
  /** Questions, answers and refused answers, a line each. */
  readonly transcript: readonly string[];
  /** Answers without a prompt. */
  readonly unused: readonly PromptScript[];
}

interface WizardRunner {
  /** The sandbox of all runs of a test file; commands cannot close it. */
  openShared(): Sandbox;
  /** Creates an automation on a terminal, with these flags and answers. */
  runWizard(words: readonly string[], script: readonly PromptScript[]): Promise<WizardRun>;
  /** Returns the created automation in the form of a file, and deletes it, so that the cap is never reached. */
  takeCreated(ran: Pick<Ran, 'stdout' | 'stderr'>): Promise<unknown>;
}

/** A time in the month of the demo data. */
const NOW = 1_790_000_000_000;

/** For the tests of one file: a sandbox in which the wizard creates automations. */
export function createWizardRunner(): WizardRunner {
  let sandbox: Sandbox;
  const clock = stoppedClock(NOW);
  beforeAll(async () => {
    sandbox = await openTestSandbox(clock);
  });
  afterAll(() => sandbox.close());
  const openShared = () => ({ ...sandbox, close: () => {} });
  return {
    openShared,
    async runWizard(words, script) {
      const { open, said, left } = scriptedPrompts(script);
      clock.advance(LIMITS.requestRate.windowMs); // many runs make more requests than a window has
      const line = ['automations', 'create', '--sandbox', ...words];
      const ran = await crier(line, { ...TERMINAL_USER, prompts: open, sandbox: openShared() });
      return { ...ran, transcript: said, unused: left };
    },
    async takeCreated({ stdout, stderr }) {
      const [id] = /auto_\w+/.exec(stdout) ?? [];
      if (id === undefined) throw new Error(`nothing was created:\n${stderr}`);
      const get = ['automations', 'get', id, '--sandbox', '--as', 'json', '--json'];
      const { json } = await crier(get, { sandbox: openShared() });
      await crier(['automations', 'delete', id, '--sandbox', '--yes'], { sandbox: openShared() });
      return json;
    },
  };
}
