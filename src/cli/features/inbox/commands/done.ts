import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import { MessagePlatform, Platform, ReviewPlatform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { IDS_FROM, readIds } from '../../../framework/many/read-ids.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { openDoneComments } from '../../comments/done-comments.ts';
import { findComments } from '../../comments/find-comments.ts';
import { foldMessages } from '../../messages/conversation-messages.ts';
import { foldReviews } from '../../reviews/read-reviews.ts';
import { ItemKind } from '../inbox-item.ts';

export default defineCommand({
  summary: 'Mark comments, messages and reviews as done',
  description: `
What needs no answer is marked by its id, as "inbox list" prints it. A conversation is listed again as soon as the person
writes another message. The marks are those of "comments done": on this machine, for the service and the profile in use, or
with "config set done-file" in a file that your team shares. An id that is not found is an error; --post or --platform says
where it is looked for.`,
  examples: [
    'inbox done 18054973922452013 --post Lt5nWc8RjYq3GvKs6PxA',
    'inbox done AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe --kind review --json',
  ],
  positional: ['id'],
  changes: true,
  flags: [REMOTE, WRITE_PROFILES],
  input: z.object({
    id: z.array(z.string()).default([]).describe('ids, as printed by `inbox list`'),
    idsFrom: IDS_FROM,
    kind: defineFlag(ItemKind.default('comment').describe('what the ids are of'), { placeholder: 'kind' }),
    platform: defineFlag(Platform.optional().describe('network of the messages or reviews (default: all)'), {
      placeholder: 'network',
    }),
    post: defineTextFlag('Service Post ID of the post of the comments (default: the latest posts)', {
      placeholder: 'post-id',
    }),
    undo: defineSwitch('list them as waiting again'),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ id, idsFrom, kind, platform, post, undo }, { service, io }) {
    const ids = await readIds({ ids: id, idsFrom }, io);
    const marks = await openDoneComments(service, io, 'mark');
    const marked = new Set(undo ? marks.list() : []);
    const unknown = ids.filter((each) => !marked.has(each));
    const client = await service.client();
    const listed =
      unknown.length === 0
        ? new Set<string>()
        : kind === 'comment'
          ? (await findComments(client, unknown, { progress: io.progress, post })).found
          : await FIND_IDS[kind](client, platform);
    const valid = ids.filter((each) => marked.has(each) || listed.has(each));
    await (undo ? marks.unmark(valid) : marks.mark(valid));
    return changeSeveral({
      ids,
      done: undo ? 'opened again' : 'marked',
      status: undo ? 'open' : 'done',
      shownBy: crier`inbox list`,
      async apply(each) {
        if (valid.includes(each)) return {};
        throw new CrierError('not-found', `no ${kind} has the id ${each}`, {
          http: null,
          advice: `check --kind, --profile and the id, as "${crier`inbox list`}" prints it`,
        });
      },
      io,
    });
  },
});

type FindIds = (client: Client, platform: Platform | undefined) => Promise<ReadonlySet<string>>;

/** Reads the ids on one network, or on each; one that is not linked has none. */
const FIND_IDS: Readonly<Record<'message' | 'review', FindIds>> = {
  message: (client, platform) =>
    collectIds(choose(MessagePlatform.options, platform), (each) =>
      foldMessages(client, { platform: each, query: {} }, () => {
        const found: { id: string }[] = [];
        return { add: ({ id }) => void found.push({ id }), end: () => found };
      }),
    ),
  review: (client, platform) =>
    collectIds(choose(ReviewPlatform.options, platform), (each) =>
      foldReviews(client, each, () => {
        const found: { id: string }[] = [];
        return { add: ({ id }) => void found.push({ id }), end: () => found };
      }),
    ),
};

function choose<Name extends Platform>(all: readonly Name[], only: Platform | undefined): readonly Name[] {
  return only === undefined ? all : all.filter((each) => each === only);
}

/** @throws CrierError when no network could be read */
async function collectIds<Name>(
  platforms: readonly Name[],
  read: (platform: Name) => Promise<readonly { readonly id: string }[]>,
): Promise<ReadonlySet<string>> {
  const all = await Array.fromAsync(runEach(platforms, {}, read));
  const failure = all[0]?.failure ?? null;
  if (failure !== null && all.every(({ value }) => value === null)) throw failure;
  return new Set(all.flatMap(({ value }) => (value ?? []).map(({ id }) => id)));
}
