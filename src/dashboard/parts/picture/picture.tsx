import { useEffect, useRef, useState } from 'preact/hooks';
import { getTypeOfEnding } from '../../../service/media-limits.ts';
import { pageState } from '../../page-store.ts';
import { readImage } from '../../read-image.ts';

/** As `ImageRefusal` of src/cli/features/dashboard/page-images.ts; that of a video is shown by its sign. */
const REASONS: Readonly<Record<string, string>> = {
  'not given': 'shown once it is part of a post',
  'not allowed': 'not read: no public https address',
  unreachable: 'its host does not answer',
  'too slow': 'its host takes too long',
  'too large': 'too large to show here',
  moved: 'its address leads to another one',
  gone: 'no such file at its host',
  'no image': 'no image that is shown here',
};

type PictureState = { readonly src: string } | { readonly refusal: string } | null;

interface PictureProps {
  readonly url: string;
  /** Empty for one with its text beside it. */
  readonly alt: string;
  /** The image that is shown of a video, where there is one. */
  readonly poster?: string | null;
  /** `tile` has room for a reason; `row` is as high as a row of a list. */
  readonly size: 'tile' | 'row';
}

/** An image or video of a post or message, in a box that has its size before the image is there. */
export function Picture({ url, alt, poster = null, size }: PictureProps) {
  const isVideo = getKindOf(url) === 'video';
  const shown = isVideo ? poster : url;
  return (
    <span class={`picture ${size}`}>
      {shown === null || pageState.value?.showsImages !== true ? (
        <NoPicture kind={isVideo ? 'video' : 'image'} alt={alt} reason={null} />
      ) : (
        <ReadPicture key={shown} url={shown} alt={alt} />
      )}
      {isVideo && shown !== null && <Sign kind="video" isOver />}
    </span>
  );
}

function ReadPicture({ url, alt }: { url: string; alt: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<PictureState>(null);
  useEffect(() => whenSeen(box.current, (gone) => showImage(url, gone, setState)), []);
  if (state !== null && 'refusal' in state)
    return (
      <NoPicture
        kind={state.refusal === 'video' ? 'video' : 'image'}
        alt={alt}
        reason={REASONS[state.refusal] ?? null}
      />
    );
  return (
    <span ref={box} class="picture-box">
      {state !== null && (
        <img
          src={state.src}
          alt={alt}
          // what is drawn stays; a page that is open for a day does not keep the bytes twice
          onLoad={() => URL.revokeObjectURL(state.src)}
          onError={() => setState({ refusal: 'no image' })}
        />
      )}
    </span>
  );
}

/** The first image or video of a post in a row of a list, and how many more there are; nothing for a post without any. */
export function FirstPicture({ urls }: { urls: readonly string[] | null | undefined }) {
  const [first, ...others] = urls ?? [];
  if (first === undefined || pageState.value?.showsImages !== true) return null;
  return (
    <span class="first-picture">
      <Picture key={first} url={first} alt="" size="row" />
      {others.length > 0 && (
        <span class="more-pictures">
          <span class="hidden">and </span>+{others.length}
        </span>
      )}
    </span>
  );
}

/** Starts when the box comes into view, once. @returns ends it */
function whenSeen(box: Element | null, start: (gone: AbortSignal) => void): () => void {
  const leaving = new AbortController();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start(leaving.signal);
    },
    { rootMargin: '100px' },
  );
  if (box !== null) observer.observe(box);
  return () => {
    observer.disconnect();
    leaving.abort();
  };
}

async function showImage(url: string, gone: AbortSignal, show: (state: PictureState) => void): Promise<void> {
  const image = await readImage(url, gone);
  if (gone.aborted) return;
  if (typeof image === 'string') return show({ refusal: image });
  const src = URL.createObjectURL(image);
  gone.addEventListener('abort', () => URL.revokeObjectURL(src), { once: true });
  show({ src });
}

/** A calm sign in place of an image. */
function NoPicture({ kind, alt, reason }: { kind: 'image' | 'video'; alt: string; reason: string | null }) {
  const name = kind === 'video' ? 'video' : 'image';
  return (
    <span class="picture-box none" title={reason === null ? name : `${name}: ${reason}`}>
      <Sign kind={kind} />
      {alt !== '' && (
        <span class="picture-reason">
          <span class="hidden">{alt}: </span>
          {reason ?? name}
        </span>
      )}
    </span>
  );
}

function Sign({ kind, isOver = false }: { kind: 'image' | 'video'; isOver?: boolean }) {
  return (
    <svg class={isOver ? 'picture-sign over' : 'picture-sign'} viewBox="0 0 24 24" aria-hidden="true">
      {kind === 'video' ? (
        <path d="M8 5.5v13l11-6.5z" />
      ) : (
        <path d="M4 5h16v14H4zm2 11.5h12l-4-5.5-3 4-2-2.5zM8.5 8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z" />
      )}
    </svg>
  );
}

/** By the end of its address; null where that does not say. */
export function getKindOf(url: string): 'image' | 'video' | null {
  const [, end = ''] = /\.(\w+)$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
  const type = getTypeOfEnding(end);
  return type === null ? null : type.startsWith('video/') ? 'video' : 'image';
}
