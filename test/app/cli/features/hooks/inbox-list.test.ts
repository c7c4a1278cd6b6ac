import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openInbox } from '../../../../../src/receiver/inbox/open-inbox.ts';
import { crier } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { arrived } from '../../../../support/receiver/arrived.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run, getStateFolder } = createSandboxRunner();
const HINT = 'the sandbox has an inbox of its own: "crier hooks inbox list --sandbox"';

test('An empty inbox of this machine names that of the sandbox, if there is one', async () => {
  const env = () => ({ CRIER_STATE_DIR: getStateFolder() });
  const listHere = async () =>
    (await crier('hooks inbox list', { env: env() })).stderr.replaceAll(/\s+/g, ' ');
  expect(await listHere()).not.toContain(HINT);
  await run('hooks listen --from-history --once --unsigned', {
    outbound: answering(() => ({ status: 204 })),
  });
  expect(await listHere()).toContain(HINT);
  expect((await run('hooks inbox list')).stderr).not.toContain('an inbox of its own');
});

test('Deliveries are found by the words of their events, also repetitions and changed copies', async () => {
  const outbound = answering(() => ({ status: 204 }));
  await run('hooks register automations https://hooks.example.com/crier');
  await run('sandbox trigger automations --set keyword=GUIDE');
  await run('sandbox trigger automations --set keyword=WHOLESALE');
  await run('hooks listen --from-history --once --unsigned', { outbound });
  await run('hooks inbox forward 1 --set keyword=RECIPE --forward http://127.0.0.1:3000/hooks', { outbound });
  const find = async (words: string) => {
    const { json } = await run(`hooks inbox list --json ${words}`);
    return (json as { deliveries: { number: number }[] }).deliveries.map(({ number }) => number);
  };
  expect(await find('--contains recipe')).toEqual([3]);
  expect(await find('--contains wholesale')).toEqual([2]);
  expect(await find('--contains automation.triggered -n 2')).toEqual([3, 2]);
  expect(await find('--contains recipe --state kept')).toEqual([]);
  expect((await run('hooks inbox list --contains nowhere')).stderr).toContain(
    'looked through 3 events: none matches',
  );
});

test('As ndjson, deliveries are printed page by page, up to the limit', async () => {
  const location = join(getStateFolder(), 'many.db');
  const inbox = await openInbox({ location });
  await inbox.takeIn(Array.from({ length: 450 }, (_each, at) => arrived({ hookId: String(at) })));
  await inbox.close();
  const list = async (words: string) => {
    const lines: number[] = [];
    const { stderr } = await crier(`hooks inbox list --store ${location} -o ndjson ${words}`, {
      stdout: {
        ...{ isTerminal: false, isEmptyFile: false, columns: undefined },
        async write(chunk) {
          lines.push(String(chunk).split('\n').length - 1);
        },
      },
    });
    return { lines, isCut: stderr.includes('raise -n to see more') };
  };
  expect(await list('-n 430')).toEqual({ lines: [200, 200, 30], isCut: true });
  expect(await list('-n 400')).toEqual({ lines: [200, 200], isCut: true });
  expect(await list('-n 450')).toEqual({ lines: [200, 200, 50], isCut: false });
  expect(await list('')).toEqual({ lines: [25], isCut: true });
});

test.each([
  'hooks inbox list',
  'hooks inbox stats',
  'hooks inbox show 1',
  'hooks inbox export 1',
  'hooks inbox forward --state dead --forward http://127.0.0.1:3000/hooks --dry-run',
  'hooks inbox remove --older-than 30d --yes',
  'hooks store status',
  'hooks reconcile',
  'hooks explain automations',
])('an inbox that is not there is an empty one, and is not created: %s', async (line) => {
  const file = join(getStateFolder(), 'new', 'inbox.db');
  const { exitCode, stderr } = await run(`${line} --store ${file}`);
  expect([exitCode === 0, existsSync(file), existsSync(join(file, '..'))]).toEqual([
    !/ 1$|explain/.test(line),
    false,
    false,
  ]);
  expect(stderr).not.toContain('internal');
});
