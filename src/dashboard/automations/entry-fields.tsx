import { useId, useRef, useState } from 'preact/hooks';
import { formatDedupWindow } from '../../domain/automations/describe-automation.ts';
import { describeEntryFields, type FieldOfEntry } from '../../domain/automations/entry-fields.ts';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { ACTIONS, PLACEHOLDERS } from '../../service/actions.ts';
import { ALL } from '../../service/triggers.ts';
import type { AccountPost } from './automation-records.ts';
import type { DraftEntry } from './draft.ts';
import { formatPost, isStory } from './posts.ts';
import type { FieldState, FindFieldState } from './use-form.ts';

export function FieldNotes({ id, notes: { faults, warnings } }: { id: string; notes: FieldState }) {
  return (
    <div id={id} class="notes" aria-live="polite">
      {faults.map((fault) => (
        <p key={fault} class="bad">
          {fault}
        </p>
      ))}
      {warnings.map((warning) => (
        <p key={warning} class="warm">
          {warning}
        </p>
      ))}
    </div>
  );
}

/** Of fields whose names are no words; others are named as the service names them. */
const LABELS: Readonly<Record<string, string>> = {
  postId: 'Post',
  storyId: 'Story',
  keywords: 'Keywords',
  emoji: 'Emoji',
  message: 'Message',
  messageUrl: 'Callback address',
  timeoutMs: 'Callback timeout',
  sendCompletedEvent: 'Also send an event when it is finished',
  to: 'To',
  subject: 'Subject',
  dedupWindowMinutes: 'For the same person',
};

/** Fields whose labels or choices say what they are. */
const PLAIN: readonly string[] = ['dedupWindowMinutes', 'postId', 'storyId', 'to', 'subject', 'message'];

/** Fields that few automations have. */
const RARE: readonly string[] = ['messageUrl', 'timeoutMs'];

interface EntryProps {
  entry: DraftEntry;
  /** `triggers[0]` */
  path: string;
  posts: readonly AccountPost[];
  /** Posts and stories that triggers name, which may be older than the posts that are listed. */
  targets: readonly string[];
  findState: FindFieldState;
  onChange: (entry: DraftEntry) => void;
}

