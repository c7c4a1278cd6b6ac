import type { AccountState } from '../../facts/control.ts';
import { buildWords, type ShellWords } from '../shell-command.ts';
import type { Circumstances } from './circumstances.ts';
import type { Cause } from './explanation.ts';

/** One thing about an account that keeps DMs from being sent. */
interface AccountFault {
  /** How the words of a row give it away. */
  readonly signs: RegExp;
  readonly mend: string;
  /** Whether the account of the sandbox has it still. */
  isStill(account: AccountState): boolean;
  /** How the sandbox is told to mend it. */
  readonly set: ShellWords;
}

const FAULTS: readonly AccountFault[] = [
  {
    signs: /\btoken\b/i,
    mend: 'link the account again',
    isStill: ({ token }) => token !== 'ok',
    set: buildWords`--token ok`,
  },
  {
    signs: /\bpage\b/i,
    mend: 'link the account again, and select its page',
    isStill: ({ page }) => page === 'none',
    set: buildWords`--page selected`,
  },
  {
    signs: /\bmessaging\b|\bmessages\b/i,
    mend: 'allow access to its messages in the settings of instagram, and link the account again',
    isStill: ({ messaging }) => messaging === 'off',
    set: buildWords`--messaging on`,
  },
  {
    signs: /\bnot linked\b|\bunlinked\b/i,
    mend: 'link the account',
    isStill: ({ linked }) => !linked,
    set: buildWords`--linked`,
  },
];

const ANOTHER = /\banother\b.*\baccount\b/i;
const NOT_AGAIN = 'this DM is not sent again';

/**
 * Why the credentials or permissions of an account could not be used, and what mends that.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-19
 */
export function explainAccount(said: string, circumstances: Circumstances): Cause {
  const { commands, sandbox, id } = circumstances;
  const why = said || 'the credentials or messaging permissions of the instagram account cannot be used';
  if (ANOTHER.test(said)) {
    return {
      why,
      advice: 'an automation stays with the account that it was made for: make it again for the one of now',
      command: commands.service`automations get ${id} --as yaml`,
    };
  }
  const fault = FAULTS.find(({ signs }) => signs.test(said));
  const mend = fault?.mend ?? 'link the account again, and grant every permission';
  const advice = `${mend}; ${NOT_AGAIN}`;
  if (sandbox === null) return { why, advice, command: commands.service`user` };
  const { account } = sandbox;
  if (fault === undefined || account === null)
    return { why, advice, command: commands.sandbox`account list` };
  return fault.isStill(account)
    ? { why, advice, command: commands.account`${fault.set}` }
    : { why, advice: `it is mended since: what comes now is answered, and ${NOT_AGAIN}` };
}
