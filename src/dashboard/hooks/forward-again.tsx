import { useEffect, useState } from 'preact/hooks';
import { pageState, said, setParameters } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { type EventField, listAssignments, listEventFields, toTyped } from './event-fields.ts';
import type { ForwardedOfPage, ReceivedOfPage } from './hook-records.ts';

/** Forwards a delivery again, as it came or as a changed copy, which the receiver keeps beside it. */
export function ForwardAgain({ received }: { received: ReceivedOfPage }) {
  const write = useWrite();
  const [isEditing, setEditing] = useState(false);
  const state = pageState.value;
  const { number, repeats, event, forwardings = [] } = received;
  const fields = repeats === null ? listEventFields(event) : [];
  const made = (write.made?.document ?? null) as ForwardedOfPage | null; // of the command below
  const [copy] = made?.forwarded ?? [];
  useEffect(() => {
    if (copy === undefined || copy.number === number) return;
    if (copy.error !== null) said.value = `The copy is kept as number ${copy.number}: ${copy.error}.`;
    setParameters({ number: String(copy.number) });
  }, [copy]);
  if (state === null || state.isReadOnly)
    return <p class="dim hook-hint">This page was opened with --read-only.</p>;
  if (forwardings.length === 0 && repeats === null && state.forwardsTo.length === 0) return <NoTarget />;
  const ask = (set: readonly string[]) =>
    write.ask(
      { command: 'hooks inbox forward', input: { numbers: [number], ...(set.length > 0 && { set }) } },
      set.length > 0 ? 'The changed copy was forwarded.' : `Number ${number} was forwarded again.`,
    );
  return (
    <section class="hook-fact">
      <p class="actions">
        <button type="button" disabled={write.isBusy} onClick={() => void ask([])}>
          {forwardings.length === 0 ? 'Forward…' : 'Forward again…'}
        </button>
        {fields.length > 0 && (
          <button type="button" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            Change and send
          </button>
        )}
      </p>
      {isEditing && <EditForm fields={fields} isBusy={write.isBusy} onSend={ask} />}
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <ForwardQuestion write={write} received={received} />
    </section>
  );
}

function NoTarget() {
  return (
    <p class="dim hook-hint">
      It was forwarded nowhere. To forward from here, start the page with a target:{' '}
      <code class="hook-typed">crier dashboard --forward http://127.0.0.1:3000/hooks</code>
    </p>
  );
}

/** A field for each value of the event; only those that are changed are sent. */
function EditForm({
  fields,
  isBusy,
  onSend,
}: {
  fields: readonly EventField[];
  isBusy: boolean;
  onSend(set: readonly string[]): unknown;
}) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string | null>>(new Map());
  const set = listAssignments(fields, typed);
  const change = (path: string, text: string | null) => setTyped(new Map([...typed, [path, text]]));
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(set);
      }}
    >
      <p class="dim">
        The copy is a delivery of its own: with a new hook id, which names it to the receiver, and the current
        time, unless you change them, and signed again if it was signed.
      </p>
      {fields.map((field) => (
        <FieldInput
          key={field.path}
          field={field}
          text={typed.has(field.path) ? (typed.get(field.path) ?? null) : undefined}
          onType={(text) => change(field.path, text)}
        />
      ))}
      <p class="actions">
        <button type="submit" class="primary" disabled={isBusy || set.length === 0}>
          Send the changed copy…
        </button>
        <button type="button" disabled={typed.size === 0} onClick={() => setTyped(new Map())}>
          Reset
        </button>
        <span class="dim count-of">{set.length} changed</span>
      </p>
    </form>
  );
}

function FieldInput({
  field: { path, value },
  text,
  onType,
}: {
  field: EventField;
  /** Undefined until something is typed. */
  text: string | null | undefined;
  onType(text: string | null): void;
}) {
  const current = text === undefined ? (value === null ? null : toTyped(value)) : text;
  const isChanged = current !== (value === null ? null : toTyped(value));
  return (
    <label class={isChanged ? 'edit-field changed' : 'edit-field'}>
      <span>
        <bdi>{path}</bdi>
      </span>
      <input
        type="text"
        dir="auto"
        value={current ?? ''}
        placeholder={current === null ? 'null' : ''}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) =>
          onType(value === null && currentTarget.value === '' ? null : currentTarget.value)
        }
      />
    </label>
  );
}

/** Where it goes, and what is changed in it. */
function ForwardQuestion({ write, received: { number, event } }: { write: Write; received: ReceivedOfPage }) {
  const planned = (write.plan?.checked.document ?? null) as ForwardedOfPage | null; // of the command above
  const targets = planned?.forwarded.map(({ target }) => target) ?? [];
  const copy = planned?.forwarded[0]?.event ?? null;
  return (
    <Question
      write={write}
      isOfAccount={false}
      what={
        <>
          Forward {copy === null ? '' : 'a changed copy of '}number {number} to{' '}
          <bdi>{targets.join(' and ')}</bdi>
        </>
      }
      action={copy === null ? 'Forward' : 'Send the copy'}
    >
      {copy !== null && (
        <>
          <ChangedFields before={event} after={copy} paths={listPaths(write.plan?.change.input?.['set'])} />
          <p class="dim">With a new hook id and the current time, unless they are changed here.</p>
        </>
      )}
    </Question>
  );
}

/** Of `keyword="RECIPE"`, the path. */
function listPaths(set: unknown): readonly string[] {
  return [set ?? []].flat().map((assignment) => String(assignment).split('=')[0] ?? '');
}

/** What the person has changed, as the command has understood it. */
function ChangedFields({
  before,
  after,
  paths,
}: {
  before: unknown;
  after: unknown;
  paths: readonly string[];
}) {
  const former = new Map(listEventFields(before).map(({ path, value }) => [path, value]));
  const changed = listEventFields(after).filter(({ path }) => paths.includes(path));
  return (
    <dl class="hook-facts changes">
      {changed.map(({ path, value }) => (
        <div key={path} class="pair">
          <dt>
            <bdi>{path}</bdi>
          </dt>
          <dd>
            <del>
              <bdi>{JSON.stringify(former.get(path) ?? null)}</bdi>
            </del>{' '}
            <ins>
              <bdi>{JSON.stringify(value)}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
