import { AUTOMATION_PLATFORM } from '../facts/automation.ts';
import type { CommandContext } from './context.ts';
import { shellLine } from './shell-quoted.ts';

/** Commands for people to copy: they reach the service, and act for the profile, of the run that prints them. */
export interface PrintedCommands {
  /** One that asks the service. @param words behind the program's name, quoted where a shell needs it */
  service(words: string): string;
  /** One that changes something there: nobody's default is written to unasked. */
  change(words: string): string;
  /** One that steers this machine's sandbox as a whole. */
  sandbox(words: string): string;
  /** One that needs no service. */
  local(words: string): string;
  /** One that changes the instagram account that the profile has in the sandbox. */
  account(words: string): string;
}

/** The flags that choose a service; what the environment or a file chooses needs none. */
const CHOOSING = [
  ['context', '--context'],
  ['profile', '--profile'],
  ['baseUrl', '--base-url'],
  ['apiKeyFile', '--api-key-file'],
  ['profileKeyFile', '--profile-key-file'],
] as const;

/** Standard input is read once: what came from there cannot be named again. */
const STANDARD_INPUT = '-';

type Parts = Pick<CommandContext, 'given' | 'choose' | 'calledAs'>;

export async function printedCommands({ given, choose, calledAs }: Parts): Promise<PrintedCommands> {
  const { flags, typed } = await given();
  const { choice } = await choose();
  const chosen = CHOOSING.flatMap(([key, flag]) => {
    const value = typed.has(key) ? flags[key] : undefined;
    return value === undefined || value === STANDARD_INPUT ? [] : [flag, value];
  });
  const sandbox = flags.sandbox ? ['--sandbox'] : [];
  const isUnasked = choice.kind === 'sandbox' && choice.isUnasked;
  const way = shellLine([...chosen, ...sandbox]);
  const wayToChange = shellLine([...chosen, ...(isUnasked ? ['--sandbox'] : sandbox)]);
  const owner = choice.profile === null ? '' : shellLine(['--profile', choice.profile]);
  const line = (...parts: readonly string[]) => [calledAs, ...parts].filter((part) => part !== '').join(' ');
  return {
    service: (words) => line(words, way),
    change: (words) => line(words, wayToChange),
    sandbox: (words) => line('sandbox', words),
    local: (words) => line(words),
    account: (words) => line('sandbox account set', AUTOMATION_PLATFORM, words, owner),
  };
}
