import * as z from 'zod';
import { AnsweredFeed, addFeed, FeedType } from '../../../../service/endpoints/feeds.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { listFeedLines } from '../feed.ts';

export default defineChange({
  summary: 'Add an RSS or Atom feed whose new entries are posted',
  description: `
The feed is read at once. What it has then is not posted; each later entry is, once, on all linked networks that take it: its
title and its link, with --first-image its first image, which Instagram and others need.

The sandbox reads feeds every 15 minutes of its clock, while "sandbox start" runs or by "sandbox clock advance". It only reads
public https addresses; "sandbox start --allow-private 127.0.0.1:8080" adds one of this machine. The feed of the examples
exists only there: it has a new entry each morning.`,
  examples: [
    'feeds add https://blog.example.com/feed.xml',
    'feeds add https://blog.example.com/feed.xml --first-image --hashtags --json',
    'feeds add https://kestrellane.substack.com --type substack --dry-run',
  ],
  positional: ['url'],
  validationCode: 101,
  input: z.object({
    url: z.string().describe('address of the feed'),
    type: defineFlag(
      FeedType.optional().describe('rss, also for Atom, or substack, by the address of the publication'),
      { placeholder: 'type' },
    ),
    firstImage: defineSwitch('post the first image of an entry with it'),
    hashtags: defineSwitch('add hashtags to the posts'),
  }),
  output: AnsweredFeed,
  call: addFeed,
  forProfiles: true,
  request: ({ url, type, firstImage, hashtags }) => ({
    body: {
      url,
      ...(type !== undefined && { type }),
      ...(firstImage && { useFirstImage: true }),
      ...(hashtags && { autoHashtag: true }),
    },
  }),
  around: (send, { url }, run) => addAllowPrivateAdvice([url], run, send),
  async show(feed, _input, { service, sandbox }) {
    const { choice } = await service.choose();
    const isUnread = choice.kind === 'sandbox' && (await sandbox.control()).connection.server === null;
    return {
      view: { kind: 'record', document: feed, lines: listFeedLines(feed) },
      notes: isUnread
        ? [
            `it is read again while "${crier`sandbox start`}" runs, or by "${crier`sandbox clock advance 15m`}"`,
          ]
        : [],
    };
  },
});
