import type { CommitName } from './crash-points.ts';
import type { Engine } from './engine.ts';

/**
 * Runs `work` in one transaction, with a crash point before and after its commit.
 *
 * @param onCommitted called directly after the commit, before the crash point
 */
export function commit<Result>(
  { store, crashPoint }: Pick<Engine, 'store' | 'crashPoint'>,
  name: CommitName,
  work: () => Result,
  onCommitted: () => void = () => {},
): Result {
  const result = store.transaction(() => {
    const done = work();
    crashPoint?.(`before ${name}`);
    return done;
  });
  onCommitted();
  crashPoint?.(`after ${name}`);
  return result;
}
