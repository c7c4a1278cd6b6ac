import { findFileFault, type KnownFile } from '../../../domain/posts/file-faults.ts';
import type { MediaKind } from '../../../domain/posts/post-part.ts';
import { CrierError } from '../../../errors.ts';
import type { Platform } from '../../../service/platforms.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import type { LocalMedia } from './local-file.ts';

/** What a local file is for the checks that the service makes as well. */
function toKnownFile({ media }: LocalMedia): KnownFile {
  const { type, bytes, seconds, isDamaged } = media;
  return { type, bytes, seconds: seconds ?? undefined, isDamaged };
}

function getLocalKind({ media }: LocalMedia): MediaKind {
  return media.kind ?? 'unknown';
}

/** Why a network would refuse a file. */
interface LocalFileFault {
  code: number;
  platform: Platform | null;
  message: string;
}

/** Lists why networks would refuse a file; without networks, only what every network would refuse. */
export function listFileFaults(
  file: LocalMedia,
  { platforms, longVideo }: { platforms: readonly Platform[]; longVideo: boolean },
): readonly LocalFileFault[] {
  const { label, media } = file;
  if (media.kind === null) {
    const message = `${label} is not an image or video${media.type === null ? '' : `; its bytes are ${media.type}`}`;
    return [{ code: 139, platform: null, message }];
  }
  if (media.isDamaged) {
    return [{ code: 139, platform: null, message: `${label} is damaged: it ends early, or cannot be read` }];
  }
  return platforms.flatMap((platform) => {
    const fault = findFileFault({
      platform,
      label,
      file: toKnownFile(file),
      kind: getLocalKind(file),
      longVideo,
    });
    return fault === null ? [] : [{ platform, code: fault.code, message: fault.message }];
  });
}

/** @throws CrierError of kind usage with the code of the first fault, before anything is sent */
export function refuseFaults(faults: readonly LocalFileFault[]): void {
  const [first, second] = faults;
  if (first === undefined) return;
  const { advice, ...facts } = describeErrorCode(first.code);
  const next = `nothing was sent${advice ? `; ${advice}` : ''}`;
  if (second === undefined) throw new CrierError('usage', first.message, { ...facts, advice: next });
  throw new CrierError('usage', `${faults.length} errors in the media`, {
    ...facts,
    meaning: null,
    advice: 'nothing was sent',
    errors: [...faults],
  });
}
