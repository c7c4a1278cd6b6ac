import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Around, crier, type Ran } from './crier.ts';
import { recordingNetwork } from './network/recording-network.ts';

/** A machine with settings of its own, which last from one command line to the next. */
export interface TestMachine {
  readonly folder: string;
  /** The settings file. */
  readonly file: string;
  run(line: string | readonly string[], around?: Around): Promise<Ran>;
  /** Runs a line on a network where one service takes every key, and tells what it was sent. */
  send(
    line: string | readonly string[],
    around?: Around,
    answer?: MachineAnswer,
  ): Promise<Ran & Pick<ReturnType<typeof recordingNetwork>, 'requests'>>;
  /** Puts settings there as they stand. */
  save(settings: unknown): void;
  /** What is saved now. */
  saved(): unknown;
}

interface MachineAnswer {
  readonly body: unknown;
  readonly http: number;
}

const WELCOME: MachineAnswer = {
  http: 200,
  body: { status: 'success', title: 'Kestrel', refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901' },
};

/** Makes machines, and takes them away after the tests of the file. */
export function machines(): () => TestMachine {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const base = mkdtempSync(join(tmpdir(), 'crier-machine-'));
    made.push(base);
    return machineIn(join(base, 'settings'));
  };
}

function machineIn(folder: string): TestMachine {
  const file = join(folder, 'config.json');
  const run: TestMachine['run'] = (line, around = {}) =>
    crier(line, { ...around, env: { CRIER_CONFIG_DIR: folder, ...around.env } });
  return {
    folder,
    file,
    run,
    async send(line, around = {}, { body, http } = WELCOME) {
      const { transport, requests } = recordingNetwork(body, http);
      return { ...(await run(line, { ...around, network: transport })), requests };
    },
    save(settings) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
    },
    saved: () => JSON.parse(readFileSync(file, 'utf8')),
  };
}
