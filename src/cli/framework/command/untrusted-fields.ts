import type { UntrustedFields } from '../output/printing/untrusted-paths.ts';
import type { CommandPath } from './command.ts';

const under = (place: string, fields: readonly string[]) => fields.map((field) => `${place}.${field}`);

/** Of comments in every shape: their authors, what they wrote, and what else the network says. */
const COMMENT = ['author', 'text', 'replies', 'extra'];
const ACTIVITY = ['recipientUsername', 'commentText', 'actionResults[].sent'];
const MESSAGE = ['message', 'mediaUrls', 'senderDetails'];
const REVIEW = ['reviewer', 'text'];
/** Of a request to a receiver: without a secret, anyone may have sent it. */
const REQUEST = ['action', 'type', 'hookId', 'person', 'post', 'deliveryId', 'event'];
const DELIVERY = [...REQUEST, 'headers'];
const FEED = ['title', 'websiteLink', 'heldBack.entries'];
const TRACK = ['title', 'displayArtist'];
const CLICKS = ['refererCounts'];

/**
 * The fields with texts that others wrote, of the documents of each command: people on networks, owners of feeds and
 * tracks, senders of requests. `meta.untrusted` of a document lists those that it has.
 *
 * @see docs/command-line.md#untrusted
 */
const UNTRUSTED_FIELDS: Readonly<Record<string, UntrustedFields>> = {
  // it knows no fields: whatever the service answered, but for the values beside the records
  api: ['*'],
  'audio get': under('audio[]', TRACK),
  'audio search': under('audio[]', TRACK),
  'automations activity': under('activity[]', ACTIVITY),
  'automations explain': under('activity', ACTIVITY),
  'automations test': under('events[]', ['person', 'text', 'got', 'would']),
  'callbacks check': ['message'],
  'callbacks serve': under('requests[]', [
    'path',
    'trigger',
    'recipientUsername',
    'keyword',
    'commentText',
    'automationId',
    'activityId',
    'recipientId',
  ]),
  'comments get': under('comments[]', COMMENT),
  'comments inbox': under('inbox[]', COMMENT),
  'comments replies': under('comments[]', COMMENT),
  'comments search': under('comments[]', ['author', 'text', 'extra']),
  'comments stats': ['stats[].name'],
  'comments watch': under('events[].comment', COMMENT),
  demo: ['steps[].stdout'],
  'feeds add': FEED,
  'feeds list': under('feeds[]', FEED),
  'feeds show': [...FEED, ...under('feeds[]', FEED)],
  'hashtags suggest': ['hashtags[].name'],
  'hooks explain': ['delivery.recipientUsername', ...under('received[]', DELIVERY)],
  'hooks history': ['deliveries[].recipientUsername'],
  'hooks inbox export': under('deliveries[]', DELIVERY),
  'hooks inbox forward': ['forwarded[].event'],
  'hooks inbox list': under('deliveries[]', DELIVERY),
  'hooks inbox show': under('deliveries[]', DELIVERY),
  'hooks listen': under('deliveries[]', REQUEST),
  'hooks reconcile': under('findings[]', ['action', 'type', 'hookId', 'person']),
  'hooks send': under('attempts[]', ['answer', 'headers']),
  'links list': under('links[]', CLICKS),
  'links show': CLICKS,
  'inbox list': under('items[]', ['person', 'text', 'mediaUrls']),
  'messages list': under('messages[]', MESSAGE),
  'messages show': under('messages[]', MESSAGE),
  report: under('profiles[].reviews.latest[]', REVIEW),
  'reviews list': under('reviews[]', REVIEW),
  'sandbox clock advance': under('ended[]', ACTIVITY),
  'sandbox engage': [
    'username',
    'events[].username',
    ...under('events[].dispatches[].activity', ACTIVITY),
    'outcomes[].username',
  ],
  'sandbox outbox': under('outbox[]', ['to', 'subject', 'text', 'recipientUsername']),
  'sandbox person': ['person.username'],
  'sandbox status': ['people[].username'],
  'sandbox review add': under('review', REVIEW),
};

export function getUntrustedFields(path: CommandPath): UntrustedFields {
  return UNTRUSTED_FIELDS[path.join(' ')] ?? [];
}
