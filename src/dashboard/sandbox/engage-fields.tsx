import { useId } from 'preact/hooks';
import { AUTOMATION_PLATFORM, MessagePlatform } from '../../service/platforms.ts';
import { Field } from '../parts/field.tsx';
import { getNetworkName } from '../parts/networks.tsx';
import type { PostsOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';
import { changeForm, type EngageForm, KINDS, type KindOfDeed } from './engage-form.ts';

export function KindChoice({ values }: { values: EngageForm }) {
  return (
    <fieldset class="kinds">
      <legend>Kind</legend>
      {KINDS.map(({ kind, title }) => (
        <label key={kind}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={kind === values.kind}
            disabled={values.like !== null && kind !== values.kind}
            onChange={() => changeForm({ kind })}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function PersonField({ people, value }: { people: readonly string[]; value: string }) {
  const list = useId();
  return (
    <Field title="Follower" hint="An unknown handle is a new person.">
      {(ids) => (
        <>
          <input
            {...ids}
            name="from"
            list={list}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={value}
            onInput={({ currentTarget }) => changeForm({ from: currentTarget.value })}
          />
          <datalist id={list}>
            {people.map((handle) => (
              <option key={handle} value={handle} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

export function WhatFields({ kind, values }: { kind: KindOfDeed; values: EngageForm }) {
  return (
    <>
      {kind.hasText && (
        <Field title="Text">
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              dir="auto"
              placeholder="such as: The GUIDE, please"
              value={values.text}
              onInput={({ currentTarget }) => changeForm({ text: currentTarget.value })}
            />
          )}
        </Field>
      )}
      {kind.hasEmoji && (
        <TextField
          title="Emoji"
          placeholder="❤️"
          value={values.emoji}
          onChange={(emoji) => changeForm({ emoji })}
        />
      )}
      {kind.hasPost && <PostChoice value={values.post} />}
      {kind.hasNetwork && (
        <Field title="Network">
          {(ids) => (
            <select
              {...ids}
              value={values.platform}
              onChange={({ currentTarget }) => changeForm({ platform: currentTarget.value })}
            >
              {MessagePlatform.options.map((platform) => (
                <option key={platform} value={platform}>
                  {getNetworkName(platform)}
                  {platform !== AUTOMATION_PLATFORM && ': no automation answers there'}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}

export function MoreFields({ kind, values }: { kind: KindOfDeed; values: EngageForm }) {
  return (
    <>
      <details>
        <summary>More</summary>
        {kind.hasStory && (
          <TextField
            title="Story id"
            hint="A new id publishes a story."
            placeholder="the newest"
            value={values.story}
            onChange={(story) => changeForm({ story })}
          />
        )}
        <TextField
          title="How long ago"
          hint="Such as 8d or 2h: it is reported only now."
          placeholder="now"
          value={values.ago}
          onChange={(ago) => changeForm({ ago })}
        />
        <TextField
          title="How many people"
          hint="More get a number after their handle."
          placeholder="1"
          value={values.count}
          onChange={(count) => changeForm({ count })}
        />
      </details>
      <label class="tick">
        <input
          type="checkbox"
          checked={values.run}
          onChange={({ currentTarget }) => changeForm({ run: currentTarget.checked })}
        />
        Skip the wait: move the clock until all is done
      </label>
    </>
  );
}

function TextField({
  title,
  hint,
  placeholder,
  value,
  onChange,
}: {
  title: string;
  hint?: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field title={title} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Published posts of Instagram, by their text. */
function PostChoice({ value }: { value: string }) {
  const { ran } = useRun<PostsOfPage>({ command: 'posts list', input: { limit: 60 } });
  const posts = (ran?.document?.posts ?? []).filter(
    ({ platforms, status }) => platforms.includes(AUTOMATION_PLATFORM) && status === 'success',
  );
  return (
    <Field title="Post">
      {(ids) => (
        <select
          {...ids}
          value={value}
          onChange={({ currentTarget }) => changeForm({ post: currentTarget.value })}
        >
          <option value="">The newest</option>
          {posts.map(({ id, post }) => (
            <option key={id} value={id}>
              {cut(post ?? 'media only')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const OPTION_CHARACTERS = 70;

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const characters = [...new Intl.Segmenter('en').segment(line.slice(0, 4 * OPTION_CHARACTERS))];
  if (characters.length <= OPTION_CHARACTERS) return line;
  return `${characters
    .slice(0, OPTION_CHARACTERS)
    .map(({ segment }) => segment)
    .join('')}…`;
}
