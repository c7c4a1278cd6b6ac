import { createHmac } from 'node:crypto';
import { ASSUMED } from '../../service/assumed.ts';
import { MEDIA_PATHS } from '../../service/media-limits.ts';
import { isSameSecret } from './access.ts';

export interface SignedUpload {
  readonly id: string;
  readonly fileName: string;
  readonly profile: number;
  /** In sandbox time. */
  readonly expires: number;
}

/** Where a file is served. @param origin of the request: its port may be another one each time */
export function buildFileUrl(
  { id, fileName }: Pick<SignedUpload, 'id' | 'fileName'>,
  origin: string,
): string {
  return `${origin}${MEDIA_PATHS.file}${id}/${encodeURIComponent(fileName)}`;
}

/** Builds an address that takes a file without keys, for a limited time. @param key a secret of this store */
export function buildUploadUrl(
  upload: SignedUpload,
  { origin, key }: { origin: string; key: string },
): string {
  const { id, fileName, profile, expires } = upload;
  const query = new URLSearchParams({
    fileName,
    profile: String(profile),
    expires: String(expires),
    signature: signUpload(upload, key),
  });
  return `${origin}${MEDIA_PATHS.upload}${id}?${query}`;
}

/** Reads such an address. @returns null when it was not signed with the key; it may have expired */
export function readUploadUrl(url: URL, key: string): SignedUpload | null {
  const { pathname, searchParams } = url;
  const value = (name: string) => searchParams.get(name) ?? '';
  const upload: SignedUpload = {
    id: pathname.slice(MEDIA_PATHS.upload.length),
    fileName: value('fileName'),
    profile: Number(value('profile')),
    expires: Number(value('expires')),
  };
  return isSameSecret(value('signature'), signUpload(upload, key)) ? upload : null;
}

function signUpload({ id, fileName, profile, expires }: SignedUpload, key: string): string {
  const text = JSON.stringify(['media upload', id, fileName, profile, expires]);
  return createHmac('sha256', key).update(text).digest('hex');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNFIT = /[\u0000-\u001f\u007f-\u009f/\\]/g;

/** Turns the name that a client gives into one that can end an address. */
export function toFileName(name: string): string {
  const text = name.toWellFormed().replaceAll(UNFIT, '_').trim();
  const shown = [...text].slice(0, ASSUMED.fileNameCharacters).join('');
  return /^\.*$/.test(shown) ? 'file' : shown; // an address would lose a name of dots
}
