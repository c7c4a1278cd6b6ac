import { basename } from 'node:path';
import * as z from 'zod';
import { CrierError } from '../../errors.ts';
import type { Command } from './command/command.ts';
import type { CommandContext } from './command/context.ts';
import { CHOOSING_FLAGS, REMOTE } from './input/flags/flags.ts';
import { SECRET_VARIABLES } from './output/text/known-secrets.ts';
import type { ServiceOrSandbox } from './settings/choose-service.ts';
import { KEY_COMMAND } from './settings/given-service.ts';
import { findContext, SANDBOX, type SavedSettings } from './settings/settings.ts';

type ProgramVariables = Record<string, string | undefined>;

const ARGUMENTS = z.array(z.string()).default([]).describe('its arguments');

/** The command that a program on the path is: `crier-foo` is `crier foo`. @param file its absolute path */
export function createProgramCommand(file: string): Command {
  const name = basename(file).replace(/\.exe$/, '');
  return {
    summary: `Run ${name}, a program that is not part of crier`,
    examples: [],
    positional: ['words'],
    changes: true,
    flags: [REMOTE],
    input: z.object({ words: ARGUMENTS }),
    output: z.unknown(),
    async run(input, context) {
      const words = ARGUMENTS.parse(input['words']);
      const variables = await chooseVariables(file, name, context);
      const { runProgram } = context.io;
      return { view: null, keepRunning: () => runProgram([file, ...words], variables) };
    },
  };
}

/** The service of the run, in the variables from which crier itself reads one. */
async function chooseVariables(
  file: string,
  name: string,
  context: CommandContext,
): Promise<ProgramVariables> {
  const { service } = context;
  const { typed } = await service.choiceInput();
  const cleared: ProgramVariables = Object.fromEntries(
    [KEY_COMMAND, ...SECRET_VARIABLES.flatMap((each) => [each, `${each}_FILE`])].map((each) => [
      each,
      undefined,
    ]),
  );
  try {
    const { choice, settings } = await service.choose();
    if (choice.kind === 'sandbox')
      return { ...cleared, CRIER_BASE_URL: undefined, CRIER_CONTEXT: SANDBOX, ...nameProfile(choice) };
    const keys = (await mayHaveKeys({ file, name, settings }, choice, context))
      ? listKeyVariables(choice, settings)
      : {};
    return {
      ...cleared,
      CRIER_BASE_URL: choice.target.baseUrl.href,
      ...(choice.context !== null && { CRIER_CONTEXT: choice.context, ...nameProfile(choice) }),
      ...keys,
    };
  } catch (error) {
    // a program may need no service; one that was named has to be there
    const isNamed = typed.has('sandbox') || CHOOSING_FLAGS.some(([key]) => typed.has(key));
    if (isNamed || !(error instanceof CrierError) || error.kind !== 'auth') throw error;
    return cleared;
  }
}

function nameProfile({ profile }: ServiceOrSandbox): ProgramVariables {
  return { CRIER_PROFILE: profile ?? 'none' };
}

function listKeyVariables(
  { target, context, profile }: Extract<ServiceOrSandbox, { kind: 'service' }>,
  settings: SavedSettings,
): ProgramVariables {
  const saved = context === null ? null : findContext(settings, context);
  // beside the name of a profile, crier takes a key for a mistake where the context has no key of its own
  const hasOwnKey = profile === null || saved?.apiKey !== undefined;
  return {
    CRIER_API_KEY: target.apiKey,
    ...(target.profileKey !== null && hasOwnKey && { CRIER_PROFILE_KEY: target.profileKey }),
    ...(target.xPair !== null && {
      CRIER_X_API_KEY: target.xPair.key,
      CRIER_X_API_SECRET: target.xPair.secret,
    }),
  };
}

/** Whether the user agreed that this program gets the keys: asked once, and kept with the settings. */
async function mayHaveKeys(
  { file, name, settings: saved }: { file: string; name: string; settings: SavedSettings },
  { context, target }: Extract<ServiceOrSandbox, { kind: 'service' }>,
  { settings, io }: CommandContext,
): Promise<boolean> {
  const programs = saved.programs ?? {};
  const known = Object.hasOwn(programs, file) ? programs[file] : undefined;
  if (known !== undefined) return known.keys;
  const where = context === null ? target.baseUrl.host : `the context "${context}"`;
  const answer = await io.askLine(
    `${file} is not part of crier. Hand it the keys of ${where}, and of others later? yes or no`,
  );
  if (answer === null) {
    await io.note(`${name} was not given any keys: run it once on a terminal to decide that`);
    return false;
  }
  const keys = /^y(?:es)?$/i.test(answer.trim());
  await settings.change((before) => ({ ...before, programs: { ...before.programs, [file]: { keys } } }));
  return keys;
}
