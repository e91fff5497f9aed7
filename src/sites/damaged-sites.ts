/** Damaged sites and what is wrong with each, by name. Whoever finds one adds it, and each is reported once. */
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
