import { formatCounted, isTooLong } from '../../../domain/text/text-counts.ts';
import type { TextUnit } from '../../../service/text-limits.ts';
import { RanFailure } from '../../parts/failure-note.tsx';
import { getNetworkName, Network } from '../../parts/networks.tsx';
import { Picture } from '../../parts/picture/picture.tsx';
import type { Loaded } from '../../use-run.ts';
import type { PreviewOfNetwork, PreviewsOfPage } from '../calendar-records.ts';

/** Of each network; the others are counted. */
const SHOWN_MEDIA = 4;

/** A post as each of its networks will show it, with its length, and why one would refuse it. */
export function Previews({ loaded, hasNetworks }: { loaded: Loaded<PreviewsOfPage>; hasNetworks: boolean }) {
  const { ran, isLoading } = loaded;
  return (
    <section class="previews" aria-label="Previews" aria-busy={hasNetworks && isLoading}>
      {!hasNetworks && <p class="empty">Choose a network to see how it will show the post.</p>}
      {hasNetworks && <RanFailure ran={ran} />}
      {hasNetworks &&
        ran?.document?.previews.map((preview) => <Preview key={preview.platform} preview={preview} />)}
    </section>
  );
}

function Preview({ preview }: { preview: PreviewOfNetwork }) {
  const { platform, title, posts, firstComment, changes, warnings, errors } = preview;
  return (
    <article class="network-preview" aria-label={getNetworkName(platform)}>
      <header>
        <Network platform={platform} /> <span class="strong">{getNetworkName(platform)}</span>
        {posts.length === 1 && posts[0] !== undefined && <Count of={posts[0]} />}
      </header>
      {title !== null && (
        <p class="strong" dir="auto">
          {title}
        </p>
      )}
      {posts.map((post, at) => (
        <div key={at} class="shown-post">
          {posts.length > 1 && (
            <p class="dim by">
              {at + 1} of {posts.length} <Count of={post} />
            </p>
          )}
          <p class="text" dir="auto">
            {post.text || <span class="dim">No text.</span>}
          </p>
          {post.mediaUrls.length > 0 && (
            <p class="dim preview-media">
              {post.mediaUrls.slice(0, SHOWN_MEDIA).map((url) => (
                <Picture key={url} url={url} alt="" size="row" />
              ))}
              <span>{formatMedia(post.mediaUrls.length)}</span>
            </p>
          )}
          {post.card !== null && (
            <p class="dim">
              Card of <bdi>{post.card}</bdi>
            </p>
          )}
        </div>
      ))}
      {firstComment !== null && (
        <p class="dim">
          First comment: <bdi>{firstComment}</bdi>
        </p>
      )}
      <ul class="preview-findings">
        {errors.map((words) => (
          <li key={words} class="bad">
            <bdi>{words}</bdi>
          </li>
        ))}
        {[...warnings, ...changes].map((words) => (
          <li key={words} class="dim">
            <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Count({ of: { unit, ...counted } }: { of: PreviewOfNetwork['posts'][number] }) {
  const length = { ...counted, unit: unit as TextUnit }; // of `posts preview`
  return <span class={isTooLong(length) ? 'bad count-of' : 'dim count-of'}>{formatCounted(length)}</span>;
}

function formatMedia(count: number): string {
  return count === 1 ? '1 image or video' : `${count} images or videos`;
}
