import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { topic } from '../../../../../src/cli/features/general/topics/receiver.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { report } from '../../../../support/report.ts';

/** The unit of `crier help receiver`, with a program that is there. */
const UNIT = (/^ {2}\[Unit\]\n(?:(?: {2}.*)?\n)+/m.exec(await topic.text(80))?.[0] ?? '')
  .replaceAll(/^ {2}/gm, '')
  .replace('ExecStart=crier ', `ExecStart=${process.execPath} `);

/** @returns what systemd has to say about a unit; null without systemd */
function verifyUnit(file: string): string | null {
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  return error === undefined ? stderr : null;
}

test('the systemd unit of "crier help receiver" is one that systemd accepts without a warning', async () => {
  expect(UNIT).toContain('[Install]');
  await inFolder({ 'crier-receiver.service': UNIT }, async (folder) => {
    const file = join(folder, 'crier-receiver.service');
    const said = verifyUnit(file);
    if (said === null) return report('no systemd-analyze: the unit was not verified');
    expect(said.split('\n').filter((line) => line.includes('crier-receiver'))).toEqual([]);
    writeFileSync(file, UNIT.replace('DynamicUser', 'DynamicUsr'));
    expect(verifyUnit(file)).toContain("Unknown key 'DynamicUsr'");
  });
});
