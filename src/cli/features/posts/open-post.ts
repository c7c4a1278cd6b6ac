import * as z from 'zod';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { getLegName } from '../../framework/output/failures.ts';
import type { PostEntry } from './read-posts.ts';

export const OpenedPost = z.strictObject({
  id: z.string().nullable().describe('Service Post ID'),
  opened: z.string().nullable().describe('the page that was opened; null if none was'),
  links: z
    .array(z.strictObject({ platform: z.string(), url: z.string() }))
    .describe('its page on each network'),
});

/** The pages of a post that browsers can open, in the order of its networks. */
function listPostLinks({ postIds }: PostEntry): z.infer<typeof OpenedPost>['links'] {
  return (postIds ?? []).flatMap(({ platform, postUrl }) =>
    platform && postUrl && /^https?:\/\//i.test(postUrl) ? [{ platform, url: postUrl }] : [],
  );
}

/**
 * Opens the page of a post in the browser: that of the given network, or its only one, or the one that the user
 * chooses. Without a terminal or a browser, the links are printed.
 *
 * @throws CrierError of kind not-found when the post has no such page
 */
export async function openPost(
  post: PostEntry,
  platform: Platform | undefined,
  io: IoPort,
): Promise<CommandOutcome> {
  const links = listPostLinks(post);
  const wanted = platform === undefined ? links : links.filter((link) => link.platform === platform);
  if (wanted.length === 0) throw createNoPageError(platform, links);
  const [first] = wanted;
  const chosen = wanted.length === 1 ? first : await chooseLink(wanted, io);
  const isOpened = chosen !== undefined && (await io.openPage(chosen.url));
  return {
    view: {
      kind: 'list',
      document: { id: post.id, opened: isOpened ? chosen.url : null, links: wanted },
      key: 'links',
      rows: chosen === undefined ? wanted : [chosen],
      columns: [
        { name: 'platform', title: 'network', value: (row) => (row as LinkRow).platform, role: 'network' },
        {
          name: 'url',
          title: isOpened ? 'opened' : 'link',
          value: (row) => (row as LinkRow).url,
          role: 'id',
        },
      ],
      empty: 'no pages',
    },
  };
}

type LinkRow = z.infer<typeof OpenedPost>['links'][number];

/** Undefined without a terminal to ask on. */
async function chooseLink(links: readonly LinkRow[], io: IoPort): Promise<LinkRow | undefined> {
  const prompts = await io.prompts();
  const [first, ...others] = links.map((link) => ({
    value: link,
    label: getLegName(link.platform),
    hint: link.url,
  }));
  if (prompts === null || first === undefined) return undefined;
  return prompts.choose({ message: 'Open the post on', choices: [first, ...others] });
}

function createNoPageError(platform: Platform | undefined, links: readonly LinkRow[]): CrierError {
  const networks = links.map((link) => getLegName(link.platform));
  const where = platform === undefined ? '' : ` on ${PLATFORMS[platform].name}`;
  return new CrierError('not-found', `the post has no page${where}`, {
    http: null,
    advice:
      networks.length === 0
        ? 'a post has pages once its networks have published it'
        : `it has one on ${joinWithOr(networks)}`,
  });
}
