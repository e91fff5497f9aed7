/** Zip files that people import: a site comes of them or a sentence, and what is exported is imported as it was. */
import { zipSync } from 'fflate';
import { EMPTY_SITE } from '../../../src/shared/site/document.ts';
import { exportFolder, importFolder } from '../../../src/shared/site/folder.ts';
import { bytesOf, mutateBytes } from '../bytes.ts';
import { must, refusal, type Target } from '../target.ts';

function run(input: Uint8Array): string {
  let site: ReturnType<typeof importFolder>;
  try {
    site = importFolder(input);
  } catch (error) {
    return refusal(error, RangeError);
  }
  const zip = exportFolder(site, 'play()');
  const again = exportFolder(importFolder(zip), 'play()');
  must(Buffer.from(zip).equals(Buffer.from(again)), 'an exported folder is imported as it was');
  return `${Object.keys(site.files).length} ${site.assets.length} ${site.displayName === ''}`;
}

export const folder = (): Target => ({
  seeds: [
    exportFolder({
      ...EMPTY_SITE,
      files: { ...EMPTY_SITE.files, 'index.html': '<h1>Hi', 'about.html': '<p>About' },
      assets: [{ name: 'a.png', bytes: Uint8Array.of(1, 2, 3) }],
      displayName: 'Ada',
    }),
    zipSync({ 'site/index.html': bytesOf('<p>'.repeat(50)), 'site/cat.png': Uint8Array.of(1) }),
  ],
  mutate: (input, random, other) => mutateBytes(input, random, other).slice(0, 30_000),
  run,
});
