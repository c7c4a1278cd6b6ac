import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import { createUsageError } from '../../../errors.ts';
import { ALL_NETWORKS, PostBody } from '../../../service/post-body.ts';
import type { CommandContext } from '../../context/context.ts';
import { findOfflineFaults } from '../find-offline-faults.ts';
import { buildMissingError, listMissingParts } from '../missing-parts.ts';
import type { SentPost } from '../posted-outcome.ts';
import type { PostInput } from '../read-post-input.ts';
import { formatSchedule } from '../read-schedule.ts';
import { formatFault, refusePost } from '../refuse-post.ts';
import type { AskPostOptions } from '../wizard/ask-post.ts';
import type { PostDraft } from '../wizard/post-draft.ts';

/** A post that is to be created. */
export interface PostCreation {
  readonly written: PostInput;
  readonly skipsCheck: boolean;
  /** Missing parts may be asked for. */
  readonly mayAsk: boolean;
  /** The service's time in milliseconds since 1970; requested only if necessary. */
  now(): Promise<number>;
}

type PostAskingContext = AskPostOptions & { readonly context: Pick<CommandContext, 'now' | 'note'> };

/**
 * Returns the post as given or asked for, without faults.
 *
 * @throws CrierError of kind usage, with the code of the service
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
  await context.note(`scheduled for ${formatSchedule(ms, { now, timeZone })}`);
  return { body: { ...others, scheduleDate: formatIsoSeconds(ms) }, knownWarnings };
}

/** Replaces missing parts while the rest is checked. */
const NOTHING_MISSING = { platforms: [ALL_NETWORKS], post: '' } as const;

async function askForRest(given: LooseRecord, wizard: PostAskingContext): Promise<PostBody> {
  const { askPost } = await import('../wizard/ask-post.ts');
  const known = PostBody.partial().parse(given) as PostDraft; // parsed JSON is never undefined
  const post = await askPost(known, wizard);
  if (post === null)
    throw createUsageError('nothing was published', 'your answers are printed above as a file');
  return post;
}
