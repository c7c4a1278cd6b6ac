import type { CommitName } from './crash-points.ts';
import type { Engine } from './engine.ts';

/**
 * Does `work` in one transaction, with a crash point at each side of its commit.
 *
 * @param onCommitted hears that it stays, before anything else may happen
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
