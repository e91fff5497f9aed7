/** The styles of `<sound-mode>`: dark or light as the page is, with custom properties for its colours. */

export const STYLE = `
:host { display: block; color-scheme: inherit; font: 1rem/1.4 system-ui, sans-serif;
  --ink: light-dark(#1d1f24, #eceae6); --paper: light-dark(#ffffff, #17181c); --edge: light-dark(#767a84, #8b8f99);
  --soft: light-dark(#f1efeb, #23252b); --accent: light-dark(#b34700, #ff9d5c); --on-accent: light-dark(#ffffff, #1d1f24);
  color: var(--ink) }
:host([hidden]), :host([controls=none]) { display: none }
* { box-sizing: border-box }
/* A size container has no intrinsic width, which grids, centred columns and floats need: anything up to this. */
.room { display: grid; grid-template-columns: minmax(0, 60rem) }
.instrument { container-type: inline-size; background: var(--paper); border: 1px solid var(--edge); border-radius: 12px; padding: 1rem;
  display: flex; flex-direction: column; gap: 1rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
h2 { font-size: 1.15rem; margin: 0; margin-inline-end: auto }
:host([devices]) .room { grid-template-columns: minmax(0, 1fr) } .devices { display: grid; gap: .6rem; justify-items: start }
:host([devices]) h2 { display: none } /* the player page has its own heading */
button, select { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--edge);
  border-radius: 8px; padding: .45rem .8rem; min-block-size: 2.5rem; cursor: pointer }
button.main, button.power { background: var(--accent); color: var(--on-accent); border-color: transparent; font-weight: 600 }
button.power { min-inline-size: 5.5rem } /* Play is as wide as Pause */
button.power[aria-pressed=true] { background: var(--soft); color: inherit; border-color: var(--edge) }
button:disabled, button[aria-disabled=true] { opacity: .5; cursor: default }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px } :where(.instrument):focus-visible { outline: none }
input { accent-color: var(--accent); font: inherit; color: inherit; min-inline-size: 0 }
input[type=number] { background: var(--soft); border: 1px solid var(--edge); border-radius: 6px; padding: .3rem .5rem }
.volume { display: flex; align-items: center; gap: .5rem; font-size: .9rem } .volume input { inline-size: 6rem; min-block-size: 2.5rem }
label.preset { display: flex; align-items: center; gap: .5rem; font-size: .9rem; min-inline-size: 0; white-space: nowrap } .preset select { min-inline-size: 0; text-overflow: ellipsis } .preset[hidden] { display: none }
.row { display: flex; flex-wrap: wrap; gap: .5rem } .choice { display: flex; align-items: center; gap: .4rem; min-block-size: 2.5rem; padding-inline: .3rem; font-size: .9rem } .choice input { inline-size: 1.2rem; block-size: 1.2rem; margin: 0 }
.beat { min-inline-size: 1ch; font-size: 1.3rem; font-weight: 700; color: var(--accent) }
.body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-items: start }
.side, .lessons { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start }
.controls { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); max-inline-size: 48rem }
@container (min-width: 44rem) { .body { grid-template-columns: minmax(18rem, 24rem) 1fr } .body > .full { grid-column: 1 / -1 } }
.side.full .keyboard, .keyboard ~ .bank { grid-column: 1 / -1 } .side.full .keyboard ~ .bank { grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr)) }
@container (min-width: 44rem) { .body:has(> .beside) { grid-template-columns: auto minmax(14rem, 1fr) } .beside .scope { grid-template-columns: 1fr } .side:has(+ .beside) { min-inline-size: min(26rem, 50cqi) } }
@container (min-width: 64rem) { .side.full { grid-template-columns: minmax(0, 48rem) minmax(0, 1fr) } .side.full > :not(.controls, .takes) { grid-column: 1 / -1 } .takes { align-content: start } }
.pad { position: relative; aspect-ratio: 1; inline-size: min(100%, 26rem); border-radius: 10px; overflow: hidden; touch-action: none; cursor: crosshair;
  border: 1px solid var(--edge); user-select: none; -webkit-user-select: none }
.pad:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px }
.map { position: absolute; inset: 0; inline-size: 100%; block-size: 100% }
.plane { position: absolute; inset: 0; background: radial-gradient(circle, var(--accent), transparent 70%) 0 0 / 100% 100%, var(--soft); opacity: .5 }
.unseen { position: absolute; inset: 0; opacity: 0; pointer-events: none }
.dot, .point { position: absolute; translate: -50% -50%; border-radius: 50%; pointer-events: none }
.dot { inline-size: 26px; block-size: 26px; border: 4px solid var(--paper); background: var(--accent); box-shadow: 0 0 0 2px var(--ink) }
.axis { position: absolute; max-inline-size: 70%; padding: 0 .4em; border-radius: 6px; font-size: .8rem; background: var(--paper); color: var(--ink);
  pointer-events: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .axis:empty { display: none }
.axis { inset-inline-start: 50%; translate: -50% } .axis.across { inset-block-end: .3rem } .axis.across::after { content: ' →' } .axis.up { inset-block-start: .3rem } .axis.up::after { content: ' ↑' }
.point { inline-size: 22px; block-size: 22px; display: grid; place-items: center; font-size: .75rem; font-weight: 600;
  background: var(--paper); color: var(--ink); border: 2px solid var(--ink); box-shadow: 0 0 0 calc(8px * var(--error, 0)) color-mix(in srgb, var(--accent) 45%, transparent) }
.points { isolation: isolate } .point.worst { background: var(--accent); color: var(--on-accent); z-index: 1 }
/* On a phone, what is played and Teach share one screen. */
@container (max-width: 30rem) { header { gap: .4rem .6rem } label.preset, .volume { font-size: .8rem; gap: .3rem } header select { padding-inline: .4rem; max-inline-size: 9.5rem } header select[part] { max-inline-size: 7.5rem }
  .volume { flex: 1 1 7rem } .volume input { flex: 1; inline-size: 3rem }
  .side { display: contents } .controls, .keys { order: -2 } .lessons { order: -1 }
  .controls:has(.pad + .pad) .pad { aspect-ratio: auto; block-size: clamp(8rem, 20svh, 16rem) } .lessons .hint { min-block-size: 0 } .piano { block-size: 7.5rem } }
.bank, .params, .meters { display: grid; gap: .6rem; align-content: start }
.meters label { display: grid; grid-template-columns: 9rem 1fr; align-items: center }
.controls:empty, .feed:empty, .training[hidden] { display: none } .sent { margin: 0; font-size: .85rem; font-variant-numeric: tabular-nums } .sent:empty, .silent:empty { display: none } .silent { display: grid; gap: .5rem; justify-items: start } .silent p { margin: 0 } :is(.silent, .feed) [aria-pressed=true] { background: var(--accent); color: var(--on-accent) }
.bank label, .advanced label { display: grid; gap: .1rem }
.params { grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)) }
fieldset { border: 1px solid var(--edge); border-radius: 10px; padding: .6rem .8rem; margin: 0; min-inline-size: 0 }
legend { font-weight: 600; padding-inline: .3rem }
.params label { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .6rem; padding-block: .2rem; font-size: .9rem }
.params input { grid-column: 1 / -1; inline-size: 100% }
.params output { font-variant-numeric: tabular-nums; white-space: nowrap }
.params .name { display: flex; gap: .4rem; align-items: center; min-inline-size: 0 }
.scale { display: flex; gap: .5rem; align-items: center; font-size: .9rem; grid-column: 1 / -1 } .param { display: flex; gap: .6rem; align-items: center } .param label { flex: 1; min-inline-size: 0 } button.tap { padding: .2rem .6rem; min-block-size: 2rem; touch-action: manipulation }
button.lock { display: grid; padding: .3rem; min-block-size: 0; border-color: transparent; background: none }
button.lock[aria-pressed=true] { background: var(--accent); color: var(--on-accent) }
.padlock { inline-size: 20px; block-size: 20px; fill: none; stroke: currentColor; stroke-width: 1.6 } [aria-pressed=true] .padlock { fill: currentColor } [aria-pressed=true] .shackle { fill: none } [aria-pressed=false] .shackle { rotate: 35deg; transform-origin: 10.5px 7.5px }
.curve { inline-size: 16px; block-size: 16px; flex: none; fill: none; stroke: var(--accent); stroke-width: 2 }
.teach { display: grid; gap: .7rem }
.teach p { margin: 0 } .teach .hint { min-block-size: 2.8em } .feed { display: grid; gap: .5rem } .feed button { max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .feed .hint { margin: 0; font-size: .9rem } .dropping { outline: 2px dashed var(--accent); outline-offset: 4px }
.training { display: grid; gap: .2rem }
.plot { inline-size: 100%; block-size: 70px; border-radius: 8px; background: var(--soft); color: var(--accent) }
figure { margin: 0 } figcaption { font-size: .8rem }
.scope { display: grid; gap: .6rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)) }
.piano { display: flex; position: relative; block-size: 9rem; touch-action: none; overflow: hidden; user-select: none; -webkit-user-select: none }
.piano button { padding: 0; min-block-size: 0; border-radius: 0 0 6px 6px; border: 1px solid #555 }
.keyboard { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem } .octaves { align-items: center } .range { font-size: .9rem }
.white { flex: 1 1 0; background: #fdfdfb !important } .black { flex: 0 0 calc(.6 * var(--white)); margin-inline: calc(-.3 * var(--white)); block-size: 60%; background: #24262c !important; z-index: 1 }
.piano [aria-pressed=true] { background: var(--accent) !important }
.piano button:focus-visible { outline-offset: -4px }
.latency { margin-block-start: .6rem } .latency output { padding-block: .5rem }
.field { display: grid; gap: .2rem; margin-block-end: .5rem; font-size: .9rem }
.midi { display: grid; gap: .6rem; justify-items: start }
.midi .field, .latency .field { margin: 0 } .midi .row, .latency { align-items: end } .midi select { max-inline-size: 100% }
.mappings { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem } .mappings:empty { display: none }
.mappings li { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; justify-content: space-between }
.meter { inline-size: 100%; block-size: .9rem; accent-color: var(--accent) }
/* Which computer keys play, for people who have them. */
.keys { margin: 0; font-size: .85rem } .keys:empty { display: none } @media not ((hover: hover) and (pointer: fine)) { .keys { display: none } }
/* In the editor: the instrument of the page, while its teaching tools are open, and those tools. */
.linked { outline: 3px solid var(--accent); outline-offset: -1px } .linked label.preset { visibility: hidden }
button[part=teach][aria-pressed=true] { background: var(--accent); color: var(--on-accent); border-color: transparent }
.remote :is(.takes, .latency, .feed, .volume, .scope), .elsewhere .power, .elsewhere .keys, .elsewhere .controls > :not(:has(.plane)) { display: none }
summary { cursor: pointer; padding-block: .4rem; font-weight: 600 }
details[open] > summary { margin-block-end: .5rem }
/* In a line of its own at the end of the instrument, or, while that is out of sight, over the last of it that is in sight. */
.messages { position: sticky; inset-block-end: 1rem; z-index: 2; block-size: var(--message-line, 1.4em); display: grid; align-content: end; justify-content: center; pointer-events: none }
.message { margin: 0 0 -.5rem; border-radius: 8px; background: var(--ink); color: var(--paper); pointer-events: auto }
.message:not(:empty) { padding: .45rem .9rem; border: 1px solid transparent }
a { color: inherit }
@media (prefers-reduced-motion: no-preference) { .dot { transition: scale .1s } .pad:active .dot { scale: 1.15 } }
@media (forced-colors: active) { .dot { background: Highlight } .point.worst { background: Highlight; color: HighlightText } .piano [aria-pressed=true] { background: Highlight !important } }
`;
