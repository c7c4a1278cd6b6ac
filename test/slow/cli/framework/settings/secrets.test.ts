import { expect, test } from 'vitest';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { machines } from '../../../../support/machine.ts';
import { scaled } from '../../../../support/scale.ts';

const newMachine = machines();

const KEY = 'PLANTED-API-KEY-000001';
const ADDRESS = 'https://work.example/api';
test('no command shows a saved secret, on any stream, in any format', { tags: ['C8'] }, async () => {
  const machine = newMachine();
  const profiles = { acme: { profileKey: 'PLANTED-PROFILE-KEY-02' } };
  const secrets = {
    apiKey: KEY,
    xApiKey: 'PLANTED-X-KEY-00000003',
    xApiSecret: 'PLANTED-X-SECRET-00004',
    webhookSecret: 'PLANTED-WEBHOOK-SEC-05',
  };
  const settings = { context: 'work', contexts: { work: { baseUrl: ADDRESS, ...secrets, profiles } } };
  const echo = {
    http: 400,
    body: { status: 'error', code: 101, message: KEY, details: { ...secrets, profiles } },
  };
  const ways = [' --verbose', ' -o csv', ' -p acme --json'].flatMap((more) =>
    [undefined, echo].map((answer) => [more, answer] as const),
  );
  // each example in one way, the next one in another
  const chooseWays = (turn: number) =>
    [...ways, ...ways].slice(turn % ways.length).slice(0, scaled(1, ways.length));
  let runs = 0;
  for (const { path } of COMMANDS.filter(({ path }) => !['sandbox', 'demo'].includes(path[0] ?? ''))) {
    const command = await (await COMMANDS.find((entry) => entry.path === path))?.load();
    for (const example of command?.examples ?? []) {
      for (const [more, answer] of chooseWays(runs)) {
        machine.save(settings);
        const { stdout, stderr } = await machine.send(`${example}${more}`, { stdin: KEY }, answer);
        const shown = stdout + stderr;
        for (const secret of [...Object.values(secrets), 'PLANTED-PROFILE-KEY-02'])
          expect(shown).not.toContain(secret);
        expect(shown.match(/PLANTED/g) ?? []).toEqual([]);
        runs += 1;
      }
    }
  }
  expect(runs).toBeGreaterThan(200);
});
