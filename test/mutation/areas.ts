// What is mutated, and the fast tests that say how it behaves.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

interface MutationArea {
  sources: readonly string[];
  tests: readonly string[];
  /** Least score, in percent of the mutants that have an effect. */
  target: number;
  /** Protects from forged or hostile input: each survivor has a reason. */
  protects?: boolean;
}

/** Folders of `src/domain`. */
const RULES = [
  'automations',
  'callbacks',
  'comments',
  'json',
  'posts',
  'requests',
  'text',
  'time',
  'webhooks',
];

const defineRules = (folder: string): MutationArea => ({
  sources: [`src/domain/${folder}/**/*.ts`],
  tests: [`test/unit/domain/${folder}/**/*.test.ts`],
  target: 90,
});

const AREAS: Readonly<Record<string, MutationArea>> = {
  signature: {
    sources: ['src/receiver/{verify-signature,received-delivery}.ts'],
    tests: ['test/unit/receiver/verify-signature.test.ts'],
    target: 90,
    protects: true,
  },
  'changed-bodies': {
    sources: ['src/receiver/{changed-body,body-variants}.ts'],
    tests: ['test/unit/receiver/changed-body.test.ts', 'test/unit/cli/features/webhooks/*.test.ts'],
    target: 85,
  },
  addresses: {
    sources: ['src/outbound/{target,public-lookup}.ts', 'src/domain/addresses/*.ts'],
    tests: [
      'test/unit/domain/addresses/**/*.test.ts',
      'test/unit/outbound/{allowance,resolve-name,public-lookup,connecting,requests,corpus}.test.ts',
    ],
    target: 90,
    protects: true,
  },
  outbound: {
    sources: ['src/outbound/!(target|public-lookup).ts'],
    tests: ['test/unit/outbound/*.test.ts'],
    target: 85,
  },
  cursor: {
    sources: ['src/sandbox/page-cursor.ts'],
    tests: ['test/unit/sandbox/{page-cursor,get-activity-page-size}.test.ts'],
    target: 90,
    protects: true,
  },
  engine: {
    sources: ['src/sandbox/engine/**/*.ts'],
    tests: [
      'test/unit/sandbox/{outbound-queue,breaker,history-window,build-history-entry}.test.ts',
      'test/app/sandbox/engine/*.test.ts',
    ],
    target: 85,
  },
  receiver: {
    sources: ['src/receiver/**/!(verify-signature|received-delivery|changed-body|body-variants).ts'],
    tests: [
      'test/unit/receiver/**/!(verify-signature|changed-body).test.ts',
      'test/app/receiver/{run-receiver,forwarding}.test.ts',
    ],
    target: 85,
  },
  ...Object.fromEntries(RULES.map((folder) => [folder, defineRules(folder)])),
};

export const AREA_NAMES = Object.keys(AREAS);

/** An area with its files: the texts of the sources, the paths of the tests. */
export interface ReadArea {
  sources: { name: string; content: string }[];
  tests: string[];
  target: number;
  protects: boolean;
}

/** @throws if there is no such area */
export function readArea(name: string): ReadArea {
  const area = AREAS[name];
  if (area === undefined) throw new Error(`no area "${name}": one of ${AREA_NAMES.join(', ')}`);
  const { sources, tests, target, protects = false } = area;
  // in the order of the patterns: those that notice most come first
  const list = (patterns: readonly string[]) =>
    patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort()).map((path) => join(ROOT, path));
  return {
    sources: list(sources).map((path) => ({ name: path, content: readFileSync(path, 'utf8') })),
    tests: [...new Set(list(tests))],
    target,
    protects,
  };
}
