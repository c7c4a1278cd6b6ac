import * as z from 'zod';
import { CommentPlatform } from '../service/platforms.ts';
import type { AgentTool, ToolCall } from './tool.ts';
import { defineLimit, Id, Platforms, PROFILE, requireZone, SINCE, WebUrl, ZONE } from './tool-fields.ts';

type ToolInput = Readonly<Record<string, unknown>>;

/** Declares a tool whose schema has validated the input of `toCall`. */
function defineTool<Input extends z.ZodObject>({
  toCall,
  ...tool
}: Omit<AgentTool, 'toCall' | 'input'> & {
  input: Input;
  toCall(input: z.infer<Input>): ToolCall;
}): AgentTool {
  return { ...tool, toCall: (input) => toCall(input as z.infer<Input>) }; // the server has validated it
}

const call = (words: string, input: ToolInput): ToolCall => ({ path: words.split(' '), input });

const COMMENT_NOISE = ['extra', 'avatarUrl', 'profile', 'replyCount', 'isMe', 'url'];
const POST_NOISE = ['request', 'refId', 'profileTitle', 'type'];
const AUTOMATION_NOISE = ['config', 'accountId'];

const EVENT = {
  event: z.enum(['comment', 'story-reply', 'story-comment', 'reaction', 'dm']).optional(),
  text: z.string().max(10_000).optional().describe('what the person wrote'),
  postId: Id.optional().describe('post that was commented on'),
};

const POST = {
  text: z.string().max(65_000).optional(),
  platforms: Platforms,
  mediaUrls: z.array(WebUrl).max(35).optional().describe('public URLs of images or videos'),
  schedule: z
    .string()
    .max(60)
    .optional()
    .describe('ISO time with an offset, or a time of timeZone; none: at once'),
  ...ZONE,
  ...PROFILE,
};

function toPostFlags({
  text,
  platforms,
  mediaUrls,
  schedule,
  timeZone,
  profile,
}: z.infer<z.ZodObject<typeof POST>>) {
  requireZone(schedule, timeZone);
  return { text, platform: platforms, media: mediaUrls, schedule, timeZone, profile };
}

/**
 * The tools that a client sees without being asked for more, by the jobs of the field.
 *
 * @see docs/command-line.md#mcp
 */
