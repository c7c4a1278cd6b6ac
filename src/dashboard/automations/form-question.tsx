import { describeAction, describeTrigger } from '../../domain/automations/describe-automation.ts';
import { flattenAutomation } from '../../domain/automations/flatten-automation.ts';
import type { LooseRecord } from '../../domain/json/loose-record.ts';
import type { AutomationRecord, StoredEntry } from '../../service/endpoints/automations.ts';
import { LineDiff } from '../parts/line-diff.tsx';
import { Notes } from '../parts/notes.tsx';
import { Question } from '../parts/question.tsx';
import type { Write } from '../parts/use-write.ts';
import type { AccountPost } from './automation-records.ts';
import type { DraftBody } from './draft.ts';
import { ActionSentence, TriggerSentence, toStored } from './entry-sentence.tsx';

/** Asks before an automation is created or changed: with what will be stored, and what that means for followers. */
export function FormQuestion({
  write,
  before,
  sent,
  name,
  isActive,
  isNameTaken,
  posts,
}: {
  write: Write;
  /** As it is stored; null for a new one. */
  before: AutomationRecord | null;
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
          {before === null ? 'Create' : 'Save the changes of'} <bdi>{name}</bdi> on Instagram
        </>
      }
      action={before === null ? 'Create' : 'Save'}
    >
      <div class="planned">
        {before === null ? <Planned sent={sent} posts={posts} /> : <Changed before={before} sent={sent} />}
        {before !== null && sent.actions !== undefined && (
          <p class="warm">A changed action forgets whom it has answered: people can get it again.</p>
        )}
        {isNameTaken && <p class="warm">There is already an automation of this name.</p>}
        <Notes notes={write.plan?.checked.notes ?? []} look="warm" />
        <p class="dim">
          {isActive
            ? 'It is active: followers get its answers from then on.'
            : 'It is paused: it answers no event until it is resumed.'}
        </p>
      </div>
    </Question>
  );
}

/** All of a new automation. */
function Planned({
  sent: { description, triggers, actions },
  posts,
}: {
  sent: DraftBody;
  posts: readonly AccountPost[];
}) {
  return (
    <>
      {description !== undefined && description !== '' && (
        <p>
          Description: <bdi>{description}</bdi>
        </p>
      )}
      <h3>When</h3>
      <ol class="entries">
        {triggers?.map((trigger, at) => (
          <li key={at}>
            <TriggerSentence trigger={toStored(trigger)} posts={posts} />
          </li>
        ))}
      </ol>
      <h3>Then</h3>
      <ol class="entries">
        {actions?.map((action, at) => (
          <li key={at}>
            <ActionSentence action={toStored(action)} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Each changed part, as it was and as it will be. */
function Changed({ before, sent }: { before: AutomationRecord; sent: DraftBody }) {
  const { triggers, actions } = flattenAutomation(before);
  const parts: readonly (readonly [string, string, string | undefined])[] = [
    ['Name', before.name ?? '', sent.name],
    ['Description', before.description ?? '', sent.description],
    [
      'When',
      describeAll(triggers, describeTrigger),
      sent.triggers && describeAll(sent.triggers, describeTrigger),
    ],
    ['Then', describeAll(actions, describeAction), sent.actions && describeAll(sent.actions, describeAction)],
  ];
  return (
    <>
      {parts.map(
        ([title, was, is]) =>
          is !== undefined && (
            <section key={title}>
              <h3>{title}</h3>
              <LineDiff before={was} after={is} label={`Changes of ${title}`} />
            </section>
          ),
      )}
    </>
  );
}

function describeAll(entries: readonly LooseRecord[] = [], describe: (entry: StoredEntry) => string): string {
  return entries.map((entry) => describe(toStored(entry))).join('\n');
}
