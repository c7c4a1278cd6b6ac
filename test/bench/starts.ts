import { pair } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, type Limits, result, times } from './result.ts';

/** A start that needs next to nothing, against node with nothing to do. */
function start(id: string, lines: readonly (readonly string[])[], limits: Limits): Bench {
  return {
    id,
    async run(rounds) {
      const place = openPlace();
      const results = [];
      for (const words of lines) {
        const found = await pair(place, place.crier(words), place.node(['-e', '0']), rounds);
        const what = `${words.join(' ')}, against node -e 0`;
        results.push(result({ id, what, figure: found.ratio, unit: 'x', ...limits, detail: times(found) }));
      }
      place.remove();
      return results;
    },
  };
}

export const VERSION = start('P1', [['--version']], { budget: 1.1, goal: 1.05 });
export const HELP = start('P2', [['--help'], ['comments', '--help'], ['comments', 'get', '--help']], {
  budget: 1.3,
  goal: 1.1,
});
