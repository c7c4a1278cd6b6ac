import { describeAction, describeTrigger } from '../../domain/automations/describe-automation.ts';
import type { LooseRecord } from '../../domain/json/loose-record.ts';
import type { StoredEntry } from '../../service/endpoints/automations.ts';
import type { AccountPost } from './automation-records.ts';
import { formatPost } from './posts.ts';

/** A trigger in a sentence, with the text of the post that it names. */
export function TriggerSentence({ trigger, posts }: { trigger: StoredEntry; posts: readonly AccountPost[] }) {
  const { config, ...beside } = trigger;
  const flat: LooseRecord = { ...beside, ...config };
  const target = flat['postId'] ?? flat['storyId'];
  const post = posts.find(({ id }) => id !== null && id === target);
  return (
    <>
      <bdi>{describeTrigger(trigger)}</bdi>
      {post !== undefined && <bdi class="dim post">{formatPost(post)}</bdi>}
    </>
  );
}

/** An action in a sentence, and its text below. */
export function ActionSentence({ action }: { action: StoredEntry }) {
  const [sentence = '', ...lines] = describeAction(action).split('\n');
  const text = lines.join('\n');
  return (
    <>
      <bdi>{sentence}</bdi>
      {text !== '' && (
        <p class={action.type === 'send_dm' ? 'bubble' : 'letter'} dir="auto">
          {text}
        </p>
      )}
    </>
  );
}

/** Entries as they are sent. */
export function toStored(entry: LooseRecord): StoredEntry {
  return { ...entry, type: String(entry['type']) };
}
