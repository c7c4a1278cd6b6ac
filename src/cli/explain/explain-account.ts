import type { AccountState } from '../../facts/control.ts';
import { buildWords, type ShellWords } from '../shell-command.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/** One thing about an account that keeps DMs from being sent. */
interface AccountProblem {
  /** How the words of a row give it away. */
  readonly pattern: RegExp;
  readonly fix: string;
  /** Whether the account of the sandbox has it still. */
  isPresent(account: AccountState): boolean;
  /** How the sandbox is told to mend it. */
  readonly flags: ShellWords;
}

const FAULTS: readonly AccountProblem[] = [
  {
    pattern: /\btoken\b/i,
    fix: 'link the account again',
    isPresent: ({ token }) => token !== 'ok',
    flags: buildWords`--token ok`,
  },
  {
    pattern: /\bpage\b/i,
    fix: 'link the account again, and select its page',
    isPresent: ({ page }) => page === 'none',
    flags: buildWords`--page selected`,
  },
  {
    pattern: /\bmessaging\b|\bmessages\b/i,
    fix: 'allow access to its messages in the settings of instagram, and link the account again',
    isPresent: ({ messaging }) => messaging === 'off',
    flags: buildWords`--messaging on`,
  },
  {
    pattern: /\bnot linked\b|\bunlinked\b/i,
    fix: 'link the account',
    isPresent: ({ linked }) => !linked,
    flags: buildWords`--linked`,
  },
];

const ANOTHER = /\banother\b.*\baccount\b/i;
const NOT_RESENT = 'this DM is not sent again';

/**
 * Why the credentials or permissions of an account could not be used, and what mends that.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-19
 */
export function explainAccount(message: string, context: ExplainContext): FindingCause {
  const { commands, sandbox, id } = context;
  const reason =
    message || 'the credentials or messaging permissions of the instagram account cannot be used';
  if (ANOTHER.test(message)) {
    return {
      reason,
      advice: 'an automation stays with the account that it was made for: make it again for the one of now',
      command: commands.service`automations get ${id} --as yaml`,
    };
  }
  const fault = FAULTS.find(({ pattern }) => pattern.test(message));
  const fix = fault?.fix ?? 'link the account again, and grant every permission';
  const advice = `${fix}; ${NOT_RESENT}`;
  if (sandbox === null) return { reason, advice, command: commands.service`user` };
  const { account } = sandbox;
  if (fault === undefined || account === null)
    return { reason, advice, command: commands.sandbox`account list` };
  return fault.isPresent(account)
    ? { reason, advice, command: commands.account`${fault.flags}` }
    : { reason, advice: `it is mended since: what comes now is answered, and ${NOT_RESENT}` };
}
