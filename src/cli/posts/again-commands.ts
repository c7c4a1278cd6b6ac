import type { PostBody } from '../../facts/post-body.ts';
import type { ShownCommand } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { postCommand } from '../post-wizard/post-command.ts';
import { printedCommands } from '../printed-commands.ts';
import type { FlagWords } from '../wizard/command-words.ts';
import { isShownAsItIs, shownWords } from '../wizard/shown-command.ts';

/** A longer one is hard to copy from a terminal: its text goes into a file. */
const LONGEST = 600;
const TEXT_FILE = 'post.txt';

/**
 * The command of each post, complete: it reaches the same service for the same profile. A text that is too long for a
 * line, or that a terminal would not show as it is, is left to a file.
 */
export async function againCommands(
  posts: readonly PostBody[],
  context: Pick<CommandContext, 'given' | 'choose' | 'calledAs'>,
): Promise<readonly ShownCommand[]> {
  const printed = await printedCommands(context);
  return posts.flatMap((post) => {
    const whole = printed.change(`posts create ${shownWords(postCommand(post))}`);
    if (whole.length <= LONGEST && isShownAsItIs(whole)) return [{ lead: LEAD, line: whole }];
    const words = postCommand(post).filter((each) => !saysText(each));
    const line = printed.change(`posts create ${shownWords([...words, ['--text-file', TEXT_FILE]])}`);
    return isShownAsItIs(line) ? [{ lead: `${LEAD}, with its text in ${TEXT_FILE}`, line }] : [];
  });
}

const LEAD = 'a new post to what failed alone';

/** A text of several lines has no short flag. */
function saysText([flag, value = '']: FlagWords[number]): boolean {
  return flag === '--text' || (flag === '--set' && value.startsWith('post='));
}
