import type { Client } from '../client/client.ts';
import { addAdvice, CrierError } from '../errors.ts';
import { MINUTE_MS } from '../facts/durations.ts';
import { LIMITS } from '../facts/limits.ts';
import { buildWords, type CommandText, crier, type ShellWords } from './shell-command.ts';

/** What mends a refusal at the sandbox, where nobody has to be asked for it. */
const FIXES: Readonly<Record<number, ShellWords>> = {
  425: buildWords`account set instagram --permission granted`,
  468: buildWords`plan business`,
  471: buildWords`account set instagram --linked`,
  472: buildWords`account set instagram --automations on`,
  514: buildWords`account set instagram --login page`,
  // a window of requests ends on the sandbox's clock, which may stand still
  1429: buildWords`clock advance ${`${LIMITS.requestRate.windowMs / MINUTE_MS}m`}`,
};

/** A client of the sandbox: its refusals also name the command that mends them. @param profile the alias it acts for */
export function suggestSandboxFixes(client: Client, profile: string | null): Client {
  const mending = async <Value>(answer: Promise<Value>) => {
    try {
      return await answer;
    } catch (error) {
      throw addSandboxFix(error, profile);
    }
  };
  return {
    ...client,
    call: (row, input) => mending(client.call(row, input)),
    request: (input) => mending(client.request(input)),
  };
}

/** The command that mends what the service refuses with a code; null when there is none. @param profile its alias */
export function findSandboxFix(code: number, profile: string | null): CommandText | null {
  const mend = FIXES[code];
  if (mend === undefined) return null;
  const of = mend[0]?.text === 'account' && profile !== null ? buildWords`--profile ${profile}` : [];
  return crier`sandbox ${mend} ${of}`;
}

function addSandboxFix(error: unknown, profile: string | null): unknown {
  if (!(error instanceof CrierError)) return error;
  const mend = findSandboxFix(error.facts.code ?? 0, profile);
  return mend === null ? error : addAdvice(error, `in the sandbox: ${mend}`);
}
