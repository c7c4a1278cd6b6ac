import { ACTIONS } from '../../service/actions.ts';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { LIMITS } from '../../service/limits.ts';
import { ALL, TRIGGERS } from '../../service/triggers.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import type { AccountPost } from './automation-records.ts';
import { createEntry, type DraftEntry, type DraftList, type FormDraft, suggestName } from './draft.ts';
import { EntryFields, FieldNotes } from './entry-fields.tsx';
import { FormQuestion } from './form-question.tsx';
import { Preview } from './preview.tsx';
import { listTargets } from './try.tsx';
import {
  type AutomationFormState,
  type FindFieldState,
  type FormKind,
  type SetDraft,
  useAutomationForm,
} from './use-form.ts';

/** Creates an automation, or changes one: each field is checked as the service checks it. */
export function AutomationForm({
  formKey,
  kind,
  record,
  posts,
  all,
}: {
  formKey: string;
  kind: FormKind;
  /** The one that is changed or copied; null for an empty form. */
  record: AutomationRecord | null;
  posts: readonly AccountPost[];
  all: readonly AutomationRecord[];
}) {
  const state = useAutomationForm(formKey, kind, record);
  const { draft, setDraft, body, sent, name, before, findState } = state;
  const entries = { draft, setDraft, findState, posts, targets: listTargets(all) };
  return (
    <div class="automation-form">
      <form
        ref={state.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <h2>
          {kind === 'edit'
            ? 'Edit this automation'
            : record === null
              ? 'New automation'
              : 'Copy of an automation'}
        </h2>
        {state.isStale && <StaleNote onRestart={state.restart} />}
        <NameFields {...{ draft, kind, setDraft, findState }} placeholder={suggestName(body)} />
        <Entries list="triggers" {...entries} />
        <Entries list="actions" {...entries} />
        {kind === 'new' && (
          <label class="check">
            <input
              type="checkbox"
              checked={draft.isPaused}
              onChange={({ currentTarget: { checked } }) =>
                setDraft((each) => ({ ...each, isPaused: checked }))
              }
            />
            Create it paused <span class="dim">It is paused right after it was created.</span>
          </label>
        )}
        <SubmitRow state={state} kind={kind} onBack={() => state.close(record?.id ?? null)} />
      </form>
      <Preview body={body} posts={posts} />
      <FormQuestion
        {...{ write: state.write, sent, name, posts }}
        before={kind === 'edit' ? before : null}
        isNameTaken={kind === 'new' && all.some((each) => each.name === name)}
        isActive={kind === 'edit' ? before?.active === true : !draft.isPaused}
      />
    </div>
  );
}

function StaleNote({ onRestart }: { onRestart: () => void }) {
  return (
    <div class="note" role="status">
      <p>It was changed elsewhere since you opened it, and saving replaces that.</p>
      <button type="button" class="small" onClick={onRestart}>
        Start again from what is stored
      </button>
    </div>
  );
}

function SubmitRow({
  state: { faulty, write, sent },
  kind,
  onBack,
}: {
  state: AutomationFormState;
  kind: FormKind;
  onBack: () => void;
}) {
  const isUnchanged = Object.keys(sent).length === 0;
  return (
    <>
      {faulty.length > 0 && (
        <p class="bad" role="alert">
          {faulty.length === 1 ? 'One field has' : `${faulty.length} fields have`} to be corrected first:{' '}
          {[...new Set(faulty.map(namePath))].join(', ')}.
        </p>
      )}
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={write.isBusy || isUnchanged}>
          {kind === 'edit' ? 'Save…' : 'Create…'}
        </button>
        <button type="button" onClick={onBack}>
          {isUnchanged ? 'Back' : 'Discard'}
        </button>
        {isUnchanged && <span class="dim">Nothing is changed yet.</span>}
      </p>
    </>
  );
}

/** `triggers[0].keywords` is the first thing that it waits for. */
function namePath(path: string): string {
  const [, list, at] = /^(triggers|actions)\[(\d+)\]/.exec(path) ?? [];
  if (list === undefined) return path;
  return `${list === 'triggers' ? 'trigger' : 'action'} ${Number(at) + 1}`;
}

function NameFields({
  draft: { name, description },
  kind,
  placeholder,
  findState,
  setDraft,
}: {
  draft: FormDraft;
  kind: FormKind;
  placeholder: string;
  findState: FindFieldState;
  setDraft: SetDraft;
}) {
  const notes = findState('name');
  return (
    <>
      <div class="automation-field">
        <label for="automation-name">Name</label>
        <input
          id="automation-name"
          dir="auto"
          value={name}
          placeholder={kind === 'new' ? placeholder : ''}
          aria-invalid={notes.faults.length > 0}
          aria-describedby="automation-name-notes"
          onBlur={notes.touch}
          onInput={({ currentTarget: { value } }) => setDraft((draft) => ({ ...draft, name: value }))}
        />
        <FieldNotes id="automation-name-notes" notes={notes} />
      </div>
      <div class="automation-field">
        <label for="automation-description">
          Description <span class="dim">for colleagues</span>
        </label>
        <input
          id="automation-description"
          dir="auto"
          value={description}
          onInput={({ currentTarget: { value } }) => setDraft((draft) => ({ ...draft, description: value }))}
        />
      </div>
    </>
  );
}

const LISTS = {
  triggers: {
    title: 'When',
    types: TRIGGERS,
    more: 'or when',
    first: 'comment_keyword',
    most: LIMITS.triggers.max,
  },
  actions: { title: 'Then', types: ACTIONS, more: 'and then', first: 'send_dm', most: LIMITS.actions.max },
} as const;

/** What a new entry begins with. */
const STARTS: Readonly<Record<string, DraftEntry['typed']>> = {
  comment_keyword: { postId: ALL },
  story_reply: { storyId: ALL },
  story_comment: { storyId: ALL },
};

function Entries({
  list,
  draft,
  posts,
  targets,
  findState,
  setDraft,
}: {
  list: DraftList;
  draft: FormDraft;
  posts: readonly AccountPost[];
  targets: readonly string[];
  findState: FindFieldState;
  setDraft: SetDraft;
}) {
  const { title, types, more, first, most } = LISTS[list];
  const entries = draft[list];
  const setEntries = (change: (entries: readonly DraftEntry[]) => readonly DraftEntry[]) =>
    setDraft((each) => ({ ...each, [list]: change(each[list]) }));
  const replace = (entry: DraftEntry) =>
    setEntries((each) => each.map((one) => (one.key === entry.key ? entry : one)));
  return (
    <fieldset class="entries-of-form">
      <legend>{title}</legend>
      {entries.map((entry, at) => (
        <EntryFields
          key={entry.key}
          entry={entry}
          path={`${list}[${at}]`}
          label={at === 0 ? title : more}
          types={Object.entries(types).map(([type, { summary }]) => ({ type, summary }))}
          targets={targets}
          posts={posts}
          findState={findState}
          onChange={replace}
          onType={(type) => replace({ ...createEntry(type, STARTS[type]), key: entry.key })}
          onRemove={
            entries.length > 1
              ? () => setEntries((each) => each.filter(({ key }) => key !== entry.key))
              : null
          }
          onEarlier={
            list === 'actions' && at > 0
              ? () => setEntries((each) => each.with(at - 1, entry).with(at, each[at - 1] ?? entry))
              : null
          }
        />
      ))}
      {entries.length < most && (
        <button
          type="button"
          class="small"
          onClick={() => setEntries((each) => [...each, createEntry(first, STARTS[first])])}
        >
          + {more} …
        </button>
      )}
    </fieldset>
  );
}
