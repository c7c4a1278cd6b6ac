/** Media type by file extension, in lower case. Any other extension is unknown. */
export const MEDIA_EXTENSIONS = {
  image: ['avif', 'bmp', 'gif', 'heic', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'],
  video: ['3gp', 'avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'],
} as const;

/** Extensions allowed for a trial reel. @see docs/service/errors.md#code-449 */
export const TRIAL_REEL_EXTENSIONS: readonly string[] = ['mp4', 'mov'];

/** Extensions allowed for a YouTube thumbnail. @see docs/service/errors.md#code-307 */
export const THUMBNAIL_EXTENSIONS: readonly string[] = ['png', 'jpg', 'jpeg'];
