import { useState } from 'preact/hooks';
import { pageState, profile } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Field } from '../parts/field.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite } from '../parts/use-write.ts';

/** Creates a User Profile; its key is saved by the process, and the page then shows the profile. */
export function NewProfile() {
  const write = useWrite();
  const [title, setTitle] = useState('');
  const [alias, setAlias] = useState('');
  const state = pageState.value;
  if (state === null || state.isReadOnly) return null;
  const ask = () => {
    const input = { title, ...(alias !== '' && { alias }) };
    return write.ask({ command: 'profiles create', input }, `Created ${title}. Link its accounts next.`, {
      profile: null,
      onMade({ document }) {
        const { alias } = document as { readonly alias: string | null }; // of the command
        setTitle('');
        setAlias('');
        if (alias === null) return;
        pageState.value = { ...state, profiles: [...state.profiles, alias] };
        profile.value = alias;
      },
    });
  };
  return (
    <section class="panel" aria-label="New profile">
      <h2>New profile</h2>
      <form
        class="new-profile"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <p class="dim">A profile has its own linked accounts, posts and automations.</p>
        <Field title="Title" hint="such as the name of a shop or client; no other profile has it">
          {(ids) => (
            <input {...ids} value={title} onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
          )}
        </Field>
        {!state.isSandbox && (
          <Field title="Name on this machine" hint="for --profile (default: made from the title)">
            {(ids) => (
              <input {...ids} value={alias} onInput={({ currentTarget }) => setAlias(currentTarget.value)} />
            )}
          </Field>
        )}
        {write.failure !== null && <FailureNote failure={write.failure} />}
        <p class="actions">
          <button type="submit" disabled={write.isBusy || title.trim() === ''}>
            Create…
          </button>
        </p>
      </form>
      <Question
        write={write}
        what={
          <>
            Create the profile <bdi>{title}</bdi> in {state.context}
          </>
        }
        action="Create"
        isOfAccount={false}
      >
        <p>Its key is saved on this machine. The plan of the account may count it.</p>
      </Question>
    </section>
  );
}
