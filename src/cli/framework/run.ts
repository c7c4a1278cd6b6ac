import * as z from 'zod';
import { redactError } from '../../client/mask.ts';
import { RunBudget } from '../../client/request-budget.ts';
import { isAddress } from '../../domain/posts/post-address.ts';
import { normalizeZone } from '../../domain/time/local-time.ts';
import { addAdvice, CrierError, EXIT, type FailureKind, isMissingId } from '../../errors.ts';
import { explainUnexpectedFault } from '../../storage/explain-file-fault.ts';
import { ClosedPipe, type World } from '../../world.ts';
import { orderWords } from './argv/order-words.ts';
import { type CleanupStack, createCleanupStack } from './cleanup-stack.ts';
import type { Command, CommandOutcome, CommandPath } from './command/command.ts';
import { type CommandContext, createContext } from './command/context.ts';
import type { Registrations, StartedCommand } from './command/registrations.ts';
import { createCommandRunner } from './command/sandbox/sandbox.ts';
import { getUntrustedFields } from './command/untrusted-fields.ts';
import { openWrites, type Writes } from './command/writes.ts';
import { decoratePage, RENDERED_WIDTH } from './fast-path.ts';
import { mayNameFile } from './input/files/text-argument.ts';
import { CHOOSING_FLAGS } from './input/flags/flags.ts';
import { getIdArgument, hasReadFlags, isReadAcross, type ReadFlags } from './input/flags/read-flags.ts';
import { changesProfiles, listNamedProfiles } from './input/flags/write-profiles.ts';
import type { ReferenceStore } from './many/references/open-references.ts';
import { projectView } from './output/fields.ts';
import { type Output, openOutput } from './output/printing/output.ts';
import { guessOutputSettings, type OutputSettings } from './output/printing/output-settings.ts';
import { openResultFilter } from './output/printing/result-filter.ts';
import type { ResultToShow } from './output/printing/show-result.ts';
import { raceAbort } from './output/printing/show-stream.ts';
import { isReferenceOrMarked, type NumberTargets } from './output/reference.ts';
import { listSearchNotes } from './output/search-count.ts';
import { createKnownSecrets, type KnownSecrets } from './output/text/known-secrets.ts';
import { type PreparedCommand, prepareCommand } from './prepare-command.ts';
import { readPlanTarget, readTarget, showPlan } from './show-plan.ts';
import type { RunHost } from './terminal/run-host.ts';

