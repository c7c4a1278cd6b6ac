import { getNetworkName } from '../parts/networks.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { nameOf } from './inbox-filter.ts';
import type { PageItem } from './inbox-records.ts';

/** Deletes a comment of another person, or a reply of one's own. */
export interface ItemDeletion {
  readonly write: Write;
  askForItem(): void;
  askForReply(id: string): void;
}

export function useDeletion({ kind, id, platform, person, profile }: PageItem): ItemDeletion {
  const write = useWrite();
  const ask = (own: string, isReply: boolean) => {
    const command = kind === 'review' ? 'reviews delete' : 'comments delete';
    const done = isReply ? 'Deleted your reply.' : `Deleted the comment of ${nameOf(person)}.`;
    // after a reply is gone, the entry may wait again
    void write.ask({ command, input: { ids: [own], platform } }, done, { profile, readsAgain: isReply });
  };
  return {
    write,
    askForItem: () => ask(id, false),
    askForReply: (own) => ask(own, true),
  };
}

export function DeleteQuestion({
  item: { platform, person },
  deletion: { write },
  onDeleted,
}: {
  item: PageItem;
  deletion: ItemDeletion;
  /** Called when it was the comment itself. */
  onDeleted: () => void;
}) {
  const isReply = write.plan?.options.readsAgain === true;
  const network = getNetworkName(platform);
  return (
    <Question
      write={write}
      what={
        isReply ? (
          <>Delete your reply on {network}</>
        ) : (
          <>
            Delete the comment of <bdi>{nameOf(person)}</bdi> on {network}, with its replies
          </>
        )
      }
      action="Delete"
      onMade={() => !isReply && onDeleted()}
    >
      <p>This cannot be undone.</p>
    </Question>
  );
}
