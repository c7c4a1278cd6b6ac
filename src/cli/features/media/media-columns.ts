import { formatBytes } from '../../../domain/text/format-bytes.ts';
import type { LibraryFile } from '../../../service/endpoints/media-library.ts';
import { type Column, pickMember, type RecordLine } from '../../framework/output/view.ts';

function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function formatPixels({ width, height }: LibraryFile): string {
  return width && height ? `${width}x${height}` : '';
}

export const MEDIA_COLUMNS: readonly Column<LibraryFile>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 4 },
  { ...pickMember('fileName', 'name'), flexible: true, drop: 0 },
  { ...pickMember('contentType', 'type'), drop: 2 },
  {
    ...pickMember('size', 'size'),
    show: ({ size }) => (typeof size === 'number' ? formatBytes(size) : ''),
    drop: 1,
  },
  { ...pickMember('width', 'pixels'), show: formatPixels, drop: 3 },
  { ...pickMember('height', 'height'), dataOnly: true },
  {
    ...pickMember('duration', 'length'),
    show: ({ duration }) => (typeof duration === 'number' ? formatSeconds(duration) : ''),
    drop: 3,
  },
  { ...pickMember('created', 'when'), role: 'time', drop: 2 },
  { ...pickMember('url', 'url'), dataOnly: true, inWide: true },
  { ...pickMember('description', 'description'), dataOnly: true },
];

export function buildMediaLines(file: LibraryFile): readonly RecordLine[] {
  const { id, fileName, contentType, size, width, duration, created, url, description } = file;
  return [
    { name: 'id', title: 'id', value: id ?? null },
    { name: 'fileName', title: 'name', value: fileName ?? null },
    { name: 'contentType', title: 'type', value: contentType ?? null },
    { name: 'size', title: 'size', value: size ?? null, ...showAs(size, formatBytes) },
    { name: 'width', title: 'pixels', value: width ?? null, ...showAs(width, () => formatPixels(file)) },
    { name: 'duration', title: 'length', value: duration ?? null, ...showAs(duration, formatSeconds) },
    { name: 'created', title: 'uploaded', value: created ?? null, role: 'time' },
    { name: 'url', title: 'url', value: url ?? null },
    { name: 'description', title: 'description', value: description ?? null },
  ];
}

function showAs(value: unknown, format: (value: number) => string): { shown?: string } {
  return typeof value === 'number' ? { shown: format(value) } : {};
}
