import { pageState } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useWrite } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import { KindChoice, MoreFields, PersonField, WhatFields } from './engage-fields.tsx';
import { changeForm, form, KINDS, likeRow, toInput } from './engage-form.ts';
import { addEngagement, Happened } from './happened.tsx';
import type { EngageDocument, EngagedRow } from './sandbox-records.ts';
import { Stage } from './stage.tsx';

/** As many as fit beside the form; the activity has all. */
const RECENT = 12;

/** Acts as a person on the sandbox's Instagram, and shows what follows from it. */
export function Follower() {
  const recent = useRun<{ readonly activity: readonly EngagedRow[] }>({
    command: 'automations activity',
    input: { limit: RECENT },
  });
  const rows = recent.ran?.document?.activity ?? [];
  const handle = form.value.from.trim();
  const people = [
    ...new Set(['mara', 'jonas', 'ida', ...rows.flatMap(({ recipientUsername }) => recipientUsername ?? [])]),
  ];
  return (
    <div class="follower">
      {pageState.value?.isReadOnly === true ? (
        <p class="panel empty">This page was opened with --read-only: followers do nothing here.</p>
      ) : (
        <div>
          <EngageFields people={people} />
          {people.includes(handle) && <Stage key={handle} handle={handle} rows={rows} />}
        </div>
      )}
      <Happened recent={recent} onLike={doAgain} />
    </div>
  );
}

function doAgain(row: EngagedRow): void {
  likeRow(row);
  document.querySelector<HTMLElement>('.engage [name=from]')?.focus();
}

function EngageFields({ people }: { people: readonly string[] }) {
  const write = useWrite();
  const values = form.value;
  const kind = KINDS.find((each) => each.kind === values.kind) ?? KINDS[0];
  if (kind === undefined) return null;
  const isLike = values.like !== null;
  const isComplete = isLike || (values.from.trim() !== '' && (!kind.hasText || values.text.trim() !== ''));
  const engage = () =>
    write.make(
      { command: 'sandbox engage', input: toInput(values, kind) },
      `${values.from.trim() || 'The person'} ${kind.done}.`,
      {
        onMade({ document }) {
          const engaged = document as EngageDocument; // of the command
          if (kind.isAnswered) addEngagement({ kind: kind.done, text: values.text }, engaged);
          changeForm({ text: '', like: null });
        },
      },
    );
  return (
    <form
      class="panel engage"
      onSubmit={(event) => {
        event.preventDefault();
        void engage();
      }}
    >
      <h2>What a follower does</h2>
      {values.like !== null && (
        <p class="like">
          Like the {kind.title.toLowerCase()} of <bdi>{values.like.recipientUsername ?? 'someone'}</bdi>: what
          you leave empty is as it was.{' '}
          <button type="button" class="small" onClick={() => changeForm({ like: null })}>
            Start again
          </button>
        </p>
      )}
      <KindChoice values={values} />
      <PersonField people={people} value={values.from} />
      <WhatFields kind={kind} values={values} />
      {kind.isAnswered && <MoreFields kind={kind} values={values} />}
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={write.isBusy || !isComplete}>
          {kind.action}
        </button>
      </p>
    </form>
  );
}
