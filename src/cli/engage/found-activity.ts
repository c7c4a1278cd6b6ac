import type { ControlAnswer } from '../../facts/control.ts';
import type { SandboxControl } from '../sandbox-control.ts';

export type FoundActivity = ControlAnswer<'findActivity'>;

/** An order has to fit into one request. */
const MOST_AT_ONCE = 1_000;

/** Rows of activity by their ids, however many they are. */
export async function foundActivity(
  { call }: Pick<SandboxControl, 'call'>,
  ids: readonly string[],
): Promise<FoundActivity> {
  const found: FoundActivity[] = [];
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    found.push(await call('findActivity', { ids: ids.slice(from, from + MOST_AT_ONCE) }));
  }
  return {
    activity: found.flatMap(({ activity }) => activity),
    waiting: found.flatMap(({ waiting }) => waiting),
    callbacks: found.flatMap(({ callbacks }) => callbacks),
    names: Object.assign({}, ...found.map(({ names }) => names)),
  };
}
