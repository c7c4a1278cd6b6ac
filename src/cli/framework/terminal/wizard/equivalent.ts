import type { Prompts } from '../../../../world.ts';
import {
  buildWords,
  formatCommand,
  isPortable,
  type ShellWords,
  toFlagWords,
} from '../../output/text/shell-command.ts';
import type { Chosen, ServiceOrSandbox } from '../../settings/choose-service.ts';
import { findContext } from '../../settings/settings.ts';

/** Flags of a command line, with their values. */
export type FlagList = readonly (readonly [flag: string, value?: string])[];

/** Shows a file and a command that create the same again, ready to be copied. */
export async function showEquivalent(
  {
    body,
    create,
    flags,
    heading,
    buildSaveWords,
  }: {
    body: object;
    /** The command that creates it: `posts create`. */
    create: ShellWords;
    flags: FlagList;
    /** The line above the command. */
    heading: string;
    /** The command that saves the file, once it is created. @param service connection flags */
    buildSaveWords?: ((service: ShellWords) => ShellWords) | undefined;
  },
  prompts: Prompts,
  { chosen, programName }: { chosen: Chosen; programName: string },
): Promise<void> {
  const { toYaml } = await import('../../input/files/yaml-text.ts');
  const file = toYaml(body).trimEnd().split('\n');
  const service = toFlagWords(buildServiceFlags(chosen));
  const words = [...service, ...toFlagWords(flags)];
  const format = (given: ShellWords) => formatCommand(programName, given);
  await prompts.show(({ palette }) => [
    '',
    ...(buildSaveWords === undefined
      ? [palette.dim(`As a file, for "${format([...create, ...buildWords`-f`])}":`)]
      : [palette.dim('To save it as a file:'), '', format(buildSaveWords(service))]),
    '',
    ...file,
    '',
    // omitted if shells parse a value differently: it is only in the file
    ...(isPortable(words) ? [palette.dim(heading), '', format([...create, ...words]), ''] : []),
  ]);
}

/** Flags with which a script uses the same service and profile, whatever is chosen later. */
function buildServiceFlags({ choice, settings, project }: Chosen): FlagList {
  const saved =
    choice.kind === 'service' && choice.context !== null ? findContext(settings, choice.context) : null;
  const usual = project?.profile ?? saved?.profile;
  const profile = choice.profile ?? (usual === undefined ? undefined : 'none');
  return [...buildTargetFlags(choice), ...(profile === undefined ? [] : [['--profile', profile] as const])];
}

function buildTargetFlags(choice: ServiceOrSandbox): FlagList {
  if (choice.kind === 'sandbox') return [['--sandbox']];
  if (choice.context !== null) return [['--context', choice.context]];
  return choice.origin.kind === 'flag' ? [['--base-url', choice.target.baseUrl.href]] : [];
}
