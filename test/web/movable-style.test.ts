/** What style sheets of delivery networks name, when they stand in an exported file. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { movableStyle, shownIn } from '../../src/web/editor/movable-style.ts';

const BASE = 'https://unpkg.com/icons@1/css/icons.css';
const STYLE = `@import "more.css";
@import url('../other.css');
@font-face { src: url(../fonts/a.woff2) format("woff2"), url( "https://cdn.example/b.woff" ) }
a { background: url("data:image/png;base64,AA==") url('') url(#part) }`;

test('everything that is shown is named by its whole address', () => {
  assert.equal(shownIn(STYLE, BASE), [
    'https://unpkg.com/icons@1/other.css',
    'https://unpkg.com/icons@1/fonts/a.woff2',
    'https://cdn.example/b.woff',
  ]);
});

test('what was loaded becomes data, and everything else keeps its place', () => {
  const data = new Map([
    ['https://unpkg.com/icons@1/fonts/a.woff2', 'data:font/woff2;base64,AA=='],
  ]);
  assert.is(
    movableStyle(STYLE, BASE, data),
    `@import "https://unpkg.com/icons@1/css/more.css";
@import url("https://unpkg.com/icons@1/other.css");
@font-face { src: url("data:font/woff2;base64,AA==") format("woff2"), url("https://cdn.example/b.woff") }
a { background: url("data:image/png;base64,AA==") url('') url(#part) }`,
  );
});

test('names that never end take time in proportion to the text', () => {
  assert.equal(shownIn('url('.repeat(200_000), BASE), []);
});

test.run();
