import { useRun } from '../../use-run.ts';
import { getZone } from '../calendar-times.ts';
import type { ComposedPost } from './composed-post.ts';

interface PostingSchedules {
  readonly schedules: readonly { readonly title: string | null }[];
}

/** When a post is published, and whether it has to be approved before. */
export function WhenFields({
  post,
  onChange,
}: {
  post: ComposedPost;
  onChange: (changed: Partial<ComposedPost>) => void;
}) {
  const loaded = useRun<PostingSchedules>({ command: 'schedule list' });
  const titles = (loaded.ran?.document?.schedules ?? []).flatMap(({ title }) => title ?? []);
  const choose = (when: ComposedPost['when']) => () =>
    onChange({ when, ...(when === 'slot' && post.slot === '' && { slot: titles[0] ?? '' }) });
  return (
    <fieldset>
      <legend>When, in {getZone()}</legend>
      <div class="choice-line">
        <label class="compose-check">
          <input type="radio" name="when" checked={post.when === 'at'} onChange={choose('at')} />
          At a time
        </label>
        <input
          type="datetime-local"
          aria-label="Time"
          value={post.at}
          onInput={({ currentTarget }) => onChange({ at: currentTarget.value, when: 'at' })}
        />
      </div>
      {titles.length > 0 && (
        <div class="choice-line">
          <label class="compose-check">
            <input type="radio" name="when" checked={post.when === 'slot'} onChange={choose('slot')} />
            The next free slot of
          </label>
          <select
            aria-label="Posting schedule"
            value={post.slot}
            onChange={({ currentTarget }) => onChange({ slot: currentTarget.value, when: 'slot' })}
          >
            {titles.map((title) => (
              <option key={title} value={title}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      <label class="compose-check">
        <input type="radio" name="when" checked={post.when === 'now'} onChange={choose('now')} />
        Now
      </label>
      <label class="compose-check">
        <input
          type="checkbox"
          checked={post.isHeld}
          onChange={({ currentTarget }) => onChange({ isHeld: currentTarget.checked })}
        />
        Hold it until it is approved
      </label>
    </fieldset>
  );
}
