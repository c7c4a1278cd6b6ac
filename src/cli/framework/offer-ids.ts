import { addAdvice, type CrierError, ignoreErrors } from '../../errors.ts';
import { describeCommand } from './argv/describe-command.ts';
import type { StartedCommand } from './command/registrations.ts';
import type { PreparedCommand } from './prepare-command.ts';

/** Ids that an error names. */
const MOST_NAMED = 3;

/**
 * Completes a command that was started without its id: on a terminal the user chooses one of the latest.
 *
 * @param missing the error for the missing id
 * @throws CrierError the same where nothing can be asked, with the latest ids
 */
export async function offerIds(
  missing: CrierError,
  prepared: PreparedCommand,
  { context, registrations }: StartedCommand,
): Promise<PreparedCommand> {
  const { service, io } = context;
  const kinds = await registrations.loadLatestIds();
  const { command } = prepared;
  const kindOf = ({ syntax }: { syntax: { offers?: string | undefined } }) =>
    kinds[syntax.offers ?? command.references?.[0] ?? ''];
  const argument = describeCommand(command).positional.find((each) => kindOf(each) !== undefined);
  const kind = argument && kindOf(argument);
  if (argument === undefined || kind === undefined) throw missing;
  const offered = (await ignoreErrors(service.client().then((client) => kind.read(client, context)))) ?? [];
  const [first, ...others] = offered.map(({ label, hint }, value) => ({ label, hint, value }));
  if (first === undefined) throw missing;
  const prompts = await io.prompts();
  if (prompts === null) {
    const named = offered.slice(0, MOST_NAMED).map(({ id, label }) => `${id} (${label})`);
    throw addAdvice(missing, `the latest: ${named.join(', ')}`);
  }
  const chosen = offered[await prompts.choose({ message: kind.question, choices: [first, ...others] })];
  if (chosen === undefined) throw missing;
  const { id, flags } = chosen;
  const own = Object.entries(flags ?? {}).filter(
    ([key]) => key !== argument.key && Object.hasOwn(command.input.shape, key),
  );
  const input = {
    ...prepared.input,
    ...Object.fromEntries(own),
    [argument.key]: argument.isList ? [id] : id,
  };
  return { ...prepared, input };
}
