// What is mutated, and the fast tests that say how it behaves.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

interface MutationArea {
  sources: readonly string[];
  tests: readonly string[];
  /** Least score, in percent of the mutants that have an effect. */
  target: number;
}

const AREAS: Readonly<Record<string, MutationArea>> = {
  signature: {
    sources: ['src/receiver/{verify-signature,received-delivery,changed-body,body-variants}.ts'],
    tests: ['test/unit/receiver/{verify-signature,changed-body,read-delivery-headers}.test.ts'],
    target: 90,
  },
  addresses: {
    sources: ['src/outbound/*.ts', 'src/domain/addresses/*.ts'],
    tests: ['test/unit/outbound/*.test.ts', 'test/unit/domain/addresses/**/*.test.ts'],
    target: 90,
  },
  cursor: {
    sources: ['src/sandbox/page-cursor.ts'],
    tests: ['test/unit/sandbox/{page-cursor,get-activity-page-size}.test.ts'],
    target: 90,
  },
  ...Object.fromEntries(
    ['automations', 'callbacks', 'comments', 'json', 'posts', 'requests', 'text', 'time', 'webhooks'].map(
      (folder) => [
        folder,
        { sources: [`src/domain/${folder}/**/*.ts`], tests: [`test/unit/domain/**/*.test.ts`], target: 85 },
      ],
    ),
  ),
};

export const AREA_NAMES = Object.keys(AREAS);

/** The files of an area. @throws if there is no such area */
export function readArea(name: string): {
  sources: { name: string; content: string }[];
  tests: string[];
  target: number;
} {
  const area = AREAS[name];
  if (area === undefined) throw new Error(`no area "${name}": one of ${AREA_NAMES.join(', ')}`);
  const list = (patterns: readonly string[]) => globSync([...patterns], { cwd: ROOT }).sort();
  const sources = list(area.sources).map((path) => ({
    name: join(ROOT, path),
    content: readFileSync(join(ROOT, path), 'utf8'),
  }));
  return { sources, tests: list(area.tests).map((path) => join(ROOT, path)), target: area.target };
}
