// `npm run test:watch`: runs the unit and app tests that a change touches, again after each save.
import { spawn } from 'node:child_process';
import { findProgram, root } from './run-program.mjs';

const words = ['watch', '--config=test/vitest.config.ts', '--project=fast', '--changed'];
const child = spawn(findProgram('vitest'), [...words, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
