import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';

/** How an image is stored: text stays sharp, and a view takes some 30 kB. */
const WEBP = { type: 'image/webp', quality: 0.85 } as const;

/** Cells of the grid in which two images are compared, each with its average color. */
const CELLS = 40;
/** Of 255 a color: a row of text that is there or not differs by more; fonts of another machine differ by less. */
const CLEAR_DIFFERENCE = 20;

export function takeScreenshot(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** Stores a screenshot as a file for the documents. */
export async function writeScreenshot(png: Buffer, file: string, canvas: Page): Promise<void> {
  const data = await canvas.evaluate(
    `(async ({ png, type, quality }) => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL(type, quality).split(',')[1];
    })(${JSON.stringify({ png: png.toString('base64'), ...WEBP })})`,
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(String(data), 'base64'));
}

/** The share of a screenshot that clearly differs from a stored one: 0 for the same, 1 for another size. */
export async function compareScreenshots(png: Buffer, stored: Buffer, canvas: Page): Promise<number> {
  const share = await canvas.evaluate(
    `(async ({ images, cells, clear }) => {
      const read = async (image) => {
        const bitmap = await createImageBitmap(await (await fetch(image)).blob());
        const context = Object.assign(document.createElement('canvas'), { width: cells, height: cells }).getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, cells, cells);
        return { size: [bitmap.width, bitmap.height].join(), colors: context.getImageData(0, 0, cells, cells).data };
      };
      const [one, other] = await Promise.all(images.map(read));
      if (one.size !== other.size) return 1;
      let differing = 0;
      for (let at = 0; at < one.colors.length; at += 4)
        if ([0, 1, 2].some((color) => Math.abs(one.colors[at + color] - other.colors[at + color]) > clear)) differing += 1;
      return differing / (cells * cells);
    })(${JSON.stringify({
      images: [
        `data:image/png;base64,${png.toString('base64')}`,
        `data:${WEBP.type};base64,${stored.toString('base64')}`,
      ],
      cells: CELLS,
      clear: CLEAR_DIFFERENCE,
    })})`,
  );
  return Number(share);
}
