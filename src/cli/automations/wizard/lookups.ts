import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import {
  AUTOMATION_PLATFORM,
  type AutomationSummary,
  getAutomation,
  type NewAutomation,
} from '../../../service/endpoints/automations.ts';
import { ALL, type Trigger } from '../../../service/triggers.ts';
import type { Uses } from '../../context/context.ts';
import { findNetworkId, type PostEntry, readAccountPosts } from '../../posts/read-posts.ts';
import { formatRelativeTime } from '../../render/cell.ts';
import { truncate } from '../../render/width.ts';
import { mapInOrder } from '../../several/request-each.ts';
import { flattenAutomation } from '../automation-forms.ts';
import type { Warning } from '../automation-warnings.ts';
import { findLosingKeywords } from '../find-losing-keywords.ts';
import type { TargetKind, WizardContext } from './wizard-context.ts';

/** The text of a post in one line. @param cells maximum width */
export function formatPostText({ post }: PostEntry, cells: number): string {
  return truncate((post ?? '').replaceAll(/\s+/g, ' ').trim(), cells) || 'no text';
}

/** The age of a post; empty when it is unknown. */
export function formatPostAge({ created }: PostEntry, now: number): string {
  const ms = created === null ? Number.NaN : Date.parse(created);
  return Number.isNaN(ms) ? '' : formatRelativeTime(ms, now);
}

/** A post or story that a trigger names. */
interface TriggerPost {
  readonly place: TargetKind;
  readonly id: string;
}

/** The single post or story that a trigger listens to; null when it listens to all, or to none. */
export function findTarget(trigger: Trigger): TriggerPost | null {
  const [place, id] =
    'postId' in trigger
      ? (['post', trigger.postId] as const)
      : (['story', 'storyId' in trigger ? trigger.storyId : undefined] as const);
  return id === undefined || id === ALL ? null : { place, id };
}

/** Descriptions of posts and stories by id: `"Swan or dove?…", 2d ago`. */
export type KnownPosts = ReadonlyMap<string, string>;

const SHOWN_CELLS = 32;

/** Reads the posts and stories that an automation names. */
export async function readKnownPosts(
  { triggers }: NewAutomation,
  { findPosts, now }: Pick<WizardContext, 'findPosts' | 'now'>,
): Promise<KnownPosts> {
  const known = new Map<string, string>();
  for (const target of triggers.map(findTarget)) {
    if (target === null) continue;
    const post = (await findPosts(target.place)).find(({ id }) => id === target.id);
    if (post === undefined) continue;
    const age = formatPostAge(post, now());
    known.set(target.id, `"${formatPostText(post, SHOWN_CELLS)}"${age && `, ${age}`}`);
  }
  return known;
}

/** Number of recent posts that are offered; older ones can be chosen by id. */
const MOST_POSTS = 50;

/** Reads the posts of the Instagram account, once and on demand. */
export function createAccountLookup(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Pick<WizardContext, 'findPosts' | 'networkId'> {
  let reading: Promise<readonly PostEntry[]> | undefined;
  return {
    async findPosts(place) {
      reading ??= readLatestPosts(client, note);
      return (await reading).filter((post) => isStory(post) === (place === 'story'));
    },
    networkId: (id) => findNetworkId(id, client),
  };
}

/** The service does not document the values of post types. */
function isStory({ type }: PostEntry): boolean {
  return /story/i.test(type ?? '');
}

/** Errors are only noted, since an id can still be typed. */
async function readLatestPosts(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Promise<readonly PostEntry[]> {
  try {
    const account = { platform: AUTOMATION_PLATFORM, most: MOST_POSTS, cursor: undefined } as const;
    return (await readAccountPosts(client, account)).posts;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await note(`the posts of the account cannot be listed: ${error.message}`);
    return [];
  }
}

type LiveRule = Parameters<typeof findLosingKeywords>[0][number];

/** Number of concurrent requests. */
const AT_ONCE = 4;

/** Finds keywords of an automation to which a live one already replies. */
export type FindConflicts = (automation: NewAutomation) => Promise<readonly Warning[]>;

/** Reads the live automations once, and only if the new one could conflict with them. */
export function createConflictFinder(
  active: readonly AutomationSummary[],
  service: { readonly client: Client } & Uses<{ io: 'progress' | 'note' }>,
): FindConflicts {
  let reading: Promise<readonly LiveRule[]> | undefined;
  return async (automation) => {
    if (!isCommentReply(automation)) return [];
    reading ??= readLiveRules(active, service);
    const live = await reading;
    const rules = findLosingKeywords([...live, { name: automation.name ?? '', flat: automation }]);
    return rules.filter(({ index }) => index === live.length);
  };
}

function isCommentReply({ triggers, actions }: NewAutomation): boolean {
  return (
    triggers.some(({ type }) => type === 'comment_keyword') && actions.some(({ type }) => type === 'send_dm')
  );
}

/** Errors are only noted, and do not stop the wizard. */
async function readLiveRules(
  active: readonly AutomationSummary[],
  { client, io }: Parameters<typeof createConflictFinder>[1],
): Promise<readonly LiveRule[]> {
  const rules: LiveRule[] = [];
  try {
    const read = ({ id }: AutomationSummary) => client.call(getAutomation, { params: { id } });
    for await (const { body } of mapInOrder(active, AT_ONCE, read)) {
      rules.push({ name: body.name ?? body.id, flat: flattenAutomation(body) });
      io.progress(`${rules.length} of ${active.length} active automations read`);
    }
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await io.note(`cannot compare with live automations: ${error.message}`);
  } finally {
    io.progress(null);
  }
  return rules;
}
