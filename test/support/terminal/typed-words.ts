import { execFileSync } from 'node:child_process';

/** The words that a real shell makes of a command line which was shown on several lines. */
export function shellWordsOf(shown: string): readonly string[] {
  const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${shown.trim()}`], { encoding: 'utf8' });
  return printed.split('\0').slice(0, -1);
}
