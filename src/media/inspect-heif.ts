import { type ByteSource, type MediaSize, NO_SIZE, toMediaSize } from './byte-source.ts';
import { findBox, type IsoBox, listBoxes, readBox, toWholeFile, walkBoxes } from './iso-boxes.ts';

/** Properties of an image are short; those of all tiles of a panorama take less than this. */
const MOST_PROPERTY_BYTES = 64;
const MOST_ASSOCIATION_BYTES = 4 * 1024 * 1024;

/**
 * Reads a picture in the High Efficiency Image File Format, such as HEIC or AVIF: the size of its primary item as it is
 * displayed. Its index (`meta`) may be of any size, and anywhere.
 */
export async function inspectHeif(source: ByteSource): Promise<MediaSize & { isDamaged: boolean }> {
  let meta: IsoBox | null = null;
  let isSequence = false;
  for await (const box of walkBoxes(source, toWholeFile(source))) {
    if (box.end > source.size && (box.name === 'meta' || box.name === 'mdat')) return DAMAGED_IMAGE;
    if (box.name === 'meta') meta ??= box;
    isSequence ||= box.name === 'moov';
  }
  if (meta === null) return isSequence ? { ...NO_SIZE, isDamaged: false } : DAMAGED_IMAGE;
  // the children follow a version and flags
  const size = await measurePrimaryItem(source, { ...meta, start: meta.start + 4 });
  return { ...(size ?? NO_SIZE), isDamaged: size === null };
}

const DAMAGED_IMAGE = { ...NO_SIZE, isDamaged: true };

async function measurePrimaryItem(source: ByteSource, meta: IsoBox): Promise<MediaSize | null> {
  const properties = await findBox(source, meta, 'iprp');
  const container = properties === null ? null : await findBox(source, properties, 'ipco');
  if (properties === null || container === null) return null;
  const all = await Array.fromAsync(walkBoxes(source, container));
  const primary = await readPrimaryId(source, meta);
  const places = primary === null ? [] : await listAssociations(source, properties, primary);
  const ofPrimary = places.flatMap((place) => all[place - 1] ?? []);
  return (await applyProperties(source, ofPrimary)) ?? (await findLargest(source, all));
}

/** Without a primary item that can be found, the picture is the largest one. */
async function findLargest(source: ByteSource, properties: readonly IsoBox[]): Promise<MediaSize | null> {
  let largest: MediaSize | null = null;
  for (const property of properties) {
    const size = await applyProperties(source, [property]);
    if (size !== null && countPixels(size) > countPixels(largest)) largest = size;
  }
  return largest;
}

function countPixels(size: MediaSize | null): number {
  return (size?.width ?? 0) * (size?.height ?? 0);
}

async function readPrimaryId(source: ByteSource, meta: IsoBox): Promise<number | null> {
  const bytes = await readBox(source, await findBox(source, meta, 'pitm'), 8);
  if (bytes[0] === 0 && bytes.length >= 6) return bytes.readUInt16BE(4);
  return bytes.length >= 8 ? bytes.readUInt32BE(4) : null;
}

/** The places of an item's properties, from 1, in the order in which they apply. */
async function listAssociations(
  source: ByteSource,
  properties: IsoBox,
  id: number,
): Promise<readonly number[]> {
  for (const box of await listBoxes(source, properties, 'ipma')) {
    const found = findAssociation(await readBox(source, box, MOST_ASSOCIATION_BYTES), id);
    if (found !== null) return found;
  }
  return [];
}

function findAssociation(bytes: Buffer, id: number): readonly number[] | null {
  const hasLongIds = (bytes[0] ?? 0) > 0;
  const hasLongPlaces = ((bytes[3] ?? 0) & 1) === 1;
  const idBytes = hasLongIds ? 4 : 2;
  const step = hasLongPlaces ? 2 : 1;
  for (let at = 8; at + idBytes < bytes.length; ) {
    const item = bytes.readUIntBE(at, idBytes);
    const count = bytes[at + idBytes] ?? 0;
    const from = at + idBytes + 1;
    at = from + count * step;
    if (item !== id || at > bytes.length) continue;
    // the highest bit says whether the property is essential
    return Array.from({ length: count }, (_, index) =>
      hasLongPlaces ? bytes.readUInt16BE(from + index * step) & 0x7fff : (bytes[from + index] ?? 0) & 0x7f,
    );
  }
  return null;
}

/** Applies the properties that change the size, in their order: extents, clean aperture and rotation. */
async function applyProperties(source: ByteSource, properties: readonly IsoBox[]): Promise<MediaSize | null> {
  let size: MediaSize | null = null;
  for (const property of properties) {
    const change = PROPERTIES[property.name];
    if (change === undefined) continue;
    size = change(await readBox(source, property, MOST_PROPERTY_BYTES), size) ?? size;
  }
  return size;
}

type SizeChange = (bytes: Buffer, size: MediaSize | null) => MediaSize | null;

const PROPERTIES: Readonly<Record<string, SizeChange | undefined>> = {
  ispe: (bytes) => (bytes.length < 12 ? null : toMediaSize(bytes.readUInt32BE(4), bytes.readUInt32BE(8))),
  clap: (bytes, size) => (size === null ? null : measureAperture(bytes)),
  irot: (bytes, size) => {
    const isTurned = ((bytes[0] ?? 0) & 1) === 1;
    return size !== null && isTurned ? { width: size.height, height: size.width } : null;
  },
};

/** Size of a clean aperture: two fractions, before those of its place. */
export function measureAperture(bytes: Buffer): MediaSize | null {
  if (bytes.length < 16) return null;
  const [width = 0, widthOf = 0, height = 0, heightOf = 0] = [0, 4, 8, 12].map((at) =>
    bytes.readUInt32BE(at),
  );
  return toMediaSize(width / widthOf, height / heightOf);
}
