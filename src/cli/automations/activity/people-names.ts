import type { ControlAnswer } from '../../../service/control/control.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { Uses } from '../../context/context.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import type { SandboxControl } from '../../context/sandbox-control.ts';

/** Handles of people. Rows of DMs, reactions and story replies have none, but other rows of the same person do. */
export interface PeopleNames {
  /** Reads handles from rows; asks the sandbox, if it is the service, for the missing ones. */
  learn(rows: readonly ActivityRow[]): Promise<void>;
  /** Undefined if unknown. */
  find(row: ActivityRow): string | undefined;
}

type PeopleNamesContext = Uses<{ service: 'choose'; sandbox: 'control'; io: 'printing' }>;

/** Names for output to people. Programs get the rows unchanged, so nothing is requested for them. */
export function createPeopleNames({ service, sandbox, io }: PeopleNamesContext): PeopleNames {
  const names = new Map<string, string>();
  let control: Promise<SandboxControl> | undefined;
  const isAsked = async () =>
    io.printing.format === 'table' && (await service.choose()).choice.kind === 'sandbox';
  return {
    async learn(rows) {
      for (const { recipientId, recipientUsername } of rows) {
        if (recipientId && recipientUsername) names.set(recipientId, recipientUsername);
      }
      const nameless = new Map(
        rows.flatMap((row) =>
          row.recipientId && !names.has(row.recipientId) ? [[row.recipientId, row.id]] : [],
        ),
      );
      if (nameless.size === 0 || !(await isAsked())) return;
      control ??= sandbox.control();
      const found = await ignoreErrors(findActivity(await control, [...nameless.values()]));
      for (const [id, name] of Object.entries(found?.names ?? {})) names.set(id, name);
    },
    find: ({ recipientId, recipientUsername }) => recipientUsername ?? names.get(recipientId ?? ''),
  };
}

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
