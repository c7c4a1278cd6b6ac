import { useState } from 'preact/hooks';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { pageState } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Panel } from '../parts/panel.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import type { SandboxOverview } from './sandbox-records.ts';
import { type FieldValues, listFilled, SchemaFields } from './schema-fields.tsx';

const PLAN = { name: 'Plan', messages: 'Messages', maxPack: 'Max Pack', ads: 'Ads' } as const;

const DM_LIMITS = {
  perHour: 'DMs an hour',
  perDay: 'DMs a day',
  perDayOfProfile: 'DMs a day of each profile',
  perMonth: 'Conversations a month',
} as const;

const X_APP = { credits: 'Paid requests left', rateLimit: 'Requests in a window' } as const;
const PERSON = { handle: 'Handle', messageRequests: 'Message requests' } as const;

/** What the account may do, how much of it, and how people and X treat it. */
export function Limits() {
  const loaded = useRun<SandboxOverview>({ command: 'sandbox status' });
  const state = loaded.ran?.document ?? null;
  const isReadOnly = pageState.value?.isReadOnly === true;
  return (
    <div class="panels">
      <Panel title="Plan and add-ons" loaded={loaded} count={null} empty="">
        {state !== null && <PlanFields state={state} isReadOnly={isReadOnly} />}
      </Panel>
      <Panel title="DMs of automations" loaded={loaded} count={null} empty="">
        {state !== null && (
          <>
            <DmsToday state={state} />
            {!isReadOnly && (
              <LimitForm
                command="sandbox dm-limits"
                fields={DM_LIMITS}
                placeholders={listDmLimits(state)}
                action="Set the limits"
                done="The limits were set."
              />
            )}
          </>
        )}
      </Panel>
      {!isReadOnly && (
        <>
          <section class="panel">
            <h2>People</h2>
            {state !== null && <ClosedPeople state={state} />}
            <LimitForm
              command="sandbox person"
              fields={PERSON}
              placeholders={{ handle: 'mara' }}
              action="Set"
              done="The person was changed."
            />
          </section>
          <section class="panel">
            <h2>Your X app</h2>
            <LimitForm
              command="sandbox x-app"
              fields={X_APP}
              placeholders={{ credits: 'a number, or off', rateLimit: 'a number, or off' }}
              action="Set the limits"
              done="The limits were set."
            />
          </section>
          <Reset />
        </>
      )}
    </div>
  );
}

function PlanFields({
  state: { plan, addOns, automations },
  isReadOnly,
}: {
  state: SandboxOverview;
  isReadOnly: boolean;
}) {
  const write = useWrite();
  const values = {
    name: plan,
    ...Object.fromEntries(Object.entries(addOns).map(([name, isOn]) => [name, isOn ? 'on' : 'off'])),
  };
  return (
    <fieldset class="form" disabled={isReadOnly || write.isBusy}>
      <legend class="hidden">Plan and add-ons</legend>
      <SchemaFields
        command="sandbox plan"
        fields={PLAN}
        values={values}
        blank={null}
        onChange={(name, value) =>
          void write.make({ command: 'sandbox plan', input: { [name]: value } }, 'The account was changed.')
        }
      />
      <p class="hint">At most {formatCount(automations.max, 'active automation')} for each profile.</p>
      {write.failure !== null && <FailureNote failure={write.failure} />}
    </fieldset>
  );
}

function DmsToday({ state: { dms } }: { state: SandboxOverview }) {
  const sent = Object.entries(dms.sentToday);
  return (
    <p class="form dim">
      {sent.length === 0
        ? 'None was sent today.'
        : `Sent today: ${sent.map(([alias, count]) => `${count} by ${nameAlias(alias)}`).join(', ')}.`}
      {dms.waiting.map(({ profile, dms }) => ` ${formatCount(dms, 'DM')} of ${nameAlias(profile)} wait.`)}
    </p>
  );
}

/** Who does not get DMs from strangers, and a way to change that. */
function ClosedPeople({ state: { people } }: { state: SandboxOverview }) {
  const write = useWrite();
  if (people.length === 0) return <p class="form dim">Everyone gets the DMs of automations.</p>;
  return (
    <ul class="rows">
      {people.map(({ username, messageRequests }) => (
        <li key={username} class="row">
          <bdi class="what strong">{username}</bdi>
          <span class="tag failed">{messageRequests}</span>
          <button
            type="button"
            class="small"
            aria-label={`Open ${username} for DMs`}
            disabled={write.isBusy}
            onClick={() =>
              void write.make(
                { command: 'sandbox person', input: { handle: username, messageRequests: 'open' } },
                `${username} gets DMs again.`,
              )
            }
          >
            Open
          </button>
        </li>
      ))}
    </ul>
  );
}

function nameAlias(alias: string): string {
  return alias === 'primary' ? 'the Primary Profile' : alias;
}

function listDmLimits({ dms }: SandboxOverview): FieldValues {
  const { perHour, perDay, perDayOfProfile, perMonth } = dms;
  return {
    perHour: String(perHour),
    perDay: String(perDay),
    perDayOfProfile: String(perDayOfProfile),
    perMonth: perMonth === null ? 'off' : String(perMonth),
  };
}

/** Sets what is filled in; empty fields show what holds now. */
function LimitForm({
  command,
  fields,
  placeholders,
  action,
  done,
}: {
  command: string;
  fields: Readonly<Record<string, string>>;
  placeholders: FieldValues;
  action: string;
  done: string;
}) {
  const write = useWrite();
  const [values, setValues] = useState<FieldValues>({});
  const filled = listFilled(values);
  const set = async () => {
    if (await write.make({ command, input: filled }, done)) setValues({});
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void set();
      }}
    >
      <SchemaFields
        command={command}
        fields={fields}
        values={values}
        placeholders={placeholders}
        blank="Choose"
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <p class="actions">
        <button type="submit" disabled={write.isBusy || Object.keys(filled).length === 0}>
          {action}
        </button>
      </p>
    </form>
  );
}

/** Deletes all that was done in the sandbox, after a question. */
function Reset() {
  const write = useWrite();
  return (
    <section class="panel">
      <h2>Start again</h2>
      <div class="form">
        <p class="dim">
          Restores the demo data: posts, comments, automations, clock, plan and accounts. Keys stay.
        </p>
        {write.failure !== null && <FailureNote failure={write.failure} />}
        <p class="actions">
          <button
            type="button"
            disabled={write.isBusy}
            onClick={() =>
              void write.ask({ command: 'sandbox reset' }, 'The sandbox has its demo data again.')
            }
          >
            Reset the sandbox…
          </button>
        </p>
      </div>
      <Question
        write={write}
        what="Delete all data of the sandbox, and restore the demo data"
        action="Delete and restore"
      >
        <p class="dim">
          What was made in it is lost. In a terminal, <code>crier sandbox export</code> keeps a copy.
        </p>
      </Question>
    </section>
  );
}
