import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEMO_SEED } from '../../../src/sandbox/demo/demo-seed.ts';
import type { Random } from '../../../src/sandbox/generate-ids.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';
import type { Seed } from '../../../src/sandbox/seed.ts';
import { ensurePrivateFolder } from '../../../src/storage/private-files.ts';
import { fixedBytes } from '../fixed-bytes.ts';
import { holdToDocument } from './hold-to-document.ts';

/** What a new sandbox in memory holds, ready to be opened: making it takes a hundred times as long. */
interface Template {
  readonly image: Uint8Array;
  /** How many random bytes making it took. */
  readonly randomBytes: number;
}

/** The demo data without what its automations did: what a test does is then the only activity. */
export const QUIET_DEMO: Seed = { ...DEMO_SEED, activity: [] };

/** By seed and time. What a worker opened last is likely to be opened again. */
const templates = new Map<Seed, Map<number, Template>>();
const MAX_TIMES = 8;

/** Where a SQLite file says that it has a write-ahead log, which a database in memory cannot have. */
const WRITE_AHEAD_FLAGS = [18, 19];
const ROLLBACK_JOURNAL = 1;

type NewSandboxOptions = Omit<SandboxOptions, 'file' | 'seed' | 'seedFile' | 'image'> & {
  /** Default: the demo data without its activity. */
  readonly seed?: Seed | undefined;
};

/**
 * Opens a new sandbox in memory, which holds what `openSandbox` would make; sandboxes of one seed and time are made
 * once and then copied, so all have the same keys.
 */
export async function openNewSandbox({ seed = QUIET_DEMO, ...options }: NewSandboxOptions): Promise<Sandbox> {
  const { clock, random } = options;
  const { image, randomBytes } = await findTemplate(seed, clock.now());
  // what follows is the same as without a template
  random(randomBytes);
  return holdToDocument(await openSandbox({ ...options, file: ':memory:', image, seed: async () => seed }));
}

/** Opens the sandbox of a file, and when there is no such file, one whose data was made once and copied. */
export async function openSandboxFile({
  seed = QUIET_DEMO,
  ...options
}: NewSandboxOptions & { readonly file: string }): Promise<Sandbox> {
  const { file, clock, random } = options;
  if (!existsSync(file)) {
    const { image, randomBytes } = await findTemplate(seed, clock.now());
    random(randomBytes);
    ensurePrivateFolder(dirname(file));
    writeFileSync(file, image, { mode: 0o600, flag: 'wx' });
  }
  return holdToDocument(await openSandbox({ ...options, seed: async () => seed }));
}

export async function findTemplate(seed: Seed, now: number): Promise<Template> {
  const ofSeed = templates.get(seed) ?? new Map<number, Template>();
  templates.set(seed, ofSeed);
  const template = ofSeed.get(now) ?? (await makeTemplate(seed, now));
  // the one that was used last is the last to go
  ofSeed.delete(now);
  ofSeed.set(now, template);
  const [oldest = now] = ofSeed.keys();
  if (ofSeed.size > MAX_TIMES) ofSeed.delete(oldest);
  return template;
}

async function makeTemplate(seed: Seed, now: number): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-template-'));
  const file = join(folder, 'sandbox.db');
  let randomBytes = 0;
  const random = fixedBytes();
  const countingRandom: Random = (count) => {
    randomBytes += count;
    return random(count);
  };
  try {
    const sandbox = await openSandbox({
      file,
      clock: { now: () => now },
      random: countingRandom,
      seed: async () => seed,
    });
    sandbox.close();
    const image = readFileSync(file);
    for (const at of WRITE_AHEAD_FLAGS) image[at] = ROLLBACK_JOURNAL;
    return { image, randomBytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
