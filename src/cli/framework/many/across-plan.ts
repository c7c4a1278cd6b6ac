import { getField, isRecord } from '../../../domain/json/loose-record.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import type { CrierError } from '../../../errors.ts';
import { getNetworkName } from '../output/cell.ts';
import { describeAction, describeRequest } from '../output/plan/build-plan.ts';
import { listRequestNetworks } from '../output/plan/plan-target.ts';
import type { Column, ListView, PlannedCall } from '../output/view.ts';
import type { ChangeUnit } from './change-units.ts';

/** What a dry run of a unit shows, or why it failed. */
export interface PlannedOfProfile {
  unit: ChangeUnit;
  requests: readonly unknown[];
  failure: CrierError | null;
}

/** Requests of a profile to the same networks. */
interface ProfilesPlanRow {
  profile: string | null;
  platforms: readonly string[];
  networks: string;
  count: number;
  /** What the first one sends; or why it is not sent. */
  first: string;
  isSent: boolean;
}

const COLUMNS: readonly Column<ProfilesPlanRow>[] = [
  { name: 'profile', title: 'profile', value: ({ profile }) => profile ?? 'Primary', drop: 0 },
  { name: 'networks', title: 'networks', value: ({ networks }) => networks || null, drop: 1 },
  { name: 'count', title: 'count', value: ({ count }) => count, align: 'right', drop: 0 },
  { name: 'first', title: 'what', value: formatWhat, flexible: true, drop: 2 },
];

/**
 * The plan of a change for several profiles: a row for each profile and its networks.
 *
 * @param path the words of the command
 * @returns with `what`, the action as an imperative
 */
export function buildProfilesPlan(
  planned: readonly PlannedOfProfile[],
  path: readonly string[],
): ListView<ProfilesPlanRow> & { what: string } {
  const rows = new Map<string, ProfilesPlanRow>();
  for (const { unit, requests, failure } of planned) {
    const { profile } = unit;
    const parts =
      failure === null
        ? requests.map((each) => ({
            platforms: listPlatforms(each, unit),
            first: describeRequest(each as PlannedCall),
          })) // as a dry run shows it
        : [{ platforms: [], first: failure.message }];
    for (const { platforms, first } of parts) {
      const networks = platforms.map(getNetworkName).join(', ');
      const key = JSON.stringify([profile, networks, failure === null || first]);
      const row = rows.get(key) ?? {
        profile,
        platforms,
        networks,
        first,
        isSent: failure === null,
        count: 0,
      };
      row.count += 1;
      rows.set(key, row);
    }
  }
  const list = [...rows.values()];
  const used = COLUMNS.filter(({ value }) => list.some((row) => value(row) !== null));
  const sent = list.filter(({ isSent }) => isSent);
  const total = sent.reduce((sum, { count }) => sum + count, 0);
  const profiles = new Set(sent.map(({ profile }) => profile)).size;
  const what = `${describeAction(path, total)} for ${formatCount(profiles, 'profile')}`;
  return {
    kind: 'list',
    what,
    document: {
      plan: list,
      requests: planned.flatMap(({ unit: { profile }, requests }) =>
        requests.map((each) => ({ profile, ...(isRecord(each) && each) })),
      ),
    },
    key: 'plan',
    rows: list,
    columns: used.length === 0 ? COLUMNS : used,
    empty: 'nothing to do',
  };
}

function formatWhat({ first, count, isSent }: ProfilesPlanRow): string {
  if (!isSent) return `not sent: ${first}`;
  return count > 1 ? `${first}; and ${count - 1} more` : first;
}

/** The networks of a request: those that its body names, or the row of its id. */
function listPlatforms(request: unknown, { rows }: ChangeUnit): readonly string[] {
  const named = listRequestNetworks(request);
  const url = URL.parse(String(getField(request, 'url')));
  const id = getField(getField(request, 'body'), 'id') ?? url?.pathname.split('/').at(-1);
  const row = named.length === 0 ? rows?.find((each) => each.id === id) : undefined;
  return row === undefined ? named : [row.platform ?? row.platforms ?? []].flat();
}
