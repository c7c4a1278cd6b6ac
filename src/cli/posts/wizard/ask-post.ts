import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { getUser } from '../../../service/endpoints/profiles.ts';
import type { PostBody } from '../../../service/post-body.ts';
import type { CommandContext } from '../../context/context.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import { describeErrorCode } from '../../errors/catalogue.ts';
import { listLinkedAccounts } from '../../profiles/linked-accounts.ts';
import type { PromptDrawing, Prompts } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';
import { getServiceTime } from '../../shell/command.ts';
import { buildWords, formatCommand, isPortable, toFlagWords } from '../../shell/shell-command.ts';
import { describeProfile, runInteraction } from '../../wizard/run-interaction.ts';
import { buildServiceFlags } from '../../wizard/service-flags.ts';
import { buildPostFlags } from '../new-post-commands.ts';
import { buildMissingError, listMissingParts } from '../refuse-post.ts';
import { askExtras } from './ask-extras.ts';
import { askMedia, askNeededMedia } from './ask-media.ts';
import { askNetworkFields, askNetworks, askRequiredFields } from './ask-networks.ts';
import { askText, fixText } from './ask-text.ts';
import { askToPublish, type PublishOptions } from './ask-to-publish.ts';
import { askWhen } from './ask-when.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-draft.ts';

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

/** Parts that can be asked for. */
type WizardPart = 'networks' | 'text' | 'media' | 'demands' | 'when' | 'extras';

/** A part that has not been asked for. */
interface PendingPart {
  readonly part: WizardPart;
  /** Asked for only if a network requires another value. */
  readonly onlyNeeded: boolean;
}

/**
 * Lists the parts to ask for, in order. If the text was given, optional parts are not asked for.
 *
 * @param given each of its fields is valid
 */
export function listPendingParts(given: PostDraft): readonly PendingPart[] {
  const { platforms, post, mediaUrls, scheduleDate, requiresApproval, autoSchedule } = given;
  const onlyNeeded = post !== undefined;
  const isTimed = (scheduleDate ?? requiresApproval ?? autoSchedule) !== undefined;
  return [
    ...(platforms === undefined ? [{ part: 'networks', onlyNeeded: false } as const] : []),
    { part: 'text', onlyNeeded },
    { part: 'media', onlyNeeded: onlyNeeded || mediaUrls !== undefined },
    { part: 'demands', onlyNeeded },
    ...(onlyNeeded || isTimed ? [] : [{ part: 'when', onlyNeeded } as const]),
    ...(onlyNeeded ? [] : [{ part: 'extras', onlyNeeded } as const]),
  ];
}

/** Draws the introduction. @param whose the profile and its service */
function drawIntroduction(whose: string): PromptDrawing {
  const paragraphs = [
    `For ${whose}.`,
    'Nothing is published until you confirm at the end, where everything can still be changed. Press Ctrl-C to leave.',
  ];
  return ({ width, palette }) => [
    '',
    palette.strong('New post'),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}

/** Prints a file and a command that create the same post, ready to be copied. */
export async function showPostCommand(
  post: PostBody,
  prompts: Prompts,
  { choose, programName }: Pick<CommandContext, 'choose' | 'programName'>,
): Promise<void> {
  const { toYaml } = await import('../../files/yaml-text.ts');
  const file = toYaml(post).trimEnd().split('\n');
  const create = buildWords`posts create`;
  const flags = toFlagWords([...buildServiceFlags(await choose()), ...buildPostFlags(post)]);
  await prompts.show(({ palette }) => [
    '',
    palette.dim(`As a file, for "${formatCommand(programName, [...create, ...buildWords`-f`])}":`),
    '',
    ...file,
    '',
    // omitted if shells interpret a value differently
    ...(isPortable(flags)
      ? [palette.dim('As a command:'), '', formatCommand(programName, [...create, ...flags]), '']
      : []),
  ]);
}