/** Runs a command, and again with an id that the user chooses where it has none. */
async function startWithId(
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
  if (changesProfiles(command)) return startChange(prepared, started);
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

/** Runs a change, or runs it for several profiles, or for rows that name theirs. */
async function startChange(prepared: PreparedCommand, started: StartedCommand): Promise<CommandOutcome> {
  const { command, input, flags } = prepared;
  const named = listNamedProfiles(command, flags.profile);
  const isAcross = input['allProfiles'] === true || named !== null || typeof input['resume'] === 'string';
  if (!isAcross && input['idsFrom'] === undefined) return startCommand(command, input, started);
  const { changeAcross } = await import('./many/change-across.ts');
  const runOne = (one: Record<string, unknown>, ofUnit: CommandContext) =>
    startCommand(command, one, { ...started, context: ofUnit });
  return changeAcross({ ...prepared, named, runOne }, started.context);
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

/**
 * Runs one command line and returns its exit code. All errors end here: a typed error with its exit code,
 * anything else as a defect.
 *
 * @param secrets shared with the caller, which redacts what is thrown
 * @param host null for a run of the user
 */
export async function run(
  world: World,
  registrations: Registrations,
  secrets: KnownSecrets = createKnownSecrets(world),
  host: RunHost | null = null,
): Promise<number> {
  // zod would compile a function for each schema, which is expensive when most are used once
  z.config({ jitless: true });
  const endings = createCleanupStack();
  const writes = openWrites();
  let output = reportTo(host, openOutput(world, guessOutputSettings(world.words, world), secrets), secrets);
  try {
    const { commands } = registrations;
    const line = orderWords(world.words, commands);
    if (line.kind === 'version') await output.page(`${world.version}\n`);
    if (line.kind === 'help') await output.page(await renderHelp(line.path, world, output.settings));
    if (line.kind !== 'command') return EXIT.ok.code;
    if (line.path.length === 0) {
      const { findOwnCommand } = await import('./own-commands.ts');
      const own = findOwnCommand(line, world, commands);
      if (own !== null)
        return await run(
          { ...world, words: own.words },
          { ...registrations, commands: own.commands },
          secrets,
          host,
        );
    }
    let missing: CrierError | null = null;
    const prepared = await prepareCommand(line, commands, world).catch((error: unknown) => {
      if (!isMissingId(error)) throw error;
      missing = error;
      // in the place of the one that is to be chosen
      return prepareCommand({ ...line, words: [...line.words, 'id'] }, commands, world);
    });
    // its messages go through the current output, which knows the progress line
    const say = (line: string) => void output.trace(line);
    const { stdout, env, signal } = world;
    const filter = await openResultFilter({
      flags: prepared.flags,
      settings: prepared.settings,
      refusesColor: Boolean(env.NO_COLOR),
      width: stdout.isTerminal ? (stdout.columns ?? RENDERED_WIDTH) : null,
      findTimeZone: () => prepared.flags.tz ?? normalizeZone(world.timeZone),
      signal,
      startThread: world.startThread,
      say,
    });
    if (filter !== null) endings.add(filter.close);
    output = reportTo(host, openOutput(world, prepared.settings, secrets, filter), secrets);
    for (const note of prepared.notes) await output.note(note);
    return await execute(prepared, missing, {
      ...{ output, secrets, host, world, registrations, endings, writes },
    });
  } catch (error) {
    const failure = nameSkill(addWrites(toFailure(error, world.signal), writes), world);
    // what it still says comes before the error, which is the last line; the error outweighs that of a cleanup
    await endings.closeAll().catch(() => {});
    return await exitWithFailure(failure, output);
  } finally {
    await endings.closeAll();
  }
}

async function renderHelp(path: CommandPath, world: World, settings: OutputSettings): Promise<string> {
  const { renderHelpPage } = await import('./argv/help.ts');
  const page = await renderHelpPage(path, world.stdout.columns ?? RENDERED_WIDTH);
  return decoratePage(page, { calledAs: world.programName, color: settings.stdoutColor });
}

interface RunParts {
  output: Output;
  secrets: KnownSecrets;
  host: RunHost | null;
  world: World;
  registrations: Registrations;
  endings: CleanupStack;
  writes: Writes;
}

/** @param missing the error for an id that was not given; null if it was */
async function execute(
  prepared: PreparedCommand,
  missing: CrierError | null,
  parts: RunParts,
): Promise<number> {
  const { output, secrets, host, world, registrations, endings, writes } = parts;
  const { command, typed, settings } = prepared;
  const { profile, ...flags } = prepared.flags;
  const isTarget =
    (command.namesTargets === true && typed.has('profile')) || listNamedProfiles(command, profile) !== null;
  let isFromSandbox = false;
  const context = createContext({
    world,
    flags: { ...flags, ...(!isTarget && { profile }) },
    typed,
    output,
    secrets,
    host,
    writes,
    isDryRun: prepared.input['dryRun'] === true,
    isConfirmed: typed.has('yes') && prepared.input['yes'] === true,
    budget: new RunBudget(world),
    runInSandbox: createCommandRunner((other) => run(other, registrations), world, settings),
    async callCommand(call) {
      const { callCommand } = await import('./call-command.ts');
      const runFor = (other: World, by: RunHost) => run(other, registrations, createKnownSecrets(other), by);
      return callCommand(call, { run: runFor, commands: registrations.commands, world, caller: prepared });
    },
    markSandbox() {
      isFromSandbox = true;
    },
    readTarget: (shown) => readTarget(prepared, shown, context),
    onEnd: endings.add,
  });
  endings.add(() => output.progress.end());
  if (!command.repairsSettings) await context.settings.read();
  const asked = await readTexts(prepared, context);
  const outcome = await addHintFlags(
    asked,
    raceAbort(startWithId(asked, missing, { context, registrations }), world.signal).catch(async (error) => {
      throw await explainLength(error, asked, world);
    }),
  );
  await showOutcome(outcome, prepared, {
    output,
    target: await readPlanTarget(outcome, prepared, context),
    isFromSandbox: () => isFromSandbox,
    getUntrusted: () => getUntrustedFields(prepared.path),
    number: createNumbering(context),
  });
  writes.markShown();
  const after = outcome.finish?.() ?? {};
  const searched = listSearchNotes(after.searched ?? outcome.searched);
  for (const note of [...(outcome.notes ?? []), ...(after.notes ?? []), ...searched]) await output.note(note);
  for (const command of outcome.commands ?? []) await output.command(command);
  if (outcome.keepRunning !== undefined) return await outcome.keepRunning(world.signal);
  const failure = after.failure ?? outcome.failure;
  if (failure !== undefined) {
    await endings.closeAll();
    await output.failure(failure);
    return EXIT[failure.kind].code;
  }
  if (mayShowUpdateNotice(prepared, world)) {
    const finished = { world, output, settings: await context.settings.read(), caFile: flags.caFile };
    await registrations.showUpdateNotice(finished).catch(() => {}); // whatever it meets, the command has succeeded
  }
  return EXIT.ok.code;
}

/** A host gets the failure in place of the reader of stderr. */
function reportTo(host: RunHost | null, output: Output, { redact, redactTruncated }: KnownSecrets): Output {
  if (host === null) return output;
  return {
    ...output,
    async failure(error) {
      host.onFailure(redactError(error, redact, redactTruncated));
    },
  };
}

/** Shows the result of a command in the format of the run. */
async function showOutcome(
  { view, raw, asOf, isWhole = false, keepRunning }: CommandOutcome,
  prepared: PreparedCommand,
  {
    output,
    number,
    ...meta
  }: { output: Output; number: NumberTargets } & Pick<
    ResultToShow,
    'isFromSandbox' | 'getUntrusted' | 'target'
  >,
): Promise<void> {
  if (view === null) return;
  const { fields } = prepared;
  await output.result({
    view:
      fields === null || isWhole
        ? await showPlan(view, prepared, { output, target: meta.target ?? null })
        : projectView(view, fields),
    isWhole,
    keepsRunning: keepRunning !== undefined,
    ...meta,
    number: fields === null ? number : undefined, // else the user chose the columns
    raw,
    asOf,
  });
}

/** Loaded on demand: few texts look like a file. */
async function readTexts(prepared: PreparedCommand, { io }: CommandContext): Promise<PreparedCommand> {
  if (!Object.values(prepared.input).some(mayNameFile)) return prepared;
  const { readNamedTexts } = await import('./named-text-files.ts');
  return { ...prepared, input: await readNamedTexts(prepared, io) };
}

/** Only people on a terminal are notified; without the settings, it is not known whether they want to be. */
function mayShowUpdateNotice(
  { command, settings }: PreparedCommand,
  { stdout, stderr, signal }: RunParts['world'],
): boolean {
  if (!stdout.isTerminal || !stderr.isTerminal || settings.quiet || signal.aborted) return false;
  return !command.hidesUpdateNotice && !command.repairsSettings;
}

/** Numbers rows with what is remembered of the service of the run. */
function createNumbering(context: CommandContext): NumberTargets {
  let store: Promise<ReferenceStore> | undefined;
  return async (targets) => {
    store ??= import('./many/references/open-references.ts').then(({ openReferences }) =>
      openReferences(context),
    );
    return (await store).number(targets);
  };
}

/** Loaded on demand: few answers are too long. */
async function explainLength(error: unknown, prepared: PreparedCommand, { stdout }: World): Promise<unknown> {
  if (!(error instanceof CrierError) || error.facts.isTooLong !== true) return error;
  const { explainTooLong } = await import('./command/shown-each.ts');
  const { format } = prepared.settings;
  return explainTooLong(error, { ...prepared, printing: { format, isTerminal: stdout.isTerminal } });
}

/** Completes the commands that an outcome or a failure names, when a flag chose the service of this run. */
async function addHintFlags(
  prepared: PreparedCommand,
  running: Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const { typed } = prepared;
  if (!typed.has('sandbox') && !CHOOSING_FLAGS.some(([key]) => typed.has(key))) return running;
  // awaited first: until then, nothing would handle its failure
  const ended = await running.catch((error: unknown) =>
    error instanceof CrierError ? error : Promise.reject(error),
  );
  const { completeAdvice, completeOutcome } = await import('./complete-hints.ts');
  if (ended instanceof CrierError) throw await completeAdvice(ended, prepared);
  return completeOutcome(ended, prepared);
}

async function exitWithFailure(failure: CrierError | ClosedPipe, output: Output): Promise<number> {
  if (failure instanceof ClosedPipe) return EXIT.ok.code;
  try {
    await output.failure(failure);
  } catch (closed) {
    if (!(closed instanceof ClosedPipe)) throw closed;
  }
  return EXIT[failure.kind].code;
}

/** Adds the changes to the advice of a failure when their results were not shown. */
function addWrites(failure: CrierError | ClosedPipe, writes: Writes): CrierError | ClosedPipe {
  const unreported = writes.describeUnshown();
  return unreported === null || failure instanceof ClosedPipe ? failure : addAdvice(failure, unreported);
}

/** An agent has no terminal, and may not know crier: what it did not find is in the skill. */
function nameSkill(failure: CrierError | ClosedPipe, { stdin, stderr }: World): CrierError | ClosedPipe {
  if (failure instanceof ClosedPipe || failure.facts.isDiscovery !== true) return failure;
  if (stdin.isTerminal || stderr.isTerminal) return failure;
  return addAdvice(failure, 'for agents: "crier skill show" tells how to use crier');
}

function toFailure(error: unknown, signal: AbortSignal): CrierError | ClosedPipe {
  if (error instanceof ClosedPipe) return error;
  if (signal.aborted) {
    const kind: FailureKind = signal.reason === 'terminated' ? 'terminated' : 'interrupted';
    return new CrierError(kind, kind === 'terminated' ? 'terminated' : 'interrupted');
  }
  if (error instanceof CrierError) return error;
  const fault = explainUnexpectedFault(error);
  if (fault !== null) return fault;
  const message = error instanceof Error ? error.message : String(error);
  return new CrierError('internal', `internal error: ${message}`, {
    advice: 'please report it with the command and the output of --verbose',
    cause: error,
  });
}
