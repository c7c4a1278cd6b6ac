import { createUsageError } from '../../../errors.ts';
import type { Command } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import type { ServicePort } from '../command/service.ts';
import { formatFlags } from '../output/text/shell-command.ts';
import type { FoundId, IdRow } from './parse-ids.ts';
import { listProfiles, type ProfileTarget, pickProfiles } from './profiles.ts';
import { checkId, warnOfRounded } from './read-ids.ts';

/** What is changed by one run of a command: ids of a profile, or all that it names of a profile. */
export interface ChangeUnit {
  /** Names it in a file of `--resume`. */
  readonly key: string;
  /** Null is the Primary Profile. */
  readonly profile: string | null;
  readonly service: ServicePort;
  /** Its ids, as a file has them; null for a change without ids. */
  readonly rows: readonly ChangedRow[] | null;
}

interface ChangedRow extends Partial<IdRow> {
  readonly id: string;
  readonly extra: object;
}

/** Where a change for several profiles gets them from. */
interface UnitSources {
  command: Command;
  input: Readonly<Record<string, unknown>>;
  /** The aliases of `--profile a,b`; null without several. */
  named: readonly string[] | null;
}

/** The argument of a command that has ids, of which a file can have more; null for a command without one. */
export function getIdsArgument({ positional = [], input }: Command): string | null {
  return 'idsFrom' in input.shape ? (positional[0] ?? null) : null;
}

/**
 * Lists what is changed: a unit for each profile, and with a file of `--resume` for each id. An id does not say whose it
 * is: of several profiles, it needs a row that does.
 *
 * @param found the ids of `--ids-from`; null without it
 * @throws CrierError of kind usage; nothing was sent
 */
export async function listChangeUnits(
  { command, input, named }: UnitSources,
  found: readonly FoundId[] | null,
  { service, io }: CommandContext,
): Promise<readonly ChangeUnit[]> {
  const argument = getIdsArgument(command);
  const given = argument === null ? [] : [input[argument] ?? []].flat().map(String);
  const current = await toTarget(service);
  const isElsewhere =
    found?.some(({ row }) => row?.profile !== undefined && row.profile !== current.profile) === true;
  const isOfSeveral = input['allProfiles'] === true || named !== null || isElsewhere;
  const targets = isOfSeveral ? await chooseTargets({ input, named }, service) : [current];
  if (given.length > 0 && isOfSeveral)
    throw createUsageError(
      `${given[0]} does not say which profile it is of`,
      `give ids of several profiles as rows that name them: ${EXAMPLE}`,
    );
  if (given.length === 0 && found === null)
    return targets.map((target) => ({ ...target, key: target.profile ?? '', rows: null }));
  if (given.length === 0 && found?.length === 0)
    throw createUsageError('there are no ids in the file of --ids-from', 'write one id per line, or rows');
  await warnOfRounded(found ?? [], io);
  const units = new Map<string, ChangeUnit & { rows: ChangedRow[] }>();
  const isById = typeof input['resume'] === 'string';
  const [own] = targets;
  for (const id of given) add(units, { id, row: null, target: own, isById });
  for (const { id, place, row } of found ?? []) {
    checkId(id, place);
    const profile = isOfSeveral ? row?.profile : own?.profile;
    if (profile === undefined)
      throw createUsageError(
        `${place} does not say which profile it is of`,
        `use rows such as of ${EXAMPLE}`,
      );
    const target = targets.find((each) => each.profile === profile);
    if (target === undefined)
      throw createUsageError(
        `${place} is of ${profile === null ? 'the Primary Profile' : `the profile "${profile}"`}, which is not among those of this run`,
        `use ${formatFlags`--all-profiles`}, or save its key with "crier profiles save"`,
      );
    add(units, { id, row, target, isById });
  }
  return [...units.values()];
}

const EXAMPLE = '"crier posts list --all-profiles -o ndjson", by --ids-from';

function add(
  units: Map<string, ChangeUnit & { rows: ChangedRow[] }>,
  {
    id,
    row,
    target,
    isById,
  }: { id: string; row: IdRow | null; target: ProfileTarget | undefined; isById: boolean },
): void {
  if (target === undefined) return;
  const key = isById ? `${target.profile ?? ''} ${id}` : (target.profile ?? '');
  const { platform, platforms, videoId, commentUrn, author } = row ?? {};
  const extra = {
    ...(videoId !== undefined && { videoId }),
    ...(commentUrn !== undefined && { commentUrn }),
  };
  const unit = units.get(key) ?? { ...target, key, rows: [] };
  unit.rows.push({ id, platform, platforms: platforms ?? [], author, extra });
  units.set(key, unit);
}

async function toTarget(service: ServicePort): Promise<ProfileTarget> {
  return { profile: (await service.choose()).choice.profile, service };
}

/** The profiles of a run: those that are named, or all. */
async function chooseTargets(
  { input, named }: Pick<UnitSources, 'input' | 'named'>,
  service: ServicePort,
): Promise<readonly ProfileTarget[]> {
  const known = await listProfiles(service);
  if (named !== null) return pickProfiles(known, named);
  const { profile } = input;
  if (input['allProfiles'] === true || typeof profile !== 'string') return known;
  return pickProfiles(known, [profile]);
}
