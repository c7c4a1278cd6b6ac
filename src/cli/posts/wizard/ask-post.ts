import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { getUser } from '../../../service/endpoints/profiles.ts';
import type { PostBody } from '../../../service/post-body.ts';
import type { CommandContext } from '../../context/context.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import { describeErrorCode } from '../../errors/describe-error-code.ts';
import { listLinkedAccounts } from '../../profiles/linked-accounts.ts';
import type { Prompts } from '../../prompts/prompts.ts';
import { getServiceTime } from '../../shell/service-time.ts';
import { describeProfile } from '../../wizard/describe-owner.ts';
import { runInteraction } from '../../wizard/run-interaction.ts';
import { buildMissingError, listMissingParts } from '../missing-parts.ts';
import { askExtras } from './ask-extras.ts';
import { askMedia, askNeededMedia } from './ask-media.ts';
import { askNetworkFields, askRequiredFields } from './ask-network-fields.ts';
import { askNetworks } from './ask-networks.ts';
import { askText, fixText } from './ask-text.ts';
import { askToPublish, type PublishOptions } from './ask-to-publish.ts';
import { askWhen } from './ask-when.ts';
import { drawIntroduction } from './draw-introduction.ts';
import { listPendingParts, type WizardPart } from './list-pending-parts.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-draft.ts';
import { showPostCommand } from './show-post-command.ts';

/** Options of the wizard. */
export interface AskPostOptions extends PublishOptions {
  /** Opened if the user can be asked. */
  service(): Promise<Client>;
  /** Time zone of the user, as an IANA name. */
  readonly timeZone: string;
  readonly context: Pick<
    CommandContext,
    'prompts' | 'choose' | 'note' | 'signal' | 'onEnd' | 'now' | 'programName' | 'readFile'
  >;
}

/**
 * Asks for the missing parts of a post, shows a preview, asks for confirmation, and prints an equivalent file and
 * command.
 *
 * @param given valid except for missing parts and faults of single networks
 * @returns null if the user does not confirm; nothing was sent
 * @throws CrierError of kind usage without a terminal, and when the input ends; with the code 156 without linked
 *   accounts
 */
export async function askPost(given: PostDraft, options: AskPostOptions): Promise<PostBody | null> {
  const prompts = await options.context.prompts();
  if (prompts === null) throw buildMissingError(listMissingParts(given));
  return runInteraction('nothing was published', options.context, () =>
    runQuestions(prompts, given, options),
  );
}

async function runQuestions(
  prompts: Prompts,
  given: PostDraft,
  options: AskPostOptions,
): Promise<PostBody | null> {
  const { context } = options;
  const { choice } = await context.choose();
  const wizard = {
    prompts,
    timeZone: options.timeZone,
    readFile: context.readFile,
    ...(await readAccounts(options)),
  };
  await prompts.show(drawIntroduction(describeProfile(choice)));
  let draft = given;
  for (const { part, onlyNeeded } of listPendingParts(given)) {
    const [ask, askNeeded] = ASKS[part];
    draft = await (onlyNeeded ? askNeeded : ask)(draft, wizard);
  }
  const { post, isConfirmed } = await askToPublish(draft, wizard, options);
  // printed before sending, so that the answers are not lost if the post is refused
  await showPostCommand(post, prompts, context);
  return isConfirmed ? post : null;
}

/** How each part is asked for, and how only if required. */
const ASKS: Readonly<Record<WizardPart, readonly [AskPart, AskPart]>> = {
  networks: [askNetworks, askNetworks],
  text: [askText, fixText],
  media: [askMedia, askNeededMedia],
  demands: [askNetworkFields, askRequiredFields],
  when: [askWhen, askWhen],
  extras: [askExtras, askExtras],
};

/** No linked accounts. */
const NOT_LINKED = 156;

/** Reads the linked accounts and the service's time: a sandbox has its own clock. */
async function readAccounts({
  service,
  context,
}: AskPostOptions): Promise<Pick<PostWizardContext, 'accounts' | 'now'>> {
  // failures are ignored: the wizard also works without this information
  const answer = await ignoreErrors((await service()).call(getUser, {}));
  if (answer === null) return { accounts: null, now: context.now };
  const accounts = listLinkedAccounts(answer.body);
  if (accounts.size === 0) {
    throw new CrierError(
      'auth',
      'the profile has no linked account for posts',
      describeErrorCode(NOT_LINKED),
    );
  }
  const askedAt = context.now();
  const { asOf = askedAt } = getServiceTime(answer);
  return { accounts, now: () => asOf + context.now() - askedAt };
}
