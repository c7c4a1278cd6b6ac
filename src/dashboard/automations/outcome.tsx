import type { TestedAction, TestedAutomation } from '../../domain/automations/test-automation.ts';
import type { AccountPost } from './automation-records.ts';
import { namePosts } from './posts.ts';

/** What a follower gets, or why nothing happens. */
export function Outcome({
  outcome,
  posts,
  isDraft = false,
}: {
  outcome: TestedAutomation;
  posts: readonly AccountPost[];
  isDraft?: boolean;
}) {
  const { fires, keyword, actions, misses } = outcome;
  if (isDraft && fires === null) return <p class="dim">It is shown when “When” is complete.</p>;
  if (fires !== true)
    return (
      <div class="result">
        <p>
          <span class="tag quiet">{fires === null ? 'not certain' : 'not triggered'}</span>
        </p>
        <ul class="automation-reasons">
          {misses.map(({ trigger, reason }, at) => (
            <li key={trigger}>
              {misses.length > 1 && <span class="dim">Trigger {at + 1}: </span>}
              <bdi>{namePosts(reason, posts)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div class="result">
      <p>
        <span class="tag">triggered{keyword === null ? '' : ` by “${keyword}”`}</span>
      </p>
      {actions.map((action) => (
        <ActionResult key={action.path} action={action} isDraft={isDraft} />
      ))}
    </div>
  );
}

function ActionResult({
  action: { type, to, subject, message, messageUrl },
  isDraft,
}: {
  action: TestedAction;
  isDraft: boolean;
}) {
  if (type === 'fire_webhook') return <p class="dim">The webhook for automations gets the event.</p>;
  if (message === null)
    return (
      <p class="dim">
        {isDraft
          ? 'What is sent is shown when “Then” is complete.'
          : 'What it does cannot be determined here.'}
      </p>
    );
  return (
    <figure class="message">
      <figcaption class="dim">
        {type === 'send_email' ? (
          <>
            Email to <bdi>{to}</bdi>
            {subject !== null && (
              <>
                : <bdi>{subject}</bdi>
              </>
            )}
          </>
        ) : (
          'Direct message'
        )}
        {messageUrl !== null && (
          <>
            , with the text of <bdi>{messageUrl}</bdi>, or else
          </>
        )}
      </figcaption>
      {message.trim() === '' ? (
        <p class="bad">It fails: the text is empty.</p>
      ) : (
        <p class={type === 'send_email' ? 'letter' : 'bubble'} dir="auto">
          {message}
        </p>
      )}
    </figure>
  );
}
