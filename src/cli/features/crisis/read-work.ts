import { parseCount } from '../../../client/request-budget.ts';
import { CrierError, ignoreErrors } from '../../../errors.ts';
import { getUser, listProfiles } from '../../../service/endpoints/profiles.ts';
import { getServiceTime } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { SANDBOX } from '../../framework/settings/settings.ts';
import { type ProfileRead, readEachProfile } from '../comments/read-profiles.ts';
import { listAliases } from '../profiles/saved-profiles.ts';
import { WORK_KINDS, type Work, type WorkKind, type WorkRead } from './work.ts';
import { WORK } from './work-kinds.ts';

/** All that goes out by itself of one profile. */
export interface ProfileWork {
  readonly work: readonly Work[];
  /** Kinds that the account does not have. */
  readonly absent: readonly WorkKind[];
  /** Kinds that could not be read. */
  readonly failures: readonly { readonly kind: WorkKind; readonly failure: CrierError }[];
  readonly refId: string | null;
  /** Of the request limit, when it was read; null without the headers. */
  readonly usage: { readonly max: number; readonly used: number } | null;
  /** The service's time, if known. */
  readonly asOf: number | undefined;
}

export type WorkOfProfile = ProfileRead<ProfileWork>;

/** Requests by which the work of one profile is read: posts have three statuses. */
export const REQUESTS_OF_PICTURE = WORK_KINDS.length + 2;

/** Reads the work of each profile. What fails for one does not end the others. */
export function readWorkOfProfiles(
  services: readonly ServicePort[],
  requests: { atOnce: number; progress?(text: string | null): void },
): Promise<readonly WorkOfProfile[]> {
  return readEachProfile(services, readWork, requests);
}

/** @throws CrierError when nothing could be read */
async function readWork(service: ServicePort): Promise<ProfileWork> {
  const client = await service.client();
  const all = await Promise.all(
    WORK_KINDS.map(async (kind) => {
      try {
        return { kind, read: await WORK[kind].read(client), failure: null };
      } catch (error) {
        if (!(error instanceof CrierError)) throw error;
        return { kind, read: null, failure: error };
      }
    }),
  );
  const isAbsent = (kind: WorkKind, failure: CrierError | null) =>
    WORK[kind].absent.includes(failure?.facts.code ?? 0);
  const reads = all.flatMap(({ read }) => read ?? []);
  const failures = all.flatMap(({ kind, failure }) =>
    failure === null || isAbsent(kind, failure) ? [] : [{ kind, failure }],
  );
  if (reads.length === 0 && failures[0] !== undefined) throw failures[0].failure;
  return {
    work: reads.flatMap(({ work }) => work),
    absent: all.flatMap(({ kind, failure }) => (isAbsent(kind, failure) ? [kind] : [])),
    failures,
    refId: reads.find(({ refId }) => refId != null)?.refId ?? null,
    usage: findUsage(reads),
    asOf: reads
      .map(({ headers = {}, asOf }) => asOf ?? getServiceTime({ headers }).asOf)
      .find((time) => time !== undefined),
  };
}

/** The largest count: the answers came in any order. */
function findUsage(reads: readonly WorkRead[]): ProfileWork['usage'] {
  const all = reads.flatMap(({ headers = {} }) => {
    const max = parseCount(headers['x-ratelimit-max']);
    const used = parseCount(headers['x-ratelimit-count']);
    return max === null || used === null ? [] : [{ max, used }];
  });
  return all.toSorted((one, other) => other.used - one.used)[0] ?? null;
}

/** A profile of the account whose key is not saved on this machine, so that nothing of it can be seen. */
export interface UnsavedProfile {
  readonly title: string | null;
  readonly refId: string | null;
}

/**
 * Adds the public references that the answers did not have: saved ones, or else by a request for the profile. A profile
 * is found by it on another machine, and in the list of the account.
 */
export async function addReferences(
  works: readonly WorkOfProfile[],
  services: readonly ServicePort[],
  { service, sandbox }: CommandContext,
): Promise<readonly WorkOfProfile[]> {
  const { choice, settings } = await service.choose();
  const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const aliases = name === null ? [] : await listAliases(name, settings, sandbox);
  return Promise.all(
    works.map(async (work, at) => {
      const { profile, value } = work;
      const ofProfile = services[at];
      if (value === null || profile === null || ofProfile === undefined) return work;
      const saved = aliases.find(({ alias }) => alias === profile)?.refId;
      return { ...work, value: { ...value, refId: value.refId ?? saved ?? (await readRefId(ofProfile)) } };
    }),
  );
}

/** Lists the profiles of the account that are not among those that were read: nothing where the plan has none. */
export async function listUnsavedProfiles(
  works: readonly WorkOfProfile[],
  primary: ServicePort | undefined,
): Promise<readonly UnsavedProfile[]> {
  if (primary === undefined) return [];
  // one that could not be read is saved, although it may not be known as which
  const unread = works.filter(({ value }) => value === null).length;
  const refIds = works.map(({ value }) => value?.refId ?? null);
  try {
    const { body } = await (await primary.client()).call(listProfiles, {});
    const others = (body.profiles ?? []).filter(({ refId }) => !refIds.includes(refId ?? ''));
    return others.length <= unread
      ? []
      : others.map(({ title, refId }) => ({ title: title ?? null, refId: refId ?? null }));
  } catch (error) {
    if (error instanceof CrierError && error.facts.code === NOT_IN_PLAN) return [];
    throw error;
  }
}

async function readRefId(service: ServicePort): Promise<string | null> {
  const answer = await ignoreErrors((await service.client()).call(getUser, {}));
  return answer?.body.refId ?? null;
}

const NOT_IN_PLAN = 1403;
