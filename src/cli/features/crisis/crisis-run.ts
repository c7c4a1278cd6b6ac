import { createUsageError } from '../../../errors.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { combineFailures } from '../../framework/many/failures.ts';
import { listProfiles, pickProfiles } from '../../framework/many/profiles.ts';
import type { ListView } from '../../framework/output/view.ts';
import type { ServiceOrSandbox } from '../../framework/settings/choose-service.ts';
import { SANDBOX } from '../../framework/settings/settings.ts';
import type { ChangedWork } from './change-work.ts';
import { formatRecordAddress, type PausedWork, type RecordPlace, readPausedWork } from './pause-record.ts';
import { PICTURE_COLUMNS, type PictureRow, toPictureRow } from './picture.ts';
import type { WorkOfProfile } from './read-work.ts';

export function getServiceAddress(choice: ServiceOrSandbox): string {
  return choice.kind === 'sandbox' ? SANDBOX : formatRecordAddress(choice.target.baseUrl);
}

/** How state of this machine names the service: a context, or an address that has none. */
export function getServiceName(choice: ServiceOrSandbox): string {
  return choice.kind === 'sandbox' ? SANDBOX : (choice.context ?? choice.target.baseUrl.href);
}

/** `context agency (api.example.com)`, for a plan. */
export function describeService(choice: ServiceOrSandbox): string {
  if (choice.kind === 'sandbox') return 'the sandbox';
  const { host } = choice.target.baseUrl;
  return choice.context === null ? host : `the context ${choice.context} (${host})`;
}

/**
 * The profiles that a pause is about: those that `--profile` names, else all. An address from a flag or variable has
 * only that of its keys.
 */
export async function listCrisisServices(
  profile: string | undefined,
  context: CommandContext,
): Promise<{ services: readonly ServicePort[]; isAll: boolean }> {
  const { service } = context;
  const { choice } = await service.choose();
  const { typed } = await service.choiceInput();
  if (typed.has('profile') && profile !== undefined) {
    const aliases = profile.split(',').map((alias) => alias.trim());
    const targets = pickProfiles(await listProfiles(service), aliases);
    return { services: targets.map((target) => target.service), isAll: false };
  }
  if (choice.kind === 'service' && choice.context === null) {
    await context.io.note(
      'only the profile of the given key: the others of the account are known to a context ("crier login")',
    );
    return { services: [service], isAll: false };
  }
  return { services: await service.allProfiles(), isAll: true };
}

/** @throws CrierError of kind usage: there is no body of one response */
export function refuseRaw({ io }: CommandContext): void {
  if (io.printing.format === 'raw')
    throw createUsageError('-o raw prints one response, and this reads several', 'use -o json');
}

export function readLeft(place: RecordPlace, choice: ServiceOrSandbox): readonly PausedWork[] {
  return readPausedWork(place, getServiceAddress(choice));
}

export function buildPictureRows(
  works: readonly WorkOfProfile[],
  left: readonly PausedWork[],
): readonly PictureRow[] {
  return works.map((each) => toPictureRow(each, left));
}

/** The picture as a list of profiles. @param beside members of the document beside them */
export function buildPictureView(rows: readonly PictureRow[], beside: object = {}): ListView<PictureRow> {
  return {
    kind: 'list',
    document: { ...beside, profiles: rows },
    key: 'profiles',
    rows,
    columns: PICTURE_COLUMNS,
    empty: 'no profiles',
  };
}

/**
 * The failure of a run: of single changes, and of what could not be read.
 *
 * @param done past participle: `paused`
 */
export function combineCrisisFailures(
  changed: readonly ChangedWork[],
  works: readonly WorkOfProfile[],
  { done, remainder }: { done: string; remainder: string },
) {
  const unread = works.flatMap(({ profile, value, failure }) => [
    ...(failure === null ? [] : [{ id: profile ?? 'none', failure }]),
    ...(value?.failures ?? []).map((each) => ({
      id: `${each.kind} of ${profile ?? 'none'}`,
      failure: each.failure,
    })),
  ]);
  const all = [
    ...unread,
    ...changed.map(({ paused: { profile, work }, failure }) => ({
      id: profile === null ? work.id : `${work.id} of ${profile}`,
      failure,
    })),
  ];
  const failure = combineFailures(all, { done, remainder });
  return failure === null ? {} : { failure };
}
