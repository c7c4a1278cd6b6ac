import { expect, test } from 'vitest';
import { deriveUserId } from '../../../src/sandbox/networks/network-ids.ts';
import { Platform } from '../../../src/service/platforms.ts';

const LOOKS: Readonly<Record<Platform, RegExp>> = {
  bluesky: /^did:plc:[a-z2-7]{24}$/,
  facebook: /^10\d{13}$/,
  gmb: /^accounts\/\d{21}$/,
  instagram: /^178414\d{11}$/,
  linkedin: /^urn:li:person:\w{10}$/,
  pinterest: /^\d{18}$/,
  reddit: /^t2_[0-9a-z]{8}$/,
  snapchat: /^\w{20}$/,
  telegram: /^-100\d{10}$/,
  threads: /^\d{17}$/,
  tiktok: /^\d{19}$/,
  twitter: /^\d{19}$/,
  whatsapp: /^\d{15}$/,
  youtube: /^UC\w{22}$/,
};

test.each(Platform.options)('%s: made ids look like its own, stay the same, and differ', (platform) => {
  const handles = Array.from({ length: 2_000 }, (_, index) => `someone.${index}`);
  const ids = handles.map((handle) => deriveUserId(platform, handle));
  expect(ids.filter((id) => !LOOKS[platform].test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(handles.map((handle) => deriveUserId(platform, handle))).toEqual(ids);
});
