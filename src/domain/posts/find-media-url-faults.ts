import type { PostBody } from '../../service/post-body.ts';
import { isPublicHost } from '../addresses/public-host.ts';
import { parseUrlShape } from '../addresses/url-shape.ts';
import { getField, isRecord } from '../json/loose-record.ts';
import type { PostFault } from './post-fault.ts';

/**
 * Finds every media URL that the service cannot fetch.
 *
 * @see docs/service/errors.md#code-136
 * @see docs/service/posts.md#body
 */
export function findMediaUrlFaults(body: PostBody): readonly PostFault[] {
  return listMediaUrls(body).flatMap(([path, urls]) =>
    urls.flatMap((url, at): readonly PostFault[] => {
      if (isMediaUrl(url)) return [];
      return [
        { code: 136, platform: null, path: `${path}[${at}]`, message: NOT_MEDIA_URL, effect: 'request' },
      ];
    }),
  );
}

const NOT_MEDIA_URL = 'must be a public https address without spaces';

function isMediaUrl(url: unknown): boolean {
  return (
    typeof url === 'string' && parseUrlShape(url)?.scheme === 'https' && isPublicHost(new URL(url).hostname)
  );
}

type MediaUrlList = readonly [path: string, urls: readonly unknown[]];

/** Option objects with media of their own, for the posts of a thread. */
const WITH_MEDIA = ['twitterOptions', 'xOptions', 'threadsOptions', 'firstComment'] as const;

function listMediaUrls(body: PostBody): readonly MediaUrlList[] {
  const ofNetworks = isRecord(body.mediaUrls) ? Object.entries(body.mediaUrls) : [];
  const places: readonly (readonly [string, unknown])[] = [
    ['mediaUrls', body.mediaUrls],
    ...ofNetworks.map(([network, urls]) => [`mediaUrls.${network}`, urls] as const),
    ...WITH_MEDIA.map((name) => [`${name}.mediaUrls`, getField(body[name], 'mediaUrls')] as const),
  ];
  return places.flatMap(([path, urls]): readonly MediaUrlList[] =>
    Array.isArray(urls) ? [[path, urls]] : [],
  );
}
