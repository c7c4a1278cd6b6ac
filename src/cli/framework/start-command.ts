import { isAddress } from '../../domain/posts/post-address.ts';
import { type CrierError, isMissingId } from '../../errors.ts';
import type { Command, CommandOutcome } from './command/command.ts';
import type { CommandContext } from './command/context.ts';
import type { StartedCommand } from './command/registrations.ts';
import { getIdArgument, hasReadFlags, isReadAcross, type ReadFlags } from './input/flags/read-flags.ts';
import { isReferenceOrMarked } from './output/reference.ts';
import type { PreparedCommand } from './prepare-command.ts';

/** Runs a command, and again with an id that the user chooses where it has none. */
export async function startWithId(
  prepared: PreparedCommand,
  missing: CrierError | null,
  started: StartedCommand,
): Promise<CommandOutcome> {
  try {
    if (missing !== null) throw missing;
    return await startReading(prepared, started);
  } catch (error) {
    if (!isMissingId(error)) throw error;
    const { offerIds } = await import('./offer-ids.ts');
    return startReading(await offerIds(error, prepared, started), started);
  }
}

/** Runs a command, or a read for each of many ids or profiles. From several on, its requests share one budget. */
async function startReading(prepared: PreparedCommand, started: StartedCommand): Promise<CommandOutcome> {
  const { context } = started;
  const { command, input, typed, path } = prepared;
  if (!hasReadFlags(command)) return startCommand(command, input, started);
  const flags = input as ReadFlags & Record<string, unknown>; // of the set that it has
  const isMany = (flags.idsFrom ?? flags.resume) !== undefined || flags.allProfiles;
  if (isMany || typed.has('concurrency')) context.service.budget.limit(flags.concurrency);
  if (isMany) await context.io.limitMemory(MEMORY_BYTES);
  if (!isReadAcross(command, flags, Array.isArray(input[getIdArgument(command) ?? ''])))
    return startCommand(command, input, started);
  const { readAcross } = await import('./many/read-across.ts');
  const runOne = (one: Record<string, unknown>, ofUnit: CommandContext) =>
    startCommand(command, one, { ...started, context: ofUnit });
  return readAcross({ ...prepared, path, input: flags, runOne }, context);
}

/** Little more than a run of a hundred ids takes: from then on, garbage is collected before there is much of it. */
const MEMORY_BYTES = 90 * 1024 * 1024;

/** Runs the command, with short references and addresses replaced by the ids that they mean. */
function startCommand(
  command: Command,
  input: PreparedCommand['input'],
  started: StartedCommand,
): Promise<CommandOutcome> {
  const { references, positional = [], postFlag } = command;
  const ids = references === undefined ? [] : [input[positional[0] ?? '']].flat();
  const named = postFlag === undefined ? ids : [...ids, input[postFlag]];
  const hasFile = references !== undefined && input['idsFrom'] !== undefined;
  if (!hasFile && !named.some((id) => isReferenceOrMarked(id) || isAddress(String(id))))
    return command.run(input, started.context, () => ({}));
  return import('./many/references/resolve-references.ts')
    .then(({ resolveReferences }) => resolveReferences(command, input, started))
    .then((resolved) => command.run(resolved.input, resolved.context, resolved.flagsOf));
}
