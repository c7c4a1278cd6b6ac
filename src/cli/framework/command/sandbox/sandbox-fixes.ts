import type { Client } from '../../../../client/client.ts';
import { addAdvice, CrierError } from '../../../../errors.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { ADD_ONS, AddOn } from '../../../../service/plans.ts';
import { buildWords, type CommandText, crier, type ShellWords } from '../../output/text/shell-command.ts';

/** Commands that lift a refusal in the sandbox, by error code. */
const FIXES: Readonly<Record<number, ShellWords>> = {
  425: buildWords`account set instagram --permission granted`,
  468: buildWords`plan business`,
  471: buildWords`account set instagram --linked`,
  472: buildWords`account set instagram --automations on`,
  514: buildWords`account set instagram --login page`,
  // the window of the rate limit ends in real time, or when the clock is advanced
  1429: buildWords`clock advance ${`${LIMITS.requestRate.windowMs / MINUTE_MS}m`}`,
};

/**
 * Wraps a client of the sandbox so that its errors name the command that lifts them. @param profile the
 * active alias
 */
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
    stream: (row, input, isSplit) => mending(client.stream(row, input, isSplit)),
    fold: (row, input, isSplit, begin) => mending(client.fold(row, input, isSplit, begin)),
    request: (input) => mending(client.request(input)),
  };
}

/**
 * Finds the command that lifts the refusal with a code; null when there is none. @param profile the active
 * alias
 */
export function findSandboxFix(code: number, profile: string | null): CommandText | null {
  const fix = FIXES[code];
  if (fix === undefined) return null;
  const of = fix[0]?.text === 'account' && profile !== null ? buildWords`--profile ${profile}` : [];
  return crier`sandbox ${fix} ${of}`;
}

function addSandboxFix(error: unknown, profile: string | null): unknown {
  if (!(error instanceof CrierError)) return error;
  const fix = findAddOnFix(error) ?? findSandboxFix(error.facts.code ?? 0, profile);
  return fix === null ? error : addAdvice(error, `in the sandbox: ${fix}`);
}

/** The add-on that a refusal asks for is in its `details`, since many things are 1403. */
function findAddOnFix({ facts: { code, details } }: CrierError): CommandText | null {
  if (code !== NOT_INCLUDED || typeof details !== 'string' || !details.startsWith('add-on:')) return null;
  const addOn = AddOn.options.find((each) => details.includes(ADD_ONS[each].name));
  return addOn === undefined ? null : crier`sandbox plan ${ADD_ON_FLAGS[addOn]} on`;
}

const NOT_INCLUDED = 1403;

const ADD_ON_FLAGS: Readonly<Record<AddOn, ShellWords>> = {
  ads: buildWords`--ads`,
  messages: buildWords`--messages`,
  maxPack: buildWords`--max-pack`,
};
