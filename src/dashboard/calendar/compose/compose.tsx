import { useEffect, useRef, useState } from 'preact/hooks';
import { PLATFORMS } from '../../../service/platforms.ts';
import { pageState, place } from '../../page-store.ts';
import { FailureNote, RanFailure } from '../../parts/failure-note.tsx';
import { Network } from '../../parts/networks.tsx';
import { Question } from '../../parts/question.tsx';
import { useWrite } from '../../parts/use-write.ts';
import type { CommandResult } from '../../run.ts';
import { useRun } from '../../use-run.ts';
import { getCalendarHref } from '../calendar-place.ts';
import type { OpenedPostOfPage, PreviewsOfPage } from '../calendar-records.ts';
import { formatExact } from '../calendar-times.ts';
import { POSTED_NETWORKS } from '../posted-networks.ts';
import { type ComposedPost, readComposed, startPost, toPostValues } from './composed-post.ts';
import { MediaFields } from './media-fields.tsx';
import { NetworkChoice } from './network-choice.tsx';
import { OptionFields } from './option-fields.tsx';
import { Previews } from './previews.tsx';
import { TextFields } from './text-fields.tsx';
import { WhenFields } from './when-fields.tsx';

/** What was written and not sent, by its place: it is there again when one comes back. */
const drafts = new Map<string, ComposedPost>();

/** Writes a new post, a copy of one, or one that replaces one that waits. */
export function Compose() {
  const { parameters } = place.value;
  const of = parameters.get('of');
  if (pageState.value?.isReadOnly === true)
    return <p class="panel empty">This page was opened with --read-only.</p>;
  return of === null ? (
    <ComposeForm name="new" start={() => startPost(parameters.get('on'))} replaced={null} />
  ) : (
    // the form of another post is another form
    <ComposeFrom key={of} id={of} isEdit={parameters.get('compose') === 'edit'} />
  );
}

function ComposeFrom({ id, isEdit }: { id: string; isEdit: boolean }) {
  const { ran } = useRun<OpenedPostOfPage>({ command: 'posts get', input: { id: [id] } });
  const name = `${isEdit ? 'edit' : 'copy'} ${id}`;
  // what was read first: it may be changed meanwhile, or the profile be another
  const first = useRef<OpenedPostOfPage | null>(null);
  first.current ??= ran?.document ?? null;
  const record = first.current;
  const networks = place.value.parameters.get('to')?.split(',') ?? [];
  if (record === null)
    return ran === null ? (
      <div class="skeleton" role="status" aria-label="reading the post" />
    ) : (
      <RanFailure ran={ran} />
    );
  return (
    <ComposeForm
      key={name}
      name={name}
      start={() => readComposed(record, { isEdit, networks })}
      replaced={isEdit ? record : null}
      lacksOptions={!record.request}
    />
  );
}

function ComposeForm({
  name,
  start,
  replaced,
  lacksOptions = false,
}: {
  name: string;
  start: () => ComposedPost;
  replaced: OpenedPostOfPage | null;
  lacksOptions?: boolean;
}) {
  const [post, setPost] = useState(() => drafts.get(name) ?? start());
  const write = useWrite();
  const change = (changed: Partial<ComposedPost> | ((before: ComposedPost) => Partial<ComposedPost>)) => {
    // an upload that ends later finds what was typed meanwhile
    const before = drafts.get(name) ?? post;
    const next = { ...before, ...(typeof changed === 'function' ? changed(before) : changed) };
    drafts.set(name, next);
    setPost(next);
  };
  const { networks } = post;
  const of = place.value.parameters.get('of');
  const wayBack = getCalendarHref(of === null ? {} : { post: of });
  const title = replaced !== null ? 'Edit the post' : of === null ? 'New post' : 'Copy of a post';
  const previews = usePreviews(post);
  const errors = (previews.ran?.document?.previews ?? []).flatMap((preview) => preview.errors);
  const isReady = networks.length > 0 && (post.when !== 'at' || post.at !== '');
  const input = {
    ...toPostValues(post),
    idempotencyKey: post.key,
    ...(replaced !== null && { replaces: replaced.id }),
  };
  return (
    <form
      class="compose"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void write.ask({ command: 'posts create', input }, describeDone(post, replaced !== null), {
          onAnswered: (ran) => leave(ran, post, name),
        });
      }}
    >
      <div class="compose-fields">
        <h2>{title}</h2>
        <NetworkChoice chosen={networks} onChange={(networks) => change({ networks })} />
        <TextFields post={post} onChange={change} />
        <MediaFields
          media={post.media}
          isMissing={of !== null && networks.some(requiresMedia)}
          onChange={(media) => change({ media })}
          onAdded={(url) => change(({ media }) => ({ media: [...new Set([...media, url])] }))}
        />
        <WhenFields post={post} onChange={change} />
        <MoreFields post={post} onChange={change} />
        {networks.map((network) => (
          <OptionFields
            key={network}
            platform={network}
            options={post.options}
            errors={errors}
            onChange={(options) => change({ options })}
          />
        ))}
        {lacksOptions && (
          <p class="dim">
            The service does not say which options and first comment the post had: set them again.
          </p>
        )}
        {replaced !== null && (
          <p class="dim">The post as it is now is paused, and deleted once this one is made.</p>
        )}
        {write.failure !== null && <FailureNote failure={write.failure} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={write.isBusy || !isReady}>
            {getAction(post)}…
          </button>
          <a class="button" href={wayBack}>
            Back
          </a>
          {drafts.has(name) && (
            <a class="button" href={wayBack} onClick={() => drafts.delete(name)}>
              Discard
            </a>
          )}
        </p>
      </div>
      <Previews loaded={previews} hasNetworks={networks.length > 0} />
      <ComposeQuestion write={write} post={post} isEdit={replaced !== null} />
    </form>
  );
}

