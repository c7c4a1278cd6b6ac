import { PLATFORMS } from '../../service/platforms.ts';

/** What is short enough to be read at a glance in a list of many. */
const SIGNS: Readonly<Record<keyof typeof PLATFORMS, string>> = {
  bluesky: 'bs',
  facebook: 'fb',
  gmb: 'gb',
  instagram: 'ig',
  linkedin: 'in',
  pinterest: 'pi',
  reddit: 're',
  snapchat: 'sc',
  telegram: 'te',
  threads: 'th',
  tiktok: 'tt',
  twitter: 'x',
  whatsapp: 'wa',
  youtube: 'yt',
};

function isPlatform(platform: string): platform is keyof typeof PLATFORMS {
  return Object.hasOwn(PLATFORMS, platform);
}

export function getNetworkName(platform: string): string {
  return isPlatform(platform) ? PLATFORMS[platform].name : platform;
}

/** One network, as a sign with its name for readers of the screen. */
export function Network({ platform, isFailed = false }: { platform: string; isFailed?: boolean }) {
  const name = getNetworkName(platform);
  const label = isFailed ? `${name}: failed` : name;
  return (
    <span class={isFailed ? 'network failed' : 'network'} role="img" aria-label={label} title={label}>
      {isPlatform(platform) ? SIGNS[platform] : platform.slice(0, 2)}
    </span>
  );
}
