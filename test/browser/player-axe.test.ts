/** The player of every mode, unfolded: axe finds nothing, nothing is too wide, and it looks as it should. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { Chromium, look, type Size } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const { modeId } of MODES) {
  test(`axe finds nothing to mend in the player of ${modeId}`, async () => {
    const person = await chromium.person();
    const { page } = person;
    await page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
    await page.locator('sound-mode .instrument').waitFor();
    await press(page, 'Play');
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('sound-mode')) {
        for (const details of part.shadowRoot?.querySelectorAll('details') ?? [])
          details.open = true;
      }
    });
    await page.evaluate(axe);
    const results: AxeResults = await page.evaluate('axe.run(document)');
    assert.equal(
      results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`),
      [],
    );
    for (const size of ['phone', 'tablet', 'desktop'] satisfies Size[]) {
      await look(page, `player-${modeId}`, size);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${wide} pixels wide at 320`);
    await person.close();
  });
}

closing(chromium, service);

test.run();
