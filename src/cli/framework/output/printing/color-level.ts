import type { World } from '../../../../world.ts';
import type { ColorLevel } from '../text/style.ts';

/** Detects the color level of a stream. `auto` honors NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM=dumb. */
export function detectColorLevel(
  when: 'auto' | 'always' | 'never',
  env: World['env'],
  { isTerminal }: { isTerminal: boolean },
): ColorLevel {
  const depth: ColorLevel = /^(truecolor|24bit)$/.test(env.COLORTERM ?? '')
    ? 3
    : /256/.test(env.TERM ?? '')
      ? 2
      : 1;
  if (when !== 'auto') return when === 'always' ? depth : 0;
  if (env.NO_COLOR) return 0;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR === '0' ? 0 : depth;
  if (env.CLICOLOR_FORCE !== undefined && env.CLICOLOR_FORCE !== '0') return depth;
  return isTerminal && env.TERM !== 'dumb' && env.CLICOLOR !== '0' ? depth : 0;
}
