import { useState } from 'preact/hooks';
import { Picture } from '../../parts/picture/picture.tsx';
import { UploadFiles } from './upload-files.tsx';

/** The images and videos of a post, by their addresses, in the order in which it shows them. */
export function MediaFields({
  media,
  isMissing,
  onChange,
  onAdded,
}: {
  media: readonly string[];
  /** Whether it is a copy of a post whose media are not known. */
  isMissing: boolean;
  onChange: (media: readonly string[]) => void;
  /** Adds one to the media as they are then, which may be others than now. */
  onAdded: (url: string) => void;
}) {
  const [address, setAddress] = useState('');
  const isAddress = /^https:\/\/[^\s/]+\//i.test(address.trim());
  const add = () => {
    if (!isAddress) return;
    onChange([...media, address.trim()]);
    setAddress('');
  };
  const swap = (at: number) => () => {
    const [one, other] = media.slice(at - 1, at + 1);
    if (one !== undefined && other !== undefined)
      onChange([...media.slice(0, at - 1), other, one, ...media.slice(at + 1)]);
  };
  return (
    <fieldset>
      <legend>Images and videos</legend>
      {isMissing && media.length === 0 && (
        <p class="lacks" role="note">
          The service names no image or video of this post. If it had one, upload it again here, or add its
          address.
        </p>
      )}
      {media.length > 0 && (
        <ol class="media-list">
          {media.map((url, at) => (
            <li key={url}>
              <Picture url={url} alt="" size="row" />
              <bdi>{url}</bdi>
              {at > 0 && (
                <button type="button" class="quiet" aria-label={`Move ${url} up`} onClick={swap(at)}>
                  ↑
                </button>
              )}
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${url}`}
                onClick={() => onChange(media.filter((each) => each !== url))}
              >
                ✕
              </button>
            </li>
          ))}
        </ol>
      )}
      <div class="add-line">
        <input
          type="url"
          aria-label="Address of an image or a video"
          placeholder="https://…"
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" disabled={!isAddress || media.includes(address.trim())} onClick={add}>
          Add
        </button>
      </div>
      <UploadFiles onUploaded={onAdded} />
    </fieldset>
  );
}
