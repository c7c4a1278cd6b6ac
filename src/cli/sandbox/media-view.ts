import type { ListedMedia } from '../../service/control/media.ts';
import type { Column, ListView } from '../render/view.ts';

/** The registered media files, with their properties. */
export function buildMediaView(media: readonly ListedMedia[]): ListView<ListedMedia> {
  return {
    kind: 'list',
    document: { media },
    key: 'media',
    rows: media,
    columns: MEDIA_COLUMNS,
    empty: 'no media files',
  };
}

const MEDIA_COLUMNS: readonly Column<ListedMedia>[] = [
  { name: 'url', title: 'file', value: ({ url }) => url, role: 'id', drop: 0 },
  {
    name: 'reachable',
    title: 'reachable',
    value: ({ reachable }) => reachable,
    show: ({ reachable }) => (reachable ? 'yes' : 'no'),
    drop: 0,
  },
  { name: 'seconds', title: 'seconds', value: ({ seconds }) => seconds, align: 'right', drop: 1 },
  { name: 'bytes', title: 'bytes', value: ({ bytes }) => bytes, align: 'right', drop: 1 },
  { name: 'type', title: 'type', value: ({ type }) => type, placeholder: () => 'by file extension', drop: 2 },
];
