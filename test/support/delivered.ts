/** Libraries of the beginners' pages, for browsers in tests: no test asks the network. */

/** Stands in for the delivery networks: what the libraries of these pages do, as far as the pages use it. */
export const DELIVERED: ReadonlyMap<string, readonly [type: string, body: string]> = new Map([
  [
    'https://cdn.jsdelivr.net/npm/p5@1/lib/p5.js',
    [
      'text/javascript',
      "addEventListener('load', () => {\n  let pen;\n  window.frameCount = 0;\n  window.createCanvas = (width, height) => { const canvas = Object.assign(document.createElement('canvas'), { width, height }); document.body.append(canvas); pen = canvas.getContext('2d'); };\n  window.background = (r, g, b) => { pen.fillStyle = 'rgb(' + [r, g, b] + ')'; pen.fillRect(0, 0, 999, 999); };\n  setup();\n  const step = () => { frameCount += 1; draw(); requestAnimationFrame(step); };\n  step();\n});",
    ],
  ],
  [
    'https://unpkg.com/three@1/three.module.js',
    [
      'text/javascript',
      'export class Scene { children = []; add(one) { this.children.push(one); } }\nexport class Mesh {}',
    ],
  ],
  [
    'https://unpkg.com/three@1/addons/orbit.js',
    [
      'text/javascript',
      "import { Scene } from 'three';\nexport class Orbit { constructor(scene) { if (scene instanceof Scene) window.orbits = 1; } }",
    ],
  ],
  [
    'https://code.jquery.com/jquery-3.js',
    [
      'text/javascript',
      'window.$ = (selector) => ({ text(words) { for (const one of document.querySelectorAll(selector)) one.textContent = words; } });',
    ],
  ],
  [
    'https://cdn.jsdelivr.net/npm/bootstrap@5/bootstrap.css',
    ['text/css', '.btn { color: rgb(7, 8, 9); }'],
  ],
]);
