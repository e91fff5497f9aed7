/** How the reference cards look: quiet paper, one accent for the curves, light and dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #fff; --ink: #1d1b18; --soft: #6a655d; --line: #e3dfd7; --grid: #efece5;
  --accent: #b4430f; --other: #2f6f8f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #151412; --card: #1e1c1a; --ink: #f1ede6; --soft: #a49d92; --line: #37332e; --grid: #292622;
    --accent: #ff9a5c; --other: #7cc0e0;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 78rem; padding: 2.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: .2em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
code { font: .85em ui-monospace, monospace; color: var(--soft); }
h1 { margin: 0; font-size: clamp(2rem, 5vw, 3.2rem); line-height: 1.05; letter-spacing: -.02em; font-weight: 650; }
h2 { margin: 3rem 0 1rem; padding-top: .8rem; border-top: 1px solid var(--line); font-size: 1.15rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
p { margin: .4rem 0; max-width: 65ch; white-space: pre-line; }
.soft, dt { color: var(--soft); }
.head { display: grid; gap: 1.5rem 3rem; grid-template-columns: minmax(0, 1fr); align-items: end; }
.network { width: 100%; max-width: 34rem; height: auto; }
.network rect { fill: var(--accent); }
.network path { fill: var(--accent); opacity: .16; }
.network text { fill: var(--soft); font: 13px system-ui, sans-serif; text-anchor: middle; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.2rem; margin: 1.2rem 0 0; }
dd { margin: 0; }
.cards {
  display: grid; gap: 1rem; padding: 0; margin: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(13.5rem, 100%), 1fr));
}
.cards > li {
  padding: 1rem 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: .8rem;
  display: flex; flex-direction: column; gap: .15rem; min-width: 0;
}
.cards.modes { grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.cards .network { height: 6rem; margin-bottom: .8rem; }
.cards p { font-size: .9rem; margin: .2rem 0 0; }
.figure { display: grid; grid-template-columns: 4.4rem minmax(0, 1fr); gap: 0 .5rem; margin: .7rem 0 .3rem; font-size: .78rem; color: var(--soft); }
.figure .plot { grid-row: 1 / 3; grid-column: 2; }
.figure span { font-variant-numeric: tabular-nums; text-align: right; }
.figure span:last-of-type { align-self: end; }
.plot { display: block; width: 100%; height: auto; overflow: visible; }
.plot .grid { fill: none; stroke: var(--grid); vector-effect: non-scaling-stroke; }
.plot .frame { fill: none; stroke: var(--line); vector-effect: non-scaling-stroke; }
.plot use { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.plot use.other { stroke: var(--other); stroke-width: 1.8; stroke-dasharray: 1 5; }
.plot circle { fill: var(--card); stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
.tag { color: var(--accent); font-weight: 600; }
.tag.other { color: var(--other); }
.pair { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
.defs { position: absolute; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .35rem 1.2rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); }
.inputs th, thead th { white-space: nowrap; }
.inputs td { min-width: 6.5rem; }
@media (min-width: 56rem) { .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); } .head { grid-template-columns: minmax(0, 1fr) minmax(0, 34rem); } }
@media print { body { max-width: none; padding: 0; } .cards > li { break-inside: avoid; } }
`.trim();
