import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeLengthRefusal, describeLengthWarning } from '../../domain/text/reply-lengths.ts';
import { compareFullness, countText, formatCounted, isTooLong } from '../../domain/text/text-counts.ts';
import type { Platform } from '../../service/platforms.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { getNetworkName } from '../parts/networks.tsx';
import { Notes } from '../parts/notes.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { AnswerTime } from './answer-time.tsx';
import { ANSWER_WAYS, listAnswerLimits, takesMedia } from './answer-ways.ts';
import { getItemKey, nameOf } from './inbox-filter.ts';
import type { PageItem } from './inbox-records.ts';
import { RepliesDialog } from './replies-dialog.tsx';
import { WrittenText } from './written-text.tsx';

/** What was typed and not sent, by its entry: it is there again when one comes back. */
const drafts = new Map<string, string>();

function useDraft(key: string): readonly [string, (typed: string) => void] {
  const [text, setText] = useState(drafts.get(key) ?? '');
  const type = (typed: string) => {
    setText(typed);
    if (typed === '') drafts.delete(key);
    else drafts.set(key, typed);
  };
  return [text, type];
}

/** Focuses the field when a reply was taken, after the dialog has given the focus back to where it was opened. */
function useFocusAfter(isChoosing: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const hasTaken = useRef(false);
  useEffect(() => {
    if (!isChoosing && hasTaken.current) field.current?.focus();
    hasTaken.current = false;
  }, [isChoosing]);
  return hasTaken;
}

/** Answers an entry: the text is counted, shown as it will be seen, and published after its plan was shown. */
export function Answer({
  item,
  field,
  isChoosing,
  onChoosing,
  onAnswered,
}: {
  item: PageItem;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whether the saved replies are open. */
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  onAnswered: () => void;
}) {
  const write = useWrite();
  const key = getItemKey(item);
  const [text, type] = useDraft(key);
  const [media, setMedia] = useState('');
  const hasTaken = useFocusAfter(isChoosing, field);
  const way = ANSWER_WAYS[item.kind];
  const name = nameOf(item.person);
  const limits = listAnswerLimits(item);
  const [counted] = limits.map((limit) => countText(text, limit)).toSorted(compareFullness);
  const refusal = describeLength(describeLengthRefusal, text, item);
  const isEmpty = text.trim() === '' && (item.kind !== 'message' || media === '');
  const ask = () => {
    if (isEmpty || refusal !== null || write.isBusy) return;
    const change = way.toChange(item, text, media.trim());
    void write.ask(change, `Answered ${name}.`, { profile: item.profile, readsAgain: false });
  };
  return (
    <>
      <form
        class="answer"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <AnswerTime item={item} />
        <AnswerFields
          item={item}
          field={field}
          text={text}
          media={media}
          onText={type}
          onMedia={setMedia}
          onAsk={ask}
        />
        <Preview text={text} item={item} refusal={refusal} />
        {write.failure !== null && <FailureNote failure={write.failure} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={write.isBusy || isEmpty || refusal !== null}>
            Answer…
          </button>
          <button type="button" onClick={() => onChoosing(true)}>
            Saved replies
          </button>
          {counted !== undefined && (
            <span class={isTooLong(counted) ? 'bad count-of' : 'dim count-of'}>{formatCounted(counted)}</span>
          )}
        </p>
      </form>
      <RepliesDialog
        isOpen={isChoosing}
        person={item.person}
        typed={text}
        onClose={() => onChoosing(false)}
        onTaken={(reply) => {
          type(text.trim() === '' ? reply : `${text}${/\s$/.test(text) ? '' : ' '}${reply}`);
          hasTaken.current = true;
          onChoosing(false);
        }}
      />
      <Question
        write={write}
        what={
          <>
            {way.what} <bdi>{name}</bdi> on {getNetworkName(item.platform)}
          </>
        }
        action={way.action}
        onMade={() => {
          type('');
          setMedia('');
          onAnswered();
        }}
      >
        {text.trim() !== '' && <blockquote dir="auto">{text}</blockquote>}
        {media !== '' && <p class="dim">with {media}</p>}
        {item.reply !== null && <p>It replaces your reply that is there now.</p>}
        <AnswerTime item={item} />
        <PlanNotes write={write} />
      </Question>
    </>
  );
}

function AnswerFields({
  item,
  field,
  text,
  media,
  onText,
  onMedia,
  onAsk,
}: {
  item: PageItem;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  media: string;
  onText: (text: string) => void;
  onMedia: (media: string) => void;
  onAsk: () => void;
}) {
  return (
    <>
      <textarea
        ref={field}
        rows={3}
        aria-label={`Answer ${nameOf(item.person)}`}
        placeholder={item.reply === null ? 'Your answer' : 'Another reply, which replaces yours'}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && onAsk()}
      />
      {takesMedia(item) && (
        <input
          type="url"
          aria-label="Address of a picture or video"
          placeholder="https:// address of a picture or video (optional)"
          value={media}
          onInput={({ currentTarget }) => onMedia(currentTarget.value)}
        />
      )}
    </>
  );
}

/** What the dry run warns of, such as a text that a program has changed. */
function PlanNotes({ write: { plan } }: { write: Write }) {
  return <Notes notes={plan?.checked.notes ?? []} look="warm small" />;
}

/** @returns null where the limits of the network are not known, too */
function describeLength(describe: typeof describeLengthRefusal, text: string, item: PageItem): string | null {
  const limits = listAnswerLimits(item);
  if (limits.length === 0) return null;
  return describe(text, { platform: item.platform as Platform, limits }); // it has limits
}

/** The answer as it will be seen, and what its network may say to its length. */
function Preview({ text, item, refusal }: { text: string; item: PageItem; refusal: string | null }) {
  const warning = describeLength(describeLengthWarning, text, item);
  return (
    <>
      {refusal !== null && <p class="bad small">The answer {refusal}.</p>}
      {warning !== null && <p class="warm small">The answer {warning}.</p>}
      {text.trim() !== '' && (
        <section class="preview" aria-label="Preview">
          <p class="dim small">as it will be seen on {getNetworkName(item.platform)}</p>
          <WrittenText text={text} />
        </section>
      )}
    </>
  );
}
