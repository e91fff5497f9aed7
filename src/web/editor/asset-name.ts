/** The names of pictures and sounds of a site, made from those of people's files so that none replaces another. */
import { type Asset, assetType } from '../../shared/site/document.ts';
import { sameBytes } from '../../shared/site/examples.ts';

const MAX_CHARACTERS = 64;
/** Of the number that tells names apart: `-64`. */
const NUMBER_CHARACTERS = 3;

/** What a file is called of whose name nothing is left, by its media type. */
const PLAIN: Readonly<Record<string, string>> = {
  image: 'picture',
  audio: 'sound',
  video: 'video',
  font: 'font',
};

const clean = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');

export interface AssetName {
  readonly name: string;
  /** The name it would have, had the site not another file of that name. */
  readonly taken?: string;
}

/**
 * The nearest valid name that is free: "My Cat.PNG" → "My-Cat.PNG", "фото.png" → "picture.png". The same bytes keep the
 * name they have.
 *
 * @param file its name, with an ending
 */
export function assetName(file: string, bytes: Uint8Array, assets: readonly Asset[]): AssetName {
  const dot = file.lastIndexOf('.');
  const ending = clean(file.slice(dot + 1));
  const [kind = ''] = assetType(`x.${ending}`)?.split('/') ?? [];
  const stem = clean(file.slice(0, dot)) || (PLAIN[kind] ?? 'file');
  const short = stem.slice(0, MAX_CHARACTERS - NUMBER_CHARACTERS - ending.length - 1);
  const numbered = (number: number): string =>
    `${number === 1 ? short : `${short}-${number}`}.${ending}`;
  for (let number = 1; ; number += 1) {
    const name = numbered(number);
    const other = assets.find((asset) => asset.name.toLowerCase() === name.toLowerCase());
    if (other === undefined) return number === 1 ? { name } : { name, taken: numbered(1) };
    if (sameBytes(other.bytes, bytes)) return { name: other.name };
  }
}
