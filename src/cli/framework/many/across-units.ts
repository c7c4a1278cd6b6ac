import type { Client } from '../../../client/client.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import type { Command, CommandOutcome } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import type { ServicePort } from '../command/service.ts';
import { getIdArgument, type ReadFlags } from '../input/flags/read-flags.ts';
import type { AcrossOrigin } from './across-view.ts';
import { readIds } from './read-ids.ts';

/** The input of a command as it runs for many. */
type AcrossInput = ReadFlags & Readonly<Record<string, unknown>>;

/** A command that is run for many ids or profiles. */
export interface AcrossRun {
  command: Command;
  /** The words that lead to it. */
  path: readonly string[];
  input: AcrossInput;
  /** Its flags as given, without the ids. */
  options: Readonly<Record<string, unknown>>;
  /** Its input for one id, or without an id. @throws CrierError of kind usage for an invalid id */
  inputOf(id: string | undefined): Record<string, unknown>;
  /** Runs it once. */
  runOne(input: Record<string, unknown>, context: CommandContext): Promise<CommandOutcome>;
}

/** One id, and the profiles that may have it; or one profile, of a command without ids. */
export interface ReadUnit {
  /** The id, or the alias of the profile; empty for the Primary Profile. */
  readonly key: string;
  readonly id: string | undefined;
  readonly services: readonly ServicePort[];
}

/** What was read of a unit. */
export interface UnitRead {
  readonly origin: AcrossOrigin;
  readonly outcome: CommandOutcome;
}

/** @throws CrierError of kind usage for ids that are missing or invalid */
export async function listUnits(
  run: AcrossRun,
  { service, io }: CommandContext,
): Promise<readonly ReadUnit[]> {
  const { command, input } = run;
  const services: readonly ServicePort[] = input.allProfiles ? await service.allProfiles() : [service];
  const argument = getIdArgument(command);
  const given = argument === null ? [] : [input[argument] ?? []].flat().map(String);
  const hasFiles = (input.idsFrom ?? input.resume) !== undefined;
  if (argument !== null && (given.length > 0 || hasFiles)) {
    const { acceptsUrls = command.references !== undefined } = command.reads ?? {};
    const ids = await readIds({ ids: given, idsFrom: input.idsFrom, acceptsUrls }, io);
    for (const id of ids) run.inputOf(id);
    return ids.map((id) => ({ key: id, id, services }));
  }
  const isList = argument !== null && Array.isArray(input[argument]);
  // else each profile would report it
  if (isList && command.reads?.worksWithoutIds !== true) await readIds({ ids: [], idsFrom: undefined }, io);
  return Promise.all(
    services.map(async (each) => ({
      key: (await each.choose()).choice.profile ?? '',
      id: undefined,
      services: [each],
    })),
  );
}

/** Reads a unit: an id in the first profile that has it, since ids do not say whose they are. */
export async function readUnit(
  { id, services }: ReadUnit,
  namesProfile: boolean,
  read: (service: ServicePort | null) => Promise<CommandOutcome>,
): Promise<UnitRead> {
  const ofId = id !== undefined && { id };
  if (!namesProfile) return { origin: { ...ofId }, outcome: await read(null) };
  let missing: CrierError | null = null;
  for (const service of services) {
    const { profile } = (await service.choose()).choice;
    try {
      return { origin: { ...ofId, profile }, outcome: await read(service) };
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      const hasNoAccount = error.facts.code === NOT_LINKED;
      if (error.kind !== 'not-found' && !hasNoAccount) throw error;
      if (missing === null || !hasNoAccount) missing = error;
    }
  }
  throw missing ?? createUsageError('there are no profiles');
}

/** A profile without an account on the network has nothing of it either. */
const NOT_LINKED = 156;

/** What a unit was to be read with, when it could not be read: an id that no profile has is of no profile. */
export function getUnitOrigin({ key, id }: ReadUnit, namesProfile: boolean): AcrossOrigin {
  return {
    ...(id !== undefined && { id }),
    ...(namesProfile && { profile: id === undefined && key !== '' ? key : null }),
  };
}

/** Opens one client for each profile: each has a connection, and one for each id would be too many. */
export function createClientCache(): (service: ServicePort) => Promise<Client> {
  const clients = new Map<ServicePort, Promise<Client>>();
  return (service) => {
    const client = clients.get(service) ?? service.client();
    clients.set(service, client);
    return client;
  };
}

/** What a command may use while it is run for many: it asks nothing, and its notes are printed once at the end. */
export function createUnitContext(context: CommandContext, notes: Set<string>): CommandContext {
  return {
    ...context,
    io: {
      ...context.io,
      progress: () => {},
      note: async (sentence) => void notes.add(sentence),
      prompts: async () => null,
      askLine: async () => null,
      fullScreen: async () => null,
      canShowScreen: async () => false,
    },
  };
}
