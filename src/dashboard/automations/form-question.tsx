import { Question } from '../parts/question.tsx';
import type { Write } from '../parts/use-write.ts';
import type { AccountPost } from './automation-records.ts';
import type { DraftBody } from './draft.ts';
import { ActionSentence, TriggerSentence, toStored } from './entry-sentence.tsx';
import type { FormKind } from './use-form.ts';

/** Asks before an automation is created or changed: with what will be stored, and what that means for followers. */
export function FormQuestion({
  write,
  kind,
  sent,
  name,
  isActive,
  isNameTaken,
  posts,
}: {
  write: Write;
  kind: FormKind;
  sent: DraftBody;
  name: string;
  isActive: boolean;
  /** As after a change whose answer was lost. */
  isNameTaken: boolean;
  posts: readonly AccountPost[];
}) {
  return (
    <Question
      write={write}
      what={
        <>
          {kind === 'edit' ? 'Save the changes of' : 'Create'} <bdi>{name}</bdi> on Instagram
        </>
      }
      action={kind === 'edit' ? 'Save' : 'Create'}
    >
      <div class="planned">
        {kind === 'edit' && sent.name !== undefined && (
          <p>
            New name: <bdi class="strong">{sent.name}</bdi>
          </p>
        )}
        {sent.description !== undefined && (
          <p>
            {sent.description === '' ? (
              'The description is removed.'
            ) : (
              <>
                Description: <bdi>{sent.description}</bdi>
              </>
            )}
          </p>
        )}
        {sent.triggers !== undefined && (
          <>
            <h3>When</h3>
            <ol class="entries">
              {sent.triggers.map((trigger, at) => (
                <li key={at}>
                  <TriggerSentence trigger={toStored(trigger)} posts={posts} />
                </li>
              ))}
            </ol>
          </>
        )}
        {sent.actions !== undefined && (
          <>
            <h3>Then</h3>
            <ol class="entries">
              {sent.actions.map((action, at) => (
                <li key={at}>
                  <ActionSentence action={toStored(action)} />
                </li>
              ))}
            </ol>
          </>
        )}
        {kind === 'edit' && sent.actions !== undefined && (
          <p class="warm">A changed action forgets whom it has answered: people can get it again.</p>
        )}
        {isNameTaken && <p class="warm">There is already an automation of this name.</p>}
        {write.plan?.checked.notes.map((note) => (
          <p key={note} class="warm">
            {note}
          </p>
        ))}
        <p class="dim">
          {isActive
            ? 'It is active: followers get its answers from then on.'
            : 'It is paused: it answers no event until it is resumed.'}
        </p>
      </div>
    </Question>
  );
}
