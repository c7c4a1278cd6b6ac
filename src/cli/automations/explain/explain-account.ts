import type { AccountState } from '../../../service/control/control.ts';
import { buildWords, type ShellWords } from '../../shell/shell-command.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/** A problem of an account that prevents DMs. */
interface AccountProblem {
  /** Recognizes the problem in the text of a row. */
  readonly pattern: RegExp;
  readonly fix: string;
  /** Whether the account in the sandbox still has the problem. */
  isPresent(account: AccountState): boolean;
  /** The flags of `sandbox account set` that fix it. */
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
    fix: 'link the account again and select its page',
    isPresent: ({ page }) => page === 'none',
    flags: buildWords`--page selected`,
  },
  {
    pattern: /\bmessaging\b|\bmessages\b/i,
    fix: 'allow access to messages in the Instagram settings, and link the account again',
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
 * Explains why the credentials or permissions of an account could not be used, and how to fix that.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-19
 */
export function explainAccount(message: string, context: ExplainContext): FindingCause {
  const { commands, sandbox, id } = context;
  const reason =
    message || 'the credentials or messaging permissions of the Instagram account cannot be used';
  if (ANOTHER.test(message)) {
    return {
      reason,
      advice:
        'an automation belongs to the account that it was created for: create it again for the current one',
      command: commands.service`automations get ${id} --as yaml`,
    };
  }
  const fault = FAULTS.find(({ pattern }) => pattern.test(message));
  const fix = fault?.fix ?? 'link the account again and grant every permission';
  const advice = `${fix}; ${NOT_RESENT}`;
  if (sandbox === null) return { reason, advice, command: commands.service`user` };
  const { account } = sandbox;
  if (fault === undefined || account === null)
    return { reason, advice, command: commands.sandbox`account list` };
  return fault.isPresent(account)
    ? { reason, advice, command: commands.account`${fault.flags}` }
    : { reason, advice: `the problem is fixed: new events are answered, but ${NOT_RESENT}` };
}
