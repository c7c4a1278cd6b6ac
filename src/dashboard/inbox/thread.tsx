import type { ComponentChildren } from 'preact';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { OutsideLink } from '../parts/outside-link.tsx';
import { Picture } from '../parts/picture/picture.tsx';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import { nameOf } from './inbox-filter.ts';
import type { CommentThread, Conversation, PageItem, ThreadComment } from './inbox-records.ts';
import { WrittenText } from './written-text.tsx';

/** The whole thread of a comment, oldest first. @param renderMore what is beside a comment of one's own */
export function CommentThreadOf({
  item,
  renderMore,
}: {
  item: PageItem;
  renderMore: (comment: ThreadComment) => ComponentChildren;
}) {
  const { id, postId, profile } = item;
  const loaded = useRun<CommentThread>({
    command: 'comments get',
    input: { ids: [postId], thread: id, allowPartial: true },
    profile,
  });
  const thread = loaded.ran?.document?.comments ?? [];
  const own: ThreadComment = { ...item, author: item.person, createdAt: item.at };
  // until it is read, and where its network has not listed it again
  const shown = thread.length === 0 ? [own] : thread;
  return (
    <div class="said-list" aria-busy={loaded.isLoading}>
      <RanFailure ran={loaded.ran} />
      {shown.map((comment) => (
        <Said
          key={comment.id}
          who={nameOf(comment.author)}
          at={comment.createdAt}
          isMine={comment.author.isMe === true}
          isChosen={shown.length > 1 && comment.id === id}
          text={comment.text}
          likes={comment.likes}
        >
          {comment.author.isMe === true && renderMore(comment)}
        </Said>
      ))}
    </div>
  );
}

/** What one writes with a person, oldest first. */
export function ConversationOf({ item }: { item: PageItem }) {
  const { platform, conversationId, person, profile } = item;
  const who = conversationId ?? person.id ?? person.handle;
  const loaded = useRun<Conversation>({
    command: 'messages show',
    input: { platform, conversation: who },
    profile,
  });
  const messages = loaded.ran?.document?.messages;
  return (
    <div class="said-list" aria-busy={loaded.isLoading}>
      <RanFailure ran={loaded.ran} />
      {messages === undefined ? (
        <Said
          who={item.state === 'answered' ? 'You' : nameOf(person)}
          at={item.at}
          isMine={item.state === 'answered'}
          text={item.text}
          mediaUrls={item.mediaUrls}
        />
      ) : (
        messages.map(({ id, created, action, message = null, mediaUrls }) => (
          <Said
            key={id}
            who={action === 'sent' ? 'You' : nameOf(person)}
            at={readTimestamp(created).iso}
            isMine={action === 'sent'}
            text={message}
            mediaUrls={mediaUrls ?? []}
          />
        ))
      )}
    </div>
  );
}

/** A review, and the reply that everyone sees below it. */
export function ReviewOf({ item, children }: { item: PageItem; children: ComponentChildren }) {
  const { person, at, text, reply } = item;
  return (
    <div class="said-list">
      <Said who={nameOf(person)} at={at} isMine={false} text={text} />
      {reply !== null && (
        <Said who="Your reply" at={null} isMine text={reply}>
          {children}
        </Said>
      )}
    </div>
  );
}

function Said({
  who,
  at,
  isMine,
  isChosen = false,
  text,
  likes = null,
  mediaUrls = [],
  children,
}: {
  who: string;
  at: string | null;
  isMine: boolean;
  /** Whether it is the one that an answer is for, among several. */
  isChosen?: boolean;
  text: string | null;
  likes?: number | null;
  mediaUrls?: readonly string[];
  children?: ComponentChildren;
}) {
  return (
    <div class={`said${isMine ? ' mine' : ''}${isChosen ? ' chosen' : ''}`}>
      <p class="by">
        <bdi class="strong">{who}</bdi> {at !== null && <When at={at} />}
        {likes !== null && likes > 0 && (
          <span class="dim">
            {' · '}
            {likes} {likes === 1 ? 'like' : 'likes'}
          </span>
        )}
        {children}
      </p>
      {text !== null && text !== '' && <WrittenText text={text} />}
      {text === null && mediaUrls.length === 0 && <p class="dim">no text</p>}
      {mediaUrls.map((url, index) => (
        <figure key={url} class="said-media">
          <Picture url={url} alt={`Picture or video of ${who}`} size="tile" />
          <figcaption>
            <OutsideLink url={url}>
              {mediaUrls.length > 1 ? `Picture or video ${index + 1}` : 'Picture or video'}
            </OutsideLink>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
