import type { ControlAnswer } from '../../../service/control/control.ts';
import type { SandboxControl } from '../../context/sandbox-control.ts';

export type ActivityLookup = Omit<ControlAnswer<'findActivity'>, 'remaining'>;

/** Maximum number of ids in a request. */
const MOST_AT_ONCE = 1_000;

/** Finds rows of activity by id, in as many requests as necessary. */
export async function findActivity(
  { call }: Pick<SandboxControl, 'call'>,
  ids: readonly string[],
): Promise<ActivityLookup> {
  const found: ActivityLookup[] = [];
  let left = ids;
  while (left.length > 0) {
    const { remaining, ...answer } = await call('findActivity', { ids: left.slice(0, MOST_AT_ONCE) });
    found.push(answer);
    left = [...remaining, ...left.slice(MOST_AT_ONCE)];
  }
  return {
    activity: found.flatMap(({ activity }) => activity),
    waiting: found.flatMap(({ waiting }) => waiting),
    callbacks: found.flatMap(({ callbacks }) => callbacks),
    names: Object.assign({}, ...found.map(({ names }) => names)),
  };
}
