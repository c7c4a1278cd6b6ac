import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { AutomationRecord, AutomationSummary } from '../../../src/service/endpoints/automations.ts';
import { type Around, crier, type Ran } from '../crier.ts';
import { openSandboxPerTest } from '../sandbox/sandbox-per-test.ts';

/** The automations of the demo: the first two are active. */
export const [GUIDE, STORY, WHOLESALE] = ['auto_K7pW2mXq9L', 'auto_T4nV8cRz3H', 'auto_D6yJ1sGf5B'] as const;

/** Commands of automations on a sandbox that each test has for itself. */
export interface AutomationsFixture {
  run(words: readonly string[] | string, around?: Around): Promise<Ran>;
  /** Any other command on the same sandbox. */
  crier(line: readonly string[] | string): Promise<Ran>;
  get(id: string): Promise<AutomationRecord>;
  list(): Promise<readonly AutomationSummary[]>;
  /** Makes one, and reads what it has become. */
  create(words: readonly string[], around?: Around): Promise<AutomationRecord>;
  /** A file with a text, gone when the tests are done. */
  fileOf(name: string, text: string | Uint8Array): string;
}

export function automationsFixture(): AutomationsFixture {
  let sandbox: Sandbox;
  let folder: string | null = null;
  openSandboxPerTest((opened) => {
    sandbox = opened;
  });
  afterAll(() => {
    if (folder !== null) rmSync(folder, { recursive: true });
  });
  const run: AutomationsFixture['run'] = (words, around = {}) => {
    const line = typeof words === 'string' ? words.split(' ') : words;
    return crier(['automations', ...line, '--sandbox'], { sandbox, ...around });
  };
  // what is read here was held against the schema of the command by `crier`
  const get = async (id: string) => (await run(['get', id, '--json'])).json as AutomationRecord;
  return {
    run,
    get,
    crier: (line) => crier(line, { sandbox }),
    list: async () => ((await run('list --json')).json as { automations: AutomationSummary[] }).automations,
    async create(words, around) {
      const ran = await run(['create', ...words, '--json'], around);
      expect(ran.stderr).not.toContain('"error"');
      return get((ran.json as { id: string }).id);
    },
    fileOf(name, text) {
      folder ??= mkdtempSync(join(tmpdir(), 'crier-automations-'));
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    },
  };
}

/** The entries of an automation as they were sent. */
export function configs(entries: AutomationRecord['triggers']) {
  return entries.map(({ type, config }) => [type, config]);
}

/** What is under `details` of a failure. */
export function detailsOf({ error }: Ran): Readonly<Record<string, unknown>> {
  const details = error?.['details'];
  return typeof details === 'object' && details !== null ? { ...details } : {};
}
