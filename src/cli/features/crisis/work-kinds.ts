import type { Client, PlannedRequest } from '../../../client/client.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { Endpoint, EndpointInput } from '../../../service/endpoint.ts';
import { listAutomations, updateAutomation } from '../../../service/endpoints/automations.ts';
import {
  type AnsweredFeed,
  addFeed,
  FeedType,
  listFeeds,
  removeFeed,
} from '../../../service/endpoints/feeds.ts';
import { getAutoResponse, setAutoResponse } from '../../../service/endpoints/messages.ts';
import { updatePost } from '../../../service/endpoints/posts.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { readWaitingPosts } from './waiting-posts.ts';
import type { StoredFeed, StoredWork, Work, WorkKind, WorkRead } from './work.ts';
import { AT_ANY_TIME, PLAIN_WORK } from './work.ts';

/** A request that is planned by a dry run, and else sent. */
export interface WorkRequest {
  plan(client: Client): PlannedRequest;
  send(client: Client): Promise<void>;
}

interface KindOfWork {
  readonly noun: readonly [one: string, many: string];
  /** Past participles of what pausing and resuming does to it, for results. */
  readonly done: Readonly<Record<'pause' | 'resume', string>>;
  /** Codes by which the account does not have it: its plan or an add-on is missing. */
  readonly absent: readonly number[];
  read(client: Client): Promise<WorkRead>;
  pause(work: StoredWork): WorkRequest;
  resume(work: StoredWork): WorkRequest;
}

function createRequest<E extends Endpoint>(row: E, input: EndpointInput<E>): WorkRequest {
  return {
    plan: (client) => client.plan(row, input),
    send: async (client) => void (await client.call(row, input)),
  };
}

/** The only automatic reply of a profile has no id of its own. */
const AUTO_RESPONSE_ID = 'autoresponse';

/**
 * All that goes out by itself: how it is read, stopped and brought back. A further kind is a row.
 *
 * @see docs/service/automations.md#update
 * @see docs/service/posts.md#update
 * @see docs/service/endpoints.md#feeds, #messages
 */
export const WORK: Readonly<Record<WorkKind, KindOfWork>> = {
  automations: {
    noun: ['automation', 'automations'],
    done: { pause: 'paused', resume: 'active' },
    absent: [468, 472],
    async read(client) {
      const answer = await client.call(listAutomations, {});
      const work = (answer.body.automations ?? []).map(
        ({ id, name, active, updated }): Work => ({
          ...PLAIN_WORK,
          kind: 'automations',
          id,
          name: name ?? id,
          state: active ? 'running' : 'paused',
          mark: readTimestamp(updated).iso,
          platforms: [AUTOMATION_PLATFORM],
        }),
      );
      return { work, headers: answer.headers };
    },
    pause: ({ id }) => createRequest(updateAutomation, { params: { id }, body: { active: false } }),
    resume: ({ id }) => createRequest(updateAutomation, { params: { id }, body: { active: true } }),
  },
  posts: {
    noun: ['post', 'posts'],
    done: { pause: 'paused', resume: 'scheduled' },
    absent: [],
    read: readWaitingPosts,
    pause: ({ id }) => createRequest(updatePost, { body: { id, scheduledPause: true } }),
    resume: ({ id }) => createRequest(updatePost, { body: { id, scheduledPause: false } }),
  },
  feeds: {
    noun: ['feed', 'feeds'],
    done: { pause: 'removed', resume: 'added' },
    absent: [],
    async read(client) {
      const answer = await client.call(listFeeds, {});
      const work = (answer.body.feeds ?? []).map(
        (feed): Work => ({
          ...PLAIN_WORK,
          kind: 'feeds',
          id: feed.id,
          name: feed.feedURL ?? feed.title ?? feed.id,
          state: 'running',
          dueAt: readTimestamp(feed.nextUpdate).ms ?? AT_ANY_TIME,
          feed: toStoredFeed(feed),
        }),
      );
      return { work, headers: answer.headers };
    },
    pause: ({ id }) => createRequest(removeFeed, { body: { id } }),
    resume: ({ feed }) => createRequest(addFeed, { body: { url: '', ...feed } }),
  },
  autoresponse: {
    noun: ['automatic reply', 'automatic replies'],
    done: { pause: 'off', resume: 'on' },
    absent: [1403],
    async read(client) {
      const answer = await client.call(getAutoResponse, {});
      const { autoResponseActive, autoResponseMessage, autoResponseWaitSeconds } = answer.body;
      const isSet = autoResponseActive === true || Boolean(autoResponseMessage);
      const reply: Work = {
        ...PLAIN_WORK,
        kind: 'autoresponse',
        id: AUTO_RESPONSE_ID,
        name: autoResponseMessage ?? '',
        state: autoResponseActive === true ? 'running' : 'paused',
        mark: JSON.stringify([autoResponseMessage ?? null, autoResponseWaitSeconds ?? null]),
      };
      return { work: isSet ? [reply] : [], headers: answer.headers };
    },
    pause: () => createRequest(setAutoResponse, { body: { autoResponseActive: false } }),
    resume: () => createRequest(setAutoResponse, { body: { autoResponseActive: true } }),
  },
};

/** A feed as it is added again. Without an address it could not be, so that it is not removed. */
function toStoredFeed({ feedURL, type, useFirstImage, autoHashtag }: AnsweredFeed): StoredFeed | null {
  if (!feedURL) return null;
  const known = FeedType.safeParse(type?.toLowerCase()).data;
  return {
    url: feedURL,
    ...(known !== undefined && { type: known }),
    useFirstImage: useFirstImage === true,
    autoHashtag: autoHashtag === true,
  };
}
