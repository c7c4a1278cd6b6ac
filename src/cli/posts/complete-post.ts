import { createUsageError } from '../../errors.ts';
import { ALL_NETWORKS, PostBody } from '../../facts/post-body.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import type { LooseRecord } from '../../rules/loose-record.ts';
import type { CommandContext } from '../context.ts';
import type { AskPostOptions } from '../post-wizard/ask-post.ts';
import type { PostDraft } from '../post-wizard/post-wizard-context.ts';
import { findOfflineFaults } from './find-offline-faults.ts';
import { buildMissingError, listMissingParts } from './missing-parts.ts';
import type { SentPost } from './posted-outcome.ts';
import type { PostInput } from './read-post-input.ts';
import { formatSchedule } from './read-schedule.ts';
import { formatFault, refusePost } from './refuse-post.ts';

/** A post on its way from a command line to the service. */
export interface PostCreation {
  readonly written: PostInput;
  readonly skipsCheck: boolean;
  /** What is missing may be asked for. */
  readonly mayAsk: boolean;
  /** The service's time, in milliseconds since 1970; it is asked when somebody wants to know. */
  now(): Promise<number>;
}

type PostAskingContext = AskPostOptions & { readonly context: Pick<CommandContext, 'now' | 'note'> };

/**
 * What was written, or asked for, once nothing is wrong with it.
 *
 * @throws CrierError of kind usage, with the code that the service would refuse it with
 */
export async function completePost(
  creation: PostCreation,
  wizard: PostAskingContext,
): Promise<Pick<SentPost, 'body' | 'knownWarnings'>> {
  const { written, skipsCheck, mayAsk } = creation;
  const { context, timeZone } = wizard;
  const { body, layers, warnings, schedule, isFromFile } = written;
  for (const warning of [...warnings, ...(schedule?.notes ?? [])]) await context.note(warning);
  const missing = isFromFile ? [] : listMissingParts(body);
  const now = body['scheduleDate'] === undefined ? context.now() : await creation.now();
  const faults = findOfflineFaults({ ...(missing.length > 0 && NOTHING_MISSING), ...body }, now);
  if (missing.length > 0) {
    refusePost({ ...faults, refused: [], warnings: [] }, { layers, skipsCheck });
    if (!mayAsk || (await context.prompts()) === null) throw buildMissingError(missing);
    return { body: await askForRest(body, wizard), knownWarnings: new Set() };
  }
  refusePost(faults, { layers, skipsCheck });
  for (const fault of faults.warnings) await context.note(`warning: ${formatFault(fault, layers)}`);
  const { scheduleDate, ...others } = PostBody.parse(body);
  const knownWarnings = new Set(faults.warnings.map(({ path, message: words }) => `${path}: ${words}`));
  if (scheduleDate === undefined) return { body: others, knownWarnings };
  const ms = Date.parse(scheduleDate);
  await context.note(`to be published ${formatSchedule(ms, { now, timeZone })}`);
  return { body: { ...others, scheduleDate: formatIsoSeconds(ms) }, knownWarnings };
}

/** Stands for what is missing while the rest is looked at. */
const NOTHING_MISSING = { platforms: [ALL_NETWORKS], post: '' } as const;

async function askForRest(given: LooseRecord, wizard: PostAskingContext): Promise<PostBody> {
  const { askPost } = await import('../post-wizard/ask-post.ts');
  const known = PostBody.partial().parse(given) as PostDraft; // what JSON has is never undefined
  const post = await askPost(known, wizard);
  if (post === null) throw createUsageError('nothing was published', 'your answers are in the file above');
  return post;
}
