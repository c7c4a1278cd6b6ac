import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { CHOOSING_FLAGS } from '../input/flags/flags.ts';
import {
  buildWords,
  type CommandTag,
  formatCommand,
  type ShellWords,
  toFlagWords,
} from '../output/text/shell-command.ts';
import type { ChoosingFlags } from '../settings/named-context.ts';
import type { IoPort } from './io.ts';
import type { ServicePort } from './service.ts';

/** Templates for printed commands, which use the service and the profile of the current run. */
export interface PrintedCommands {
  /** A command that reads from the service. */
  readonly service: CommandTag;
  /** A command that changes something at the service: `--sandbox` is explicit when it is only the default. */
  readonly change: CommandTag;
  /** A command that controls this machine's sandbox. */
  readonly sandbox: CommandTag;
  /** A command that calls no service. */
  readonly local: CommandTag;
  /** A command that changes the profile's Instagram account in the sandbox. */
  readonly account: CommandTag;
}

/** Standard input cannot be read again by a printed command. */
const STANDARD_INPUT = '-';

/** The flags of the command line that chose the service. */
export function listChoosingFlags(flags: ChoosingFlags, typed: ReadonlySet<string>): ShellWords {
  const chosen = CHOOSING_FLAGS.flatMap(([key, flag]) => {
    const value = typed.has(key) ? flags[key] : undefined;
    return value === undefined || value === STANDARD_INPUT ? [] : [[flag, value] as const];
  });
  return [...toFlagWords(chosen), ...(flags.sandbox ? buildWords`--sandbox` : [])];
}

export async function createPrintedCommands({
  service,
  io,
}: {
  service: ServicePort;
  io: IoPort;
}): Promise<PrintedCommands> {
  const { flags, typed } = await service.choiceInput();
  const { choice } = await service.choose();
  const isUnasked = choice.kind === 'sandbox' && choice.isUnasked;
  const way = listChoosingFlags(flags, typed);
  const wayToChange = [...way, ...(isUnasked ? buildWords`--sandbox` : [])];
  const owner = choice.profile === null ? [] : buildWords`--profile ${choice.profile}`;
  const tag =
    (before: ShellWords, behind: ShellWords): CommandTag =>
    (...template) =>
      formatCommand(io.programName, [...before, ...buildWords(...template), ...behind]);
  return {
    service: tag([], way),
    change: tag([], wayToChange),
    sandbox: tag(buildWords`sandbox`, []),
    local: tag([], []),
    account: tag(buildWords`sandbox account set ${AUTOMATION_PLATFORM}`, owner),
  };
}
