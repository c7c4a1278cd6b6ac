import { CrierError } from '../../errors.ts';
import type { CommandOutcome } from './command/command.ts';
import { COMMANDS } from './command/command-list.ts';
import { listChoosingFlags } from './command/printed-commands.ts';
import { REMOTE } from './input/flags/flags.ts';
import { formatFlags } from './output/text/shell-command.ts';
import type { PreparedCommand } from './prepare-command.ts';

/**
 * Completes the quoted commands of a text with the flags that chose the service of this run, so that they run
 * unchanged: after `--sandbox`, `"crier posts list"` becomes `"crier posts list --sandbox"`. Commands that call no
 * service, or that choose one themselves, stay as they are.
 */
async function completeHints(text: string, { flags, typed }: PreparedCommand): Promise<string> {
  const words = listChoosingFlags(flags, typed);
  if (words.length === 0 || !text.includes('"crier ')) return text;
  const added = formatFlags`${words}`;
  const parts = await Promise.all(
    text.split(QUOTED_COMMAND).map(async (part, index) => {
      const isCommand = index % 2 === 1;
      return isCommand && (await isServiceCommand(part)) ? `${part} ${added}` : part;
    }),
  );
  return parts.join('');
}

/** Completes the commands that an outcome shows to people; its JSON document stays as it is. */
export async function completeOutcome(
  outcome: CommandOutcome,
  choice: PreparedCommand,
): Promise<CommandOutcome> {
  const complete = (text: string) => completeHints(text, choice);
  const { view, notes, failure } = outcome;
  return {
    ...outcome,
    view: view?.kind === 'list' ? { ...view, empty: await complete(view.empty) } : view,
    notes: notes && (await Promise.all(notes.map(complete))),
    failure: failure && (await completeAdvice(failure, choice)),
  };
}

export async function completeAdvice(failure: CrierError, choice: PreparedCommand): Promise<CrierError> {
  const { kind, message, facts } = failure;
  if (!facts.advice) return failure;
  const advice = await completeHints(facts.advice, choice);
  return advice === facts.advice ? failure : new CrierError(kind, message, { ...facts, advice });
}

/** A command in double quotes; splitting by it puts each command at an odd index. */
const QUOTED_COMMAND = /(?<=")(crier [a-z][^"]*)(?=")/;

/** A flag with which a command chooses its service itself, or calls none. */
const OWN_CHOICE = / --(?:sandbox|context|profile|base-url|help)\b/;

async function isServiceCommand(line: string): Promise<boolean> {
  if (OWN_CHOICE.test(line)) return false;
  const words = line.split(' ').slice(1);
  const entry = COMMANDS.findLast(({ path }) => path.every((word, at) => words[at] === word));
  const command = await entry?.load();
  return command?.flags.includes(REMOTE) ?? false;
}
