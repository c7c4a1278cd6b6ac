/** Text with a color, or already cut to a width. As a plain string, for other filters, it has no color. */
export class DrawnText {
  readonly text: string;
  readonly isSanitized: boolean;
  readonly paint: (text: string) => string;

  constructor(text: string, { isSanitized = false, paint = (plain: string) => plain } = {}) {
    this.text = text;
    this.isSanitized = isSanitized;
    this.paint = paint;
  }

  toString(): string {
    return this.text;
  }
}