export const DEFAULT_TOOLS: readonly AgentTool[] = [
  defineTool({
    name: 'comments_inbox',
    noun: 'comments',
    title: 'Unanswered comments',
    description: 'Comments on the latest posts that the account has not answered, newest first.',
    effect: 'read',
    input: z.strictObject({
      contains: z.string().max(500).optional().describe('only those with all of these words'),
      from: z.string().max(200).optional().describe('only of this person (handle or name)'),
      platforms: z.array(z.enum(CommentPlatform.options)).min(1).optional(),
      ...SINCE,
      ...defineLimit(10),
      ...ZONE,
      ...PROFILE,
    }),
    toCall: ({ platforms, timeZone, ...rest }) =>
      call('comments inbox', { ...rest, platform: platforms, tz: timeZone }),
    omit: COMMENT_NOISE,
  }),
  defineTool({
    name: 'comments_get',
    noun: 'comments',
    title: 'Comments of a post',
    description: 'The comments and replies of one post on all its networks.',
    effect: 'read',
    input: z.strictObject({
      postId: Id.describe('id of posts_list'),
      unanswered: z.boolean().optional(),
      contains: z.string().max(500).optional().describe('only those with all of these words'),
      ...SINCE,
      ...defineLimit(20),
      ...ZONE,
      ...PROFILE,
    }),
    toCall: ({ postId, timeZone, ...rest }) => call('comments get', { ...rest, ids: [postId], tz: timeZone }),
    omit: COMMENT_NOISE,
  }),
  defineTool({
    name: 'comments_reply',
    noun: 'comments',
    title: 'Reply to a comment',
    description: 'Answers one comment in public, at once. dryRun shows the request and sends nothing.',
    effect: 'change',
    input: z.strictObject({
      commentId: Id.describe('id of the comment on its network'),
      platform: z.enum(CommentPlatform.options),
      text: z.string().min(1).max(10_000),
      videoId: Id.optional().describe('tiktok: id of the video'),
      dryRun: z.boolean().optional(),
      ...PROFILE,
    }),
    toCall: ({ commentId, ...rest }) => call('comments reply', { ...rest, ids: [commentId] }),
  }),
  defineTool({
    name: 'posts_list',
    noun: 'posts',
    title: 'List posts',
    description: 'Published, scheduled and waiting posts, newest first. One post: posts_list with its id.',
    effect: 'read',
    input: z.strictObject({
      id: Id.optional(),
      waiting: z.boolean().optional().describe('only scheduled, paused, or waiting for approval'),
      status: z
        .enum(['success', 'error', 'scheduled', 'paused', 'awaiting-approval', 'processing'])
        .optional(),
      platforms: Platforms.optional(),
      ...SINCE,
      ...defineLimit(10),
      cursor: z.string().max(2_000).optional().describe('`next` of the answer before'),
      ...ZONE,
      ...PROFILE,
    }),
    toCall({ id, timeZone, profile, ...rest }) {
      const shared = { tz: timeZone, profile };
      if (id !== undefined) return call('posts get', { id: [id], ...shared });
      return call('posts list', { ...rest, ...shared });
    },
    omit: POST_NOISE,
  }),
  defineTool({
    name: 'posts_preview',
    noun: 'posts',
    title: 'Check and preview a post',
    description:
      'Shows how each network would show a post, what it would change, and its errors and warnings. Sends nothing.',
    effect: 'read',
    input: z.strictObject(POST),
    toCall: (input) => call('posts preview', toPostFlags(input)),
  }),
  defineTool({
    name: 'posts_draft',
    noun: 'posts',
    title: 'Create a draft',
    description:
      'Creates a post that waits until a person approves it ("crier posts approve <id>"). Preview it first. publish asks to publish it without approval, at its time.',
    effect: 'change',
    input: z.strictObject({
      ...POST,
      firstComment: z.string().max(10_000).optional().describe('comment to add right after publishing'),
      notes: z.string().max(1_000).optional().describe('for the person who approves it'),
      publish: z.boolean().optional(),
      idempotencyKey: Id.optional().describe('the same key creates one post, however often it is sent'),
      dryRun: z.boolean().optional(),
    }),
    toCall: ({ publish = false, firstComment, notes, idempotencyKey, dryRun, ...post }) =>
      call('posts create', {
        ...toPostFlags(post),
        ...{ firstComment, notes, idempotencyKey, dryRun, approveFirst: !publish },
      }),
    omit: POST_NOISE,
  }),
  defineTool({
    name: 'analytics_read',
    noun: 'analytics',
    title: 'Results of posts and accounts',
    description: 'Likes, views, reach and more: of posts (without an id, the latest), or of the accounts.',
    effect: 'read',
    input: z.strictObject({
      of: z.enum(['posts', 'accounts']).default('posts'),
      postId: Id.optional(),
      days: z.int().min(0).max(30).default(0).describe('last days to list one by one'),
      ...PROFILE,
    }),
    toCall: ({ of, postId, ...rest }) =>
      of === 'accounts'
        ? call('analytics social', { ...rest, allowPartial: true })
        : call('analytics post', { ...rest, ids: postId === undefined ? [] : [postId], allowPartial: true }),
    omit: ['reported', 'nextUpdate'],
  }),
  defineTool({
    name: 'automations_list',
    noun: 'automations',
    title: 'List automations',
    description: 'Automations that answer comments, stories and messages, with triggers and actions.',
    effect: 'read',
    input: z.strictObject({
      id: Id.optional().describe('only this one'),
      state: z.enum(['active', 'paused']).optional(),
      ...defineLimit(10),
      ...ZONE,
      ...PROFILE,
    }),
    toCall: ({ id, timeZone, profile, ...rest }) =>
      id === undefined
        ? call('automations list', { ...rest, tz: timeZone, profile })
        : call('automations get', { id: [id], tz: timeZone, profile }),
    omit: AUTOMATION_NOISE,
  }),
  defineTool({
    name: 'automations_explain',
    noun: 'automations',
    title: 'Why a message was or was not sent',
    description:
      'Explains the newest event of an automation, of a person or of a comment: what decided the result, and how to fix it. With text, an event that left no trace.',
    effect: 'read',
    input: z.strictObject({
      automationId: Id.optional(),
      person: z.string().max(200).optional().describe('handle or id'),
      commentId: Id.optional(),
      ...EVENT,
      ...ZONE,
      ...PROFILE,
    }),
    toCall: ({ automationId, person, postId, timeZone, ...rest }) =>
      call('automations explain', {
        ...rest,
        ...{ id: automationId, recipient: person, post: postId, tz: timeZone },
      }),
    omit: AUTOMATION_NOISE,
  }),
  defineTool({
    name: 'automations_test',
    noun: 'automations',
    title: 'Test an automation',
    description:
      'Says whether an event would fire an automation, and what it would send. Nothing is sent. Give its id, or its definition as YAML or JSON.',
    effect: 'read',
    input: z.strictObject({
      automationId: z
        .string()
        .max(100)
        .regex(/^[\w-]+$/)
        .optional(),
      definition: z.string().max(100_000).optional(),
      ...EVENT,
      from: z.string().max(200).optional().describe('handle of the person'),
      ...PROFILE,
    }),
    toCall: ({ automationId, definition, event = 'comment', postId, ...rest }) => ({
      ...call('automations test', {
        ...rest,
        ...{ event, post: postId, what: [definition === undefined ? (automationId ?? []) : '-'].flat() },
      }),
      ...(definition !== undefined && { stdin: definition }),
    }),
    omit: AUTOMATION_NOISE,
  }),
  defineTool({
    name: 'hooks_deliveries',
    noun: 'hooks',
    title: 'Webhook deliveries',
    description:
      'Deliveries of webhooks and their results. With hookId, what happened to one and what to do.',
    effect: 'read',
    input: z.strictObject({
      hookId: Id.optional(),
      state: z.enum(['delivered', 'retrying', 'failed']).optional(),
      ...defineLimit(10),
      ...ZONE,
      ...PROFILE,
    }),
    toCall: ({ hookId, timeZone, profile, ...rest }) =>
      hookId === undefined
        ? call('hooks history', { ...rest, tz: timeZone, profile })
        : call('hooks explain', { hookId, tz: timeZone, profile }),
    omit: ['refId', 'title'],
  }),
  defineTool({
    name: 'errors_explain',
    noun: 'errors',
    title: 'Explain an error',
    description: 'What a numbered error of the service means and what to do; or errors that have all words.',
    effect: 'read',
    input: z.strictObject({
      code: z.int().min(1).max(9_999).optional(),
      words: z.string().max(200).optional(),
    }),
    toCall: ({ code, words = '' }) =>
      code === undefined
        ? call('errors search', { words: words.split(/\s+/).filter(Boolean) })
        : call('errors show', { codes: [code] }),
  }),
];
