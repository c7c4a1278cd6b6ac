import { useEffect, useRef, useState } from 'preact/hooks';
import { pageState } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { OutsideLink } from '../parts/outside-link.tsx';
import { FirstPicture } from '../parts/picture/picture.tsx';
import { Answer } from './answer.tsx';
import { canDelete, explainNoAnswer } from './answer-ways.ts';
import { DeleteQuestion, useDeletion } from './deletion.tsx';
import { nameOf } from './inbox-filter.ts';
import { type InboxAction, useInboxKeys } from './inbox-keys.tsx';
import type { PageItem } from './inbox-records.ts';
import { Rating } from './rating.tsx';
import { CommentThreadOf, ConversationOf, ReviewOf } from './thread.tsx';

interface DetailProps {
  readonly item: PageItem;
  /** The text of the post of a comment. */
  readonly about: string | null;
  /** The images and videos of that post. */
  readonly media: readonly string[];
  /** Whether a mark is being made. */
  readonly isBusy: boolean;
  /** Marks it as done, or takes that back. */
  onDone(): void;
  onAnswered(): void;
  onDeleted(): void;
  /** Any other key than those of this entry. */
  onKey(action: InboxAction): void;
}

/** An entry with its thread or conversation, and a place for the answer. */
export function ItemDetail({
  item,
  about,
  media,
  isBusy,
  onDone,
  onAnswered,
  onDeleted,
  onKey,
}: DetailProps) {
  const { kind, platform, person, state } = item;
  const article = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const deletion = useDeletion(item);
  const mayWrite = pageState.value?.isReadOnly === false;
  const noAnswer = explainNoAnswer(item);
  const mayAnswer = mayWrite && noAnswer === null;
  const mayDelete = mayWrite && kind === 'comment' && canDelete({ platform, author: person });
  const mayMark = mayWrite && state !== 'answered';
  useFocusOf(article);
  useInboxKeys((action) => {
    if (action === 'answer') field.current?.focus();
    else if (action === 'saved') setChoosing(mayAnswer);
    else if (action === 'done') mayMark && !isBusy && onDone();
    else if (action === 'delete') mayDelete && deletion.askForItem();
    else if (action === 'open') article.current?.querySelector<HTMLElement>('header .outside-link')?.click();
    else onKey(action);
  });
  const name = nameOf(person);
  return (
    <article class="thread" ref={article} tabIndex={-1} aria-label={`${name} on ${getNetworkName(platform)}`}>
      <ItemHead item={item} about={about} media={media} onBack={() => onKey('back')} />
      <ItemThread item={item} onDelete={mayWrite ? deletion.askForReply : null} />
      {!mayWrite && <p class="dim">This page was opened with --read-only.</p>}
      {noAnswer !== null && <p class="dim">{noAnswer}</p>}
      {mayAnswer && (
        <Answer
          item={item}
          field={field}
          isChoosing={isChoosing}
          onChoosing={setChoosing}
          onAnswered={onAnswered}
        />
      )}
      {deletion.write.failure !== null && <FailureNote failure={deletion.write.failure} />}
      <p class="actions">
        {mayMark && (
          <button type="button" disabled={isBusy} onClick={onDone}>
            {state === 'done' ? 'Not done' : 'Done'}
          </button>
        )}
        {mayDelete && (
          <button type="button" class="danger" disabled={deletion.write.isBusy} onClick={deletion.askForItem}>
            Delete comment…
          </button>
        )}
      </p>
      <DeleteQuestion item={item} deletion={deletion} onDeleted={onDeleted} />
    </article>
  );
}

/** Takes the focus where the button or the row that led here is gone, or hidden. */
function useFocusOf(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.checkVisibility() === false) element.current?.focus();
  }, []);
}

function ItemHead({
  item,
  about,
  media,
  onBack,
}: Pick<DetailProps, 'item' | 'about' | 'media'> & { onBack: () => void }) {
  const { kind, platform, person, url, postId } = item;
  return (
    <header>
      <button type="button" class="back" onClick={onBack}>
        ← Inbox
      </button>
      <p class="thread-head">
        <Network platform={platform} />
        <span class="body">
          <bdi class="strong">{nameOf(person)}</bdi>{' '}
          {person.handle !== null && person.handle !== person.name && <bdi class="dim">@{person.handle}</bdi>}
        </span>
        {kind === 'review' && <Rating item={item} />}
        {url !== null && <OutsideLink url={url}>Open</OutsideLink>}
      </p>
      {about !== null && (
        <a class="about-post" href={`#/calendar?post=${encodeURIComponent(postId ?? '')}`}>
          <FirstPicture urls={media} />
          <span class="about dim small">
            on <bdi>{about}</bdi>
          </span>
        </a>
      )}
    </header>
  );
}

/** @param onDelete asks before an own reply is deleted; null where nothing may be changed */
function ItemThread({ item, onDelete }: { item: PageItem; onDelete: ((id: string) => void) | null }) {
  const { kind, id } = item;
  if (kind === 'message') return <ConversationOf item={item} />;
  if (kind === 'review')
    return (
      <ReviewOf item={item}>{onDelete !== null && <DeleteButton onClick={() => onDelete(id)} />}</ReviewOf>
    );
  return (
    <CommentThreadOf
      item={item}
      renderMore={(comment) => {
        const { id } = comment;
        return (
          onDelete !== null &&
          id !== null &&
          canDelete(comment) && <DeleteButton onClick={() => onDelete(id)} />
        );
      }}
    />
  );
}

function DeleteButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" class="link-button" aria-label="Delete your reply" onClick={onClick}>
      Delete
    </button>
  );
}
