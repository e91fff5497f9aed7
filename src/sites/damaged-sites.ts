/** What damage of a record that belongs to no site is noted under; no site has a space in its name. Without addresses. */
export const recordName = (table: 'members' | 'blocks', key: string): string =>
  table === 'members' ? `member ${key}` : 'blocked address';

export const isSiteName = (name: string): boolean => !name.includes(' ');

/** Damaged sites and what is wrong with each, by name; and other damaged records. Whoever finds one adds it, and each is reported once. */
export class DamagedSites extends Map<string, string> {
  /** Called with each new one. */
  found: ((site: string, damage: string) => void) | undefined;

  override set(site: string, damage: string): this {
    const isKnown = this.has(site);
    super.set(site, damage);
    if (!isKnown) this.found?.(site, damage);
    return this;
  }
}