/** The fields of a trigger or action, as its schema has them. */
export function EntryFields({
  label,
  types,
  onType,
  onRemove,
  onEarlier,
  ...props
}: EntryProps & {
  /** `or when` */
  label: string;
  types: readonly { readonly type: string; readonly summary: string }[];
  onType: (type: string) => void;
  onRemove: (() => void) | null;
  onEarlier: (() => void) | null;
}) {
  const { entry, path, findState } = props;
  const id = useId();
  const fields = describeEntryFields(entry.type);
  const rare = fields.filter(({ name }) => RARE.includes(name));
  const notes = findState(path);
  return (
    <div class="entry">
      <div class="entry-head">
        <select
          aria-label={label}
          value={entry.type}
          aria-describedby={id}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        >
          {types.map(({ type, summary }) => (
            <option key={type} value={type}>
              {`${summary.charAt(0).toUpperCase()}${summary.slice(1)}`}
            </option>
          ))}
          {fields.length === 0 && <option value={entry.type}>{entry.type}</option>}
        </select>
        {onEarlier !== null && (
          <button type="button" class="small" onClick={onEarlier}>
            Earlier
          </button>
        )}
        {onRemove !== null && (
          <button type="button" class="small" onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
      <FieldNotes id={id} notes={notes} />
      {fields.length === 0 && (
        <p class="dim">
          This version does not know it, and leaves it as it is: <bdi>{JSON.stringify(entry.stored)}</bdi>
        </p>
      )}
      {fields
        .filter(({ name }) => !RARE.includes(name))
        .map((field) => (
          <Field key={field.name} field={field} {...props} />
        ))}
      {rare.length > 0 && (
        <details open={rare.some(({ name }) => (entry.typed[name] ?? '') !== '')}>
          <summary>Ask a server for the text</summary>
          {rare.map((field) => (
            <Field key={field.name} field={field} {...props} />
          ))}
        </details>
      )}
    </div>
  );
}

/** What each kind of field needs to be drawn. */
interface ControlProps {
  id: string;
  value: string;
  field: FieldOfEntry;
  described: { 'aria-invalid': boolean; 'aria-describedby': string; onBlur: () => void };
  onValue: (value: string) => void;
}

function Field({ field, ...props }: EntryProps & { field: FieldOfEntry }) {
  const { entry, path, findState, onChange } = props;
  const { name, kind, isOptional, description } = field;
  const id = useId();
  const notes = findState(`${path}.${name}`);
  const onValue = (value: string) => onChange({ ...entry, typed: { ...entry.typed, [name]: value } });
  const control: ControlProps = {
    ...{ id, field, onValue, value: entry.typed[name] ?? '' },
    described: {
      'aria-invalid': notes.faults.length > 0,
      'aria-describedby': `${id}-hint ${id}-notes`,
      onBlur: notes.touch,
    },
  };
  const isFallback = name === 'message' && Boolean(entry.typed['messageUrl']);
  const label = isFallback ? 'Message, where the server gives none' : (LABELS[name] ?? name);
  const hint = PLAIN.includes(name) ? '' : description;
  if (kind === 'switch')
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={control.value === 'true'}
          onChange={({ currentTarget }) => onValue(currentTarget.checked ? 'true' : '')}
        />
        {label}
      </label>
    );
  return (
    <div class="automation-field">
      <label for={id}>
        {label} {isOptional && name !== 'dedupWindowMinutes' && <span class="dim">optional</span>}
      </label>
      <Control control={control} type={entry.type} posts={props.posts} targets={props.targets} />
      <p id={`${id}-hint`} class="dim automation-hint">
        {kind === 'list' ? `${hint}; separated by commas` : hint}
      </p>
      <FieldNotes id={`${id}-notes`} notes={notes} />
    </div>
  );
}

function Control({
  control,
  type,
  posts,
  targets,
}: Pick<EntryProps, 'posts' | 'targets'> & { control: ControlProps; type: string }) {
  const { id, value, field, described, onValue } = control;
  const { name, kind } = field;
  if (name === 'postId' || name === 'storyId')
    return <TargetControl {...control} isOfStory={name === 'storyId'} posts={posts} targets={targets} />;
  if (name === 'dedupWindowMinutes') return <WindowControl {...control} />;
  if (listTemplates(type).includes(name)) return <TemplateControl {...control} isLine={name === 'subject'} />;
  return (
    <input
      id={id}
      dir="auto"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      value={value}
      {...described}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

/** The fields of an action in which placeholders are resolved. */
function listTemplates(type: string): readonly string[] {
  return type in ACTIONS ? ACTIONS[type as keyof typeof ACTIONS].templates : []; // checked in the same line
}

/** Chooses all posts, one of the account's, or any other by its id. */
function TargetControl({
  id,
  value,
  described,
  onValue,
  isOfStory,
  posts,
  targets,
}: ControlProps & Pick<EntryProps, 'posts' | 'targets'> & { isOfStory: boolean }) {
  const own = posts.flatMap((post) =>
    post.id !== null && isStory(post) === isOfStory ? [{ ...post, id: post.id }] : [],
  );
  const others = targets.filter((each) => !posts.some((post) => post.id === each));
  const isListed = value === ALL || [...own.map((post) => post.id), ...others].includes(value);
  const [isTyped, setTyped] = useState(!isListed);
  return (
    <>
      <select
        id={id}
        value={isTyped ? '' : value}
        {...(isTyped ? {} : described)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value === '');
          onValue(currentTarget.value);
        }}
      >
        <option value={ALL}>{isOfStory ? 'Every story' : 'Every post and reel, future ones included'}</option>
        {own.map((post) => (
          <option key={post.id} value={post.id}>
            {formatPost(post)}
          </option>
        ))}
        {others.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
        <option value="">Another one, by its id on Instagram…</option>
      </select>
      {isTyped && (
        <input
          aria-label={isOfStory ? 'Id of the story' : 'Id of the post'}
          placeholder="18119826100716099"
          value={value}
          {...described}
          onInput={({ currentTarget }) => onValue(currentTarget.value.trim())}
        />
      )}
    </>
  );
}

const DAY_MINUTES = 1_440;
/** What most people choose; the empty one is what the service does without a value. */
const WINDOWS = ['', '0', '60', String(DAY_MINUTES), String(30 * DAY_MINUTES), String(365 * DAY_MINUTES)];
const OTHER = 'other';

function WindowControl({ id, value, described, onValue }: ControlProps) {
  const [isTyped, setTyped] = useState(!WINDOWS.includes(value));
  return (
    <>
      <select
        id={id}
        value={isTyped ? OTHER : value}
        {...(isTyped ? {} : described)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value === OTHER);
          if (currentTarget.value !== OTHER) onValue(currentTarget.value);
        }}
      >
        {WINDOWS.map((each) => (
          <option key={each} value={each}>
            {formatDedupWindow(each === '' ? undefined : Number(each))}
          </option>
        ))}
        <option value={OTHER}>Another time, in minutes…</option>
      </select>
      {isTyped && (
        <input
          aria-label="Minutes"
          inputMode="numeric"
          value={value}
          {...described}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </>
  );
}

/** A text with placeholders, which are put where the cursor is. */
function TemplateControl({ id, value, described, onValue, isLine }: ControlProps & { isLine: boolean }) {
  const input = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const insert = (name: string) => {
    const at = input.current?.selectionStart ?? value.length;
    const end = input.current?.selectionEnd ?? at;
    const written = `{{${name}}}`;
    onValue(`${value.slice(0, at)}${written}${value.slice(end)}`);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(at + written.length, at + written.length);
    });
  };
  const props = { id, ref: input, dir: 'auto', value, ...described } as const;
  const onInput = (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value);
  return (
    <>
      {isLine ? <input {...props} onInput={onInput} /> : <textarea rows={4} {...props} onInput={onInput} />}
      <div class="automation-tools">
        <select
          class="small"
          aria-label="Insert a placeholder"
          value=""
          onChange={({ currentTarget }) => insert(currentTarget.value)}
        >
          <option value="">Insert…</option>
          {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
            <option key={name} value={name}>
              {meaning}
            </option>
          ))}
        </select>
        {!isLine && <span class="dim count-of">{formatCount([...value].length, 'character')}</span>}
      </div>
    </>
  );
}
