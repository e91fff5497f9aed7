/** Damaged sites and what is wrong with them, by name. Whoever finds one notes it here, and it is told once. */
export class DamagedSites extends Map<string, string> {
  /** Called with each that is found. */
  found: ((site: string, damage: string) => void) | undefined;

  override set(site: string, damage: string): this {
    const isKnown = this.has(site);
    super.set(site, damage);
    if (!isKnown) this.found?.(site, damage);
    return this;
  }
}
