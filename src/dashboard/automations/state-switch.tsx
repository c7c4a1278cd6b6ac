import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { pageState } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite } from '../parts/use-write.ts';

/** Pauses an automation, or resumes it, after a question: followers notice both. */
export function StateSwitch({ automation: { id, name, active } }: { automation: AutomationRecord }) {
  const write = useWrite();
  if (pageState.value?.isReadOnly !== false) return null;
  const label = name || id;
  const ask = () =>
    write.ask(
      { command: active ? 'automations pause' : 'automations resume', input: { id: [id] } },
      active ? `Paused ${label}.` : `Resumed ${label}.`,
    );
  return (
    <>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={active}
        aria-label={`${label} is active`}
        title={active ? 'Pause' : 'Resume'}
        disabled={write.isBusy}
        onClick={() => void ask()}
      />
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <Question
        write={write}
        what={
          <>
            {active ? 'Pause' : 'Resume'} <bdi>{label}</bdi> on Instagram
          </>
        }
        action={active ? 'Pause' : 'Resume'}
      >
        <p class="dim">
          {active
            ? 'New events are no longer answered, and answers that are already waiting are skipped.'
            : 'It answers everything that happens from then on, and nothing from before.'}
        </p>
      </Question>
    </>
  );
}
