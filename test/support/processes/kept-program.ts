import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BIN } from './installed-program.ts';
import type { BuiltLine, BuiltRun } from './run-built.ts';

const RUNNER = join(import.meta.dirname, 'run-built.ts');

/** The built program in one process, which runs command lines one after the other, since starts are dear. */
export interface KeptProgram {
  run(line: BuiltLine): Promise<BuiltRun>;
  end(): void;
}

/** @param program the file with its `main` */
export function forkRunner(program: string): ChildProcess {
  return fork(RUNNER, [program]);
}

/** @param runner a process that runs `run-built.ts`; without it, one with the program as it is installed */
export function keepProgram(runner = forkRunner(join(BIN, '..', '..', 'dist', 'main.cjs'))): KeptProgram {
  const ended = once(runner, 'exit').then(([code]) => {
    throw new Error(`the process that runs the commands ended with ${code}`);
  });
  ended.catch(() => {}); // it is killed after the last one
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(line) {
      const run = last.then(async () => {
        runner.send(line);
        const [answer] = (await Promise.race([once(runner, 'message'), ended])) as [BuiltRun]; // what run-built.ts sends
        return answer;
      });
      last = run.catch(() => {});
      return run;
    },
    end: () => void runner.kill(),
  };
}