/** After an answer: to the post that was made, also when networks refused it. Else what was typed stays. */
function leave(ran: CommandResult<object>, post: ComposedPost, name: string): void {
  const made = (ran.document as { id?: string | null } | null)?.id; // of `posts create`
  const refused = (ran.failure?.details as { id?: string } | null | undefined)?.id; // the same, when no network took it
  const id = made ?? refused;
  if (id === undefined && ran.failure !== null) return;
  drafts.delete(name);
  location.hash = getCalendarHref({
    ...(id && { post: id }),
    ...(post.when === 'at' && { day: post.at.slice(0, 'YYYY-MM-DD'.length) }),
  });
}

function requiresMedia(network: string): boolean {
  const platform = POSTED_NETWORKS.find((each) => each === network);
  return platform !== undefined && PLATFORMS[platform].post.media.isRequired;
}

function getAction({ when, isHeld }: ComposedPost): string {
  if (isHeld) return 'Hold for approval';
  return when === 'now' ? 'Publish' : 'Schedule';
}

function describeDone({ when, isHeld }: ComposedPost, isEdit: boolean): string {
  if (isEdit) return 'Changed: the new post replaced the other.';
  if (isHeld) return 'The post waits for approval.';
  return when === 'now' ? 'Published.' : 'Scheduled.';
}

const PREVIEW_MS = 200;

/** Previews what is written, once a pause in the typing shows that it is worth it. */
function usePreviews(post: ComposedPost) {
  const values = JSON.stringify(toPostValues(post.at === '' ? { ...post, when: 'now' } : post));
  const [asked, setAsked] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(values), PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [values]);
  return useRun<PreviewsOfPage>({
    command: 'posts preview',
    input: JSON.parse(asked) as Record<string, unknown>, // written above
  });
}

function MoreFields({
  post,
  onChange,
}: {
  post: ComposedPost;
  onChange: (changed: Partial<ComposedPost>) => void;
}) {
  const hasThreads = post.networks.some((network) => ['twitter', 'threads'].includes(network));
  return (
    <details class="network-options">
      <summary>First comment, notes and more</summary>
      <div class="fields">
        <label>
          First comment, added right after publishing
          <textarea
            rows={2}
            dir="auto"
            value={post.firstComment}
            onInput={({ currentTarget }) => onChange({ firstComment: currentTarget.value })}
          />
        </label>
        <label>
          Private notes
          <textarea
            rows={2}
            dir="auto"
            value={post.notes}
            onInput={({ currentTarget }) => onChange({ notes: currentTarget.value })}
          />
        </label>
        {hasThreads && (
          <Check
            isOn={post.isThread}
            onChange={(isThread) => onChange({ isThread })}
            label="On X and Threads, each paragraph is a post of a thread"
          />
        )}
        <Check
          isOn={post.shortensLinks}
          onChange={(shortensLinks) => onChange({ shortensLinks })}
          label="Shorten links"
        />
        <Check
          isOn={post.hasNoComments}
          onChange={(hasNoComments) => onChange({ hasNoComments })}
          label="No comments, on Instagram, LinkedIn and TikTok"
        />
      </div>
    </details>
  );
}

function Check({
  isOn,
  onChange,
  label,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: string;
}) {
  return (
    <label class="compose-check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** What the dry run of a new post says. */
interface PlannedNewPost {
  readonly request?: { readonly body?: { readonly scheduleDate?: string } };
  readonly requests?: readonly {
    readonly method: string;
    readonly body?: { readonly scheduleDate?: string };
  }[];
}

function ComposeQuestion({
  write,
  post,
  isEdit,
}: {
  write: ReturnType<typeof useWrite>;
  post: ComposedPost;
  isEdit: boolean;
}) {
  const plan = (write.plan?.checked.document ?? null) as PlannedNewPost | null; // of `posts create`
  const request = plan?.request ?? plan?.requests?.find(({ method }) => method === 'POST');
  const at = request?.body?.scheduleDate;
  const warnings = (write.plan?.checked.notes ?? []).filter((note) => note.startsWith('warning: '));
  const what = post.isHeld ? 'Hold this post for approval' : `${getAction(post)} this post`;
  return (
    <Question
      write={write}
      what={isEdit ? `${what} and delete the one that waits` : what}
      action={post.isHeld ? 'Hold' : getAction(post)}
    >
      <div class="asked-post">
        <span class="networks">
          {post.networks.map((network) => (
            <Network key={network} platform={network} />
          ))}
        </span>
        <blockquote dir="auto">{post.text || 'media only'}</blockquote>
      </div>
      <p>{describeWhen(post, at)}</p>
      {warnings.map((warning) => (
        <p key={warning} class="dim">
          <bdi>{warning}</bdi>
        </p>
      ))}
    </Question>
  );
}

function describeWhen({ when, slot, isHeld }: ComposedPost, at: string | undefined): string {
  const approval = isHeld ? ', once it is approved' : '';
  if (when === 'slot') return `It takes the next free slot of ${slot}${approval}.`;
  if (at === undefined) return isHeld ? 'It is published when it is approved.' : 'It is published at once.';
  const utc = formatExact(at, 'UTC');
  const local = formatExact(at);
  return `It is published on ${local}${local === utc ? '' : ` (${utc})`}${approval}.`;
}
