import type { CommandPath } from './command.ts';

/**
 * The summary of each group of commands, by its words. The commands of a feature whose name is a group begin with
 * that name: `comments/commands/get.ts` is `crier comments get`, `settings/commands/config/set.ts` is `crier config set`.
 */
const SUMMARIES = {
  alias: 'Give commands that you use often a short name',
  analytics: 'Show results of posts, accounts and short links',
  audio: 'Find Instagram audio for reels',
  automations: 'Answer comments, story replies and DMs automatically',
  callbacks: 'Test endpoints that write the text of automated DMs',
  comments: 'Read, watch and write comments',
  config: 'Read and change settings',
  context: 'Manage saved service addresses and their keys',
  errors: 'Look up numbered errors of the service',
  feeds: 'Post the new entries of RSS and Atom feeds',
  handover: 'Hand your work over to a colleague, without keys',
  hashtags: 'Suggest hashtags, and check whether one is banned',
  hooks: 'Manage webhooks, receive deliveries, and test receivers',
  'hooks inbox': 'List received deliveries, and forward them again',
  'hooks store': 'Manage the place where received deliveries are kept',
  inbox: 'Find who waits for an answer, on all networks',
  links: 'Shorten links, and count their clicks',
  media: 'Upload images and videos, and list what was uploaded',
  messages: 'Read and send direct messages',
  networks: 'Show what each network supports',
  posts: 'Publish, schedule and manage posts',
  profiles: 'Manage the User Profiles of the account',
  replies: 'Save replies to comments that are often alike',
  reviews: 'Read and answer reviews of your accounts',
  skill: 'Teach an agent how to use crier',
  schedule: 'Set the times at which posts are published',
  sandbox: 'Run and control a local copy of the service',
  'sandbox account': 'Manage the linked accounts of the sandbox',
  'sandbox clock': 'Show and control the sandbox clock',
  'comments archive': 'List and delete archives of comments',
  'sandbox comment': "Manage comments on the sandbox's Instagram",
  'sandbox fault': 'Inject faults into the sandbox',
  'sandbox media': 'Describe media files that posts link to',
  'sandbox post': "Manage posts made in a network's own app",
  'sandbox review': 'Write and delete reviews as customers do',
};

export const GROUPS: readonly { path: CommandPath; summary: string }[] = Object.entries(SUMMARIES).map(
  ([words, summary]) => ({ path: words.split(' '), summary }),
);
