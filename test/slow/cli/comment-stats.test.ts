import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDisplayWidth } from '../../../src/cli/framework/output/text/width.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';

const MANY = 'Gv3rPq7YsKa5MdHt8ZwE';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

test.each(['network', 'day', 'hour', 'author'])(
  'a table by %s stays inside 20 to 200 columns',
  async (by) => {
    for (const columns of [20, 40, 41, 60, 79, 80, 100, 140, 200]) {
      const { stdout } = await crier(`comments stats ${MANY} --by ${by} -o table --color never --sandbox`, {
        sandbox: { ...sandbox, close: () => {} },
        isTerminal: true,
        columns,
      });
      const tooWide = stdout.split('\n').filter((line) => getDisplayWidth(line) > columns);
      expect({ by, columns, tooWide }).toEqual({ by, columns, tooWide: [] });
    }
  },
);
