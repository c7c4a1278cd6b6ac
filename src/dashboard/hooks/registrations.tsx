import { useEffect, useRef, useState } from 'preact/hooks';
import { WEBHOOK_ACTIONS } from '../../service/webhooks.ts';
import { pageState, profile } from '../page-store.ts';
import { FailureNote, RanFailure } from '../parts/failure-note.tsx';
import { Notes } from '../parts/notes.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite } from '../parts/use-write.ts';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import type { RegisteredHooks } from './hook-records.ts';

/** The address of each action, for the chosen profile. */
export function Registrations() {
  const loaded = useRun<RegisteredHooks>({ command: 'hooks list' });
  const document = loaded.ran?.document ?? null;
  const [edited, setEdited] = useState<string | null>(null);
  const urls = new Map((document?.webhooks ?? []).map(({ action, url }) => [action, url]));
  const meanings: Readonly<Record<string, string>> = WEBHOOK_ACTIONS;
  const actions = [...new Set([...Object.keys(meanings), ...urls.keys()])];
  const isReadOnly = pageState.value?.isReadOnly ?? true;
  return (
    <section class="list registrations" aria-label="Registered webhooks" aria-busy={loaded.isLoading}>
      <p class="intro dim">
        Each action of a profile has one address, to which the service sends its events.
        {profile.value !== null && ' Actions without one use that of the Primary Profile, if it has one.'}
        {document?.updated != null && (
          <>
            {' '}
            Last changed <When at={document.updated} />.
          </>
        )}
      </p>
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading webhooks" />}
      {document !== null && (
        <ul class="rows">
          {actions.map((action) => (
            <li key={`${profile.value} ${action}`} class="registration">
              <div class="body">
                <p>
                  <bdi class="strong">{action}</bdi> <span class="dim">{meanings[action]}</span>
                </p>
                <p class="address">
                  {urls.has(action) ? <bdi>{urls.get(action)}</bdi> : <span class="dim">not registered</span>}
                </p>
              </div>
              {!isReadOnly && (
                <Registration
                  action={action}
                  url={urls.get(action) ?? null}
                  isEditing={edited === action}
                  onEdit={(isEditing) => setEdited(isEditing ? action : null)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isReadOnly && <p class="dim hook-hint">This page was opened with --read-only.</p>}
    </section>
  );
}

/** Registers or replaces the address of an action, or removes it. */
function Registration({
  action,
  url,
  isEditing,
  onEdit,
}: {
  action: string;
  url: string | null;
  isEditing: boolean;
  onEdit(isEditing: boolean): void;
}) {
  const registering = useWrite();
  const removing = useWrite();
  const [typed, setTyped] = useState('');
  const address = typed.trim();
  return (
    <>
      <div class="actions">
        <button
          type="button"
          aria-expanded={isEditing}
          aria-label={`${url === null ? 'Register' : 'Replace'} the webhook of ${action}`}
          onClick={() => onEdit(!isEditing)}
        >
          {url === null ? 'Register' : 'Replace'}
        </button>
        {url !== null && (
          <button
            type="button"
            disabled={removing.isBusy}
            aria-label={`Remove the webhook of ${action}`}
            onClick={() =>
              void removing.ask(
                { command: 'hooks unregister', input: { action: [action] } },
                `The webhook of ${action} was removed.`,
              )
            }
          >
            Remove…
          </button>
        )}
      </div>
      {isEditing && (
        <RegisterForm
          action={action}
          typed={typed}
          isBusy={registering.isBusy}
          onType={setTyped}
          onSend={() =>
            void registering.ask(
              { command: 'hooks register', input: { action, url: address } },
              `The webhook of ${action} was registered.`,
            )
          }
        />
      )}
      {registering.failure !== null && <FailureNote failure={registering.failure} />}
      {removing.failure !== null && <FailureNote failure={removing.failure} />}
      <Question
        write={registering}
        what={
          <>
            Send the events of {action} to <bdi>{address}</bdi>
            {url !== null && url !== address && (
              <>
                {' '}
                instead of <bdi>{url}</bdi>
              </>
            )}
          </>
        }
        action="Register"
        onMade={() => {
          setTyped('');
          onEdit(false);
        }}
      >
        <Notes notes={registering.plan?.checked.notes ?? []} />
      </Question>
      <Question
        write={removing}
        what={
          <>
            Stop sending the events of {action} to <bdi>{url}</bdi>
          </>
        }
        action="Remove"
      >
        <Notes notes={removing.plan?.checked.notes ?? []} />
      </Question>
    </>
  );
}

function RegisterForm({
  action,
  typed,
  isBusy,
  onType,
  onSend,
}: {
  action: string;
  typed: string;
  isBusy: boolean;
  onType(typed: string): void;
  onSend(): void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="register"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <input
        ref={field}
        type="text"
        inputmode="url"
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        aria-label={`Address of the webhook of ${action}`}
        placeholder="https://hooks.example.com/crier"
        value={typed}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
      <button type="submit" class="primary" disabled={isBusy || typed.trim() === ''}>
        Register…
      </button>
    </form>
  );
}
