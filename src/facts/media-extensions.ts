/** What a file is by the ending of its address, in small letters. Any other ending tells nothing. */
export const MEDIA_EXTENSIONS = {
  image: ['avif', 'bmp', 'gif', 'heic', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'],
  video: ['3gp', 'avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'],
} as const;

/** What a trial reel can be made of. @see docs/service/errors.md#code-449 */
export const TRIAL_REEL_EXTENSIONS: readonly string[] = ['mp4', 'mov'];

/** What a thumbnail of youtube can be. @see docs/service/errors.md#code-307 */
export const THUMBNAIL_EXTENSIONS: readonly string[] = ['png', 'jpg', 'jpeg'];
