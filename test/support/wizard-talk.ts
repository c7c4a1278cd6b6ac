import { afterAll, beforeAll } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open-sandbox.ts';
import { LIMITS } from '../../src/service/limits.ts';
import { stoppedClock } from './clock.ts';
import { crier, openTestSandbox, type Ran } from './crier.ts';
import { type PromptScript, scriptedPrompts } from './scripted-prompts.ts';

/** A reel and a story of the demo account. */
export const REEL = '18104695296883560';
export const STORY = '18167435324106349';

export const CREATE: PromptScript = ['Create it?', 'Yes, create it'];

/** A user at a terminal without colours. */
export const PERSON = { isTerminal: true, env: { NO_COLOR: '1' } } as const;

/** A run with prompts: what was printed, and the answers without a prompt. */
interface Talked extends Ran {
  readonly said: readonly string[];
  readonly left: readonly PromptScript[];
}

interface WizardTalk {
  /** The sandbox of all talks of a file; its users cannot close it. */
  shared(): Sandbox;
  /** Creates an automation on a terminal, with these flags and answers. */
  talk(words: readonly string[], script: readonly PromptScript[]): Promise<Talked>;
  /** The automation that a run made, as a file has it; it is deleted, so that the cap is never met. */
  made(ran: Pick<Ran, 'stdout' | 'stderr'>): Promise<unknown>;
}

/** A moment in the demo company's month. */
const NOW = 1_790_000_000_000;

/** For the tests of one file: a sandbox in which automations are asked for. */
export function wizardTalk(): WizardTalk {
  let sandbox: Sandbox;
  const clock = stoppedClock(NOW);
  beforeAll(async () => {
    sandbox = await openTestSandbox(clock);
  });
  afterAll(() => sandbox.close());
  const shared = () => ({ ...sandbox, close: () => {} });
  return {
    shared,
    async talk(words, script) {
      const { open, said, left } = scriptedPrompts(script);
      clock.advance(LIMITS.requestRate.windowMs); // many talks are more requests than a window has
      const line = ['automations', 'create', '--sandbox', ...words];
      const ran = await crier(line, { ...PERSON, prompts: open, sandbox: shared() });
      return { ...ran, said, left };
    },
    async made({ stdout, stderr }) {
      const [id] = /auto_\w+/.exec(stdout) ?? [];
      if (id === undefined) throw new Error(`nothing was made:\n${stderr}`);
      const get = ['automations', 'get', id, '--sandbox', '--as', 'json', '--json'];
      const { json } = await crier(get, { sandbox: shared() });
      await crier(['automations', 'delete', id, '--sandbox', '--yes'], { sandbox: shared() });
      return json;
    },
  };
}
