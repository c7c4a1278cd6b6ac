import { getKindOf, Picture } from '../parts/picture/picture.tsx';
import type { OpenedPostOfPage } from './calendar-records.ts';
import { OtherSite } from './other-site.tsx';

/** The images and videos of a post, each with a link to where it is. */
export function PostMedia({ post: { mediaUrls, request } }: { post: OpenedPostOfPage }) {
  const urls = mediaUrls ?? [];
  if (urls.length === 0) return null;
  const options = listNetworkOptions(request);
  return (
    <ul class="media">
      {urls.map((url, at) => (
        <li key={url}>
          <Picture
            url={url}
            alt={describe(url, at, urls.length, options)}
            poster={findPoster(options)}
            size="tile"
          />
          <OtherSite href={url}>{getFileName(url)}</OtherSite>
        </li>
      ))}
    </ul>
  );
}

/** The options of each network, such as `instagramOptions`. */
function listNetworkOptions(request: OpenedPostOfPage['request']): readonly Record<string, unknown>[] {
  return Object.values(request ?? {}).map((options) => Object(options) as Record<string, unknown>);
}

/** Its alternative text where the post has one; the images of a post have it in their order. */
function describe(
  url: string,
  at: number,
  count: number,
  options: readonly Record<string, unknown>[],
): string {
  const texts = options.flatMap(({ altText }) => (Array.isArray(altText) ? [altText[at] as unknown] : []));
  const own = texts.find((text) => typeof text === 'string' && text !== '');
  const kind = getKindOf(url) === 'video' ? 'Video' : 'Image';
  return own === undefined ? `${kind} ${at + 1} of ${count}` : String(own);
}

function findPoster(options: readonly Record<string, unknown>[]): string | null {
  const poster = options.map(({ thumbNail }) => thumbNail).find((each) => typeof each === 'string');
  return poster === undefined ? null : String(poster);
}

/** Enough of an address to be recognized. */
function getFileName(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  return name === '' ? url : name;
}
