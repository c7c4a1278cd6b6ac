import type { Client } from '../client/client.ts';
import { addAdvice, CrierError } from '../errors.ts';
import { MINUTE_MS } from '../facts/durations.ts';
import { LIMITS } from '../facts/limits.ts';
import { type CommandText, crier, type Words, words } from './shell-command.ts';

/** What mends a refusal at the sandbox, where nobody has to be asked for it. */
const MENDS: Readonly<Record<number, Words>> = {
  425: words`account set instagram --permission granted`,
  468: words`plan business`,
  471: words`account set instagram --linked`,
  472: words`account set instagram --automations on`,
  514: words`account set instagram --login page`,
  // a window of requests ends on the sandbox's clock, which may stand still
  1429: words`clock advance ${`${LIMITS.requestRate.windowMs / MINUTE_MS}m`}`,
};

/** A client of the sandbox: its refusals also name the command that mends them. @param profile the alias it acts for */
export function withSandboxMends(client: Client, profile: string | null): Client {
  const mending = async <Value>(answer: Promise<Value>) => {
    try {
      return await answer;
    } catch (error) {
      throw mended(error, profile);
    }
  };
  return {
    ...client,
    call: (row, input) => mending(client.call(row, input)),
    request: (input) => mending(client.request(input)),
  };
}

/** The command that mends what the service refuses with a code; null when there is none. @param profile its alias */
export function sandboxMend(code: number, profile: string | null): CommandText | null {
  const mend = MENDS[code];
  if (mend === undefined) return null;
  const of = mend[0]?.text === 'account' && profile !== null ? words`--profile ${profile}` : [];
  return crier`sandbox ${mend} ${of}`;
}

function mended(error: unknown, profile: string | null): unknown {
  if (!(error instanceof CrierError)) return error;
  const mend = sandboxMend(error.facts.code ?? 0, profile);
  return mend === null ? error : addAdvice(error, `in the sandbox: ${mend}`);
}
