import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import { getUser } from '../../facts/endpoints/profiles.ts';
import type { PostBody } from '../../facts/post-body.ts';
import type { CommandContext } from '../context.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { ignoreErrors } from '../ignore-errors.ts';
import { buildMissingError, listMissingParts } from '../posts/missing-parts.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { getServiceTime } from '../service-time.ts';
import { describeProfile } from '../wizard/describe-owner.ts';
import { runInteraction } from '../wizard/run-interaction.ts';
import { askExtras } from './ask-extras.ts';
import { askMedia, askNeededMedia } from './ask-media.ts';
import { askNetworkFields, askRequiredFields } from './ask-network-fields.ts';
import { askNetworks } from './ask-networks.ts';
import { askText, fixText } from './ask-text.ts';
import { askToPublish, type PublishOptions } from './ask-to-publish.ts';
import { askWhen } from './ask-when.ts';
import { drawIntroduction } from './draw-introduction.ts';
import { listLinkedAccounts } from './linked-accounts.ts';
import { listPendingParts, type WizardPart } from './list-pending-parts.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-wizard-context.ts';
import { showPostCommand } from './show-post-command.ts';

/** Where and how a post is asked for. */
export interface AskPostOptions extends PublishOptions {
  /** Opened when somebody is there to be asked. */
  service(): Promise<Client>;
  /** An IANA name: the zone in which the person says times. */
  readonly timeZone: string;
  readonly context: Pick<
    CommandContext,
    'prompts' | 'choose' | 'note' | 'signal' | 'onEnd' | 'now' | 'programName' | 'readFile'
  >;
}

/**
 * Asks a person for all that a post does not say, shows what will be, asks whether to publish it, and tells what would
 * do the same.
 *
 * @param given has no faults but that something is missing, or that a network would refuse its part
 * @returns null when the person left after all; nothing was sent to publish it
 * @throws CrierError of kind usage when nobody is there to be asked, and when the answers end; with the code 156 when
 * nothing is linked
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
  // before it is sent: whoever answered all the questions must not have to do it again when it is refused
  await showPostCommand(post, prompts, context);
  return isConfirmed ? post : null;
}

/** How each part is asked about, and how only as far as it is needed. */
const ASKS: Readonly<Record<WizardPart, readonly [AskPart, AskPart]>> = {
  networks: [askNetworks, askNetworks],
  text: [askText, fixText],
  media: [askMedia, askNeededMedia],
  demands: [askNetworkFields, askRequiredFields],
  when: [askWhen, askWhen],
  extras: [askExtras, askExtras],
};

/** No account of any network is linked. */
const NOT_LINKED = 156;

/** What is linked, and what time it is for the service: a sandbox may have a clock of its own. */
async function readAccounts({
  service,
  context,
}: AskPostOptions): Promise<Pick<PostWizardContext, 'accounts' | 'now'>> {
  // what cannot be said keeps nobody from going on
  const answer = await ignoreErrors((await service()).call(getUser, {}));
  if (answer === null) return { accounts: null, now: context.now };
  const accounts = listLinkedAccounts(answer.body);
  if (accounts.size === 0) {
    throw new CrierError(
      'auth',
      'the profile has no account linked that posts can go to',
      describeErrorCode(NOT_LINKED),
    );
  }
  const askedAt = context.now();
  const { asOf = askedAt } = getServiceTime(answer);
  return { accounts, now: () => asOf + context.now() - askedAt };
}
