/** Pages as beginners write them after a tutorial, written anew: what each holds, what a visitor does, and what is then true. */

/** What a visitor does: presses what has this name, touches or fills an element, or presses a key. */
export type Step =
  | readonly ['press', name: string]
  | readonly ['follow', link: string]
  | readonly ['touch', selector: string]
  | readonly ['fill', selector: string, text: string]
  | readonly ['key', key: string];

export interface BeginnerPage {
  readonly name: string;
  /** Its index.html is in `html`. */
  readonly html: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  /** An expression in the page that becomes true. */
  readonly holds: string;
  /** What the preview says of it, where something of it cannot work. */
  readonly says?: string;
  /** Its scripts are modules in files of their own, which browsers load from a web server only, not from a folder. */
  readonly hosted?: true;
}

const page = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>My page</title>\n${head}</head>\n<body>\n${body}\n</body>\n</html>\n`;
const LINKED = '<link rel="stylesheet" href="style.css">\n';
/** With the site's script at its end, as the template has it. */
const scripted = (body: string, head = ''): string =>
  page(`${body}<script src="script.js"></script>`, head);
const text = (selector: string, wanted: string): string =>
  `document.querySelector('${selector}').textContent.includes('${wanted}')`;

const FIRST_STEPS: readonly BeginnerPage[] = [
  {
    name: 'first-page',
    html: page('<h1>Hello</h1><p>My first page.</p>', LINKED),
    files: { 'style.css': 'h1 { color: rgb(1, 2, 3); }' },
    holds: "getComputedStyle(document.querySelector('h1')).color === 'rgb(1, 2, 3)'",
  },
  {
    name: 'no-doctype',
    html: '<h1 onclick="this.textContent = \'Thanks\'">Click me</h1>',
    steps: [['touch', 'h1']],
    holds: text('h1', 'Thanks'),
  },
  {
    name: 'counter',
    html: scripted('<button id="more">0 clicks</button>'),
    files: {
      'script.js':
        "let n = 0;\nconst b = document.getElementById('more');\nb.addEventListener('click', () => { b.dataset.n = ++n; });",
    },
    steps: [
      ['touch', '#more'],
      ['touch', '#more'],
    ],
    holds: "document.getElementById('more').dataset.n === '2'",
  },
  {
    name: 'dark-mode',
    html: scripted('<button onclick="toggle()">Dark</button>', LINKED),
    files: {
      'style.css': 'body.dark { background: rgb(17, 17, 17); }',
      'script.js':
        "if (localStorage.getItem('mode') === 'dark') toggle();\nfunction toggle() {\n  document.body.classList.toggle('dark');\n  localStorage.setItem('mode', 'dark');\n}",
    },
    steps: [['press', 'Dark']],
    holds:
      "getComputedStyle(document.body).backgroundColor === 'rgb(17, 17, 17)' && localStorage.mode === 'dark'",
  },
  {
    name: 'accordion',
    html: page('<details><summary>More</summary><p>Hidden before</p></details>'),
    steps: [['touch', 'summary']],
    holds: "document.querySelector('details').open",
  },
  {
    name: 'dialog',
    html: page(
      '<dialog id="d"><form method="dialog"><button value="yes">Yes</button></form></dialog><button onclick="d.showModal()">Open</button>',
    ),
    steps: [
      ['press', 'Open'],
      ['press', 'Yes'],
    ],
    holds: "document.getElementById('d').returnValue === 'yes'",
  },
  {
    name: 'clock',
    html: scripted('<p id="time"></p>'),
    files: {
      'script.js':
        "setInterval(() => { document.querySelector('#time').textContent = new Date().toLocaleTimeString(); }, 100);",
    },
    holds: "document.querySelector('#time').textContent.length > 3",
  },
  {
    name: 'table-of-data',
    html: scripted('<table></table><script src="data.js"></script>'),
    files: {
      'data.js': "const DATA = [{ city: 'Athens' }, { city: 'Oslo' }];",
      'script.js':
        "for (const { city } of DATA) document.querySelector('table').insertRow().insertCell().textContent = city;",
    },
    holds: "document.querySelectorAll('td').length === 2",
  },
  {
    name: 'modules',
    html: page('<p></p><script type="module" src="script.js"></script>'),
    files: {
      'greet.js': "export const greet = (name) => 'Hello ' + name;",
      'script.js':
        "import { greet } from './greet.js';\ndocument.querySelector('p').textContent = greet('Ada');",
    },
    hosted: true,
    holds: text('p', 'Hello Ada'),
  },
  {
    name: 'svg-animation',
    html: page(
      '<svg viewBox="0 0 9 9" width="90"><circle r="2" cx="4" cy="4"><animate attributeName="r" values="1;4;1" dur="1s" repeatCount="indefinite"/></circle></svg>',
    ),
    holds: "document.querySelector('circle').r.animVal.value !== 2",
  },
];

const FORMS: readonly BeginnerPage[] = [
  {
    name: 'contact-form',
    html: scripted('<form><input name="who"><button>Send</button></form><p></p>'),
    files: {
      'script.js':
        "document.querySelector('form').addEventListener('submit', (event) => {\n  event.preventDefault();\n  document.querySelector('p').textContent = 'Thank you ' + new FormData(event.target).get('who');\n});",
    },
    steps: [
      ['fill', 'input', 'Ada'],
      ['press', 'Send'],
    ],
    holds: text('p', 'Thank you Ada'),
  },
  {
    name: 'form-to-elsewhere',
    html: page(
      '<form action="https://forms.example/send" method="post"><button>Send</button></form>',
    ),
    steps: [['touch', 'button']],
    holds: "document.querySelector('form') !== null",
    says: 'The form was not sent',
  },
  {
    name: 'validation',
    html: scripted('<form><input type="email" required><button>Join</button></form><p></p>'),
    files: {
      'script.js':
        "const field = document.querySelector('input');\nfield.addEventListener('invalid', () => { document.querySelector('p').textContent = 'Wrong address'; });",
    },
    steps: [
      ['fill', 'input', 'nobody'],
      ['press', 'Join'],
    ],
    holds: text('p', 'Wrong address'),
  },
  {
    name: 'calculator',
    html: page(
      '<input id="a"><button onclick="document.querySelector(\'output\').value = eval(a.value)">=</button><output></output>',
    ),
    steps: [
      ['fill', '#a', '6*7'],
      ['press', '='],
    ],
    holds: text('output', '42'),
  },
  {
    name: 'quiz',
    html: scripted(
      '<label><input type="radio" name="q" value="no"> 3</label><label><input type="radio" name="q" value="yes"> 4</label><p></p>',
    ),
    files: {
      'script.js':
        "document.addEventListener('change', ({ target }) => { document.querySelector('p').textContent = target.value === 'yes' ? 'Right' : 'Wrong'; });",
    },
    steps: [['touch', '[value=yes]']],
    holds: text('p', 'Right'),
  },
  {
    name: 'to-do-list',
    html: scripted('<form><input><button>Add</button></form><ul></ul>'),
    files: {
      'script.js':
        "const list = JSON.parse(localStorage.getItem('todo') ?? '[]');\nfunction show() { document.querySelector('ul').innerHTML = list.map((one) => '<li>' + one + '</li>').join(''); }\ndocument.querySelector('form').onsubmit = (event) => {\n  event.preventDefault();\n  list.push(document.querySelector('input').value);\n  localStorage.setItem('todo', JSON.stringify(list));\n  show();\n};\nshow();",
    },
    steps: [
      ['fill', 'input', 'Milk'],
      ['press', 'Add'],
      ['fill', 'input', 'Tea'],
      ['press', 'Add'],
    ],
    holds:
      "document.querySelectorAll('li').length >= 2 && localStorage.getItem('todo').includes('Milk')",
  },
  {
    name: 'cookie-visits',
    html: scripted('<p></p>'),
    files: {
      'script.js':
        "document.cookie = 'visits=1';\nsessionStorage.visits = Number(sessionStorage.visits ?? 0) + 1;\ndocument.querySelector('p').textContent = 'Visits ' + sessionStorage.visits;",
    },
    holds: text('p', 'Visits 1'),
  },
];

const GAMES: readonly BeginnerPage[] = [
  {
    name: 'drawing',
    html: scripted('<canvas width="200" height="200"></canvas>'),
    files: {
      'script.js':
        "const canvas = document.querySelector('canvas');\nconst pen = canvas.getContext('2d');\ncanvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => { pen.fillStyle = 'red'; pen.fillRect(offsetX - 9, offsetY - 9, 18, 18); });",
    },
    steps: [['touch', 'canvas']],
    holds:
      "document.querySelector('canvas').getContext('2d').getImageData(100, 100, 1, 1).data[0] === 255",
  },
  {
    name: 'bouncing-ball',
    html: scripted('<canvas width="100" height="100"></canvas>'),
    files: {
      'script.js':
        "const pen = document.querySelector('canvas').getContext('2d');\nlet [x, dx, hits] = [10, 9, 0];\nfunction step() {\n  pen.clearRect(0, 0, 100, 100);\n  x += dx;\n  if (x > 90 || x < 10) { dx = -dx; hits += 1; document.body.dataset.hits = hits; }\n  pen.fillRect(x, 50, 5, 5);\n  requestAnimationFrame(step);\n}\nstep();",
    },
    holds: 'Number(document.body.dataset.hits) > 1',
  },
  {
    name: 'snake',
    html: scripted('<canvas width="80" height="80" tabindex="0"></canvas><p>0,0</p>'),
    files: {
      'script.js':
        "let [x, y] = [0, 0];\naddEventListener('keydown', ({ key }) => {\n  if (key === 'ArrowRight') x += 1;\n  if (key === 'ArrowDown') y += 1;\n  document.querySelector('p').textContent = x + ',' + y;\n});",
    },
    steps: [
      ['touch', 'canvas'],
      ['key', 'ArrowRight'],
      ['key', 'ArrowDown'],
    ],
    holds: text('p', '1,1'),
  },
  {
    name: 'noughts-and-crosses',
    html: scripted('<div id="board"></div>', LINKED),
    files: {
      'style.css': '#board { display: grid; grid-template-columns: repeat(3, 3rem); }',
      'script.js':
        "let turn = 'X';\nfor (let i = 1; i <= 9; i += 1) {\n  const cell = document.createElement('button');\n  cell.ariaLabel = 'Cell ' + i;\n  cell.onclick = () => { cell.textContent = turn; turn = turn === 'X' ? 'O' : 'X'; };\n  board.append(cell);\n}",
    },
    steps: [
      ['press', 'Cell 1'],
      ['press', 'Cell 5'],
    ],
    holds: text('#board', 'XO'),
  },
];

/** The site has cat.png and beep.wav. */
const MEDIA: readonly BeginnerPage[] = [
  {
    name: 'photo-gallery',
    html: page(
      '<div class="g"><img src="cat.png" alt="Cat" onclick="big.src = this.src"></div><img id="big" alt="">',
      LINKED,
    ),
    files: { 'style.css': '.g { display: grid; } .g img { width: 60px; height: 60px; }' },
    steps: [['touch', '.g img']],
    holds: "document.getElementById('big').naturalWidth > 0",
  },
  {
    name: 'background-picture',
    html: scripted('<p>Hello</p>', LINKED),
    files: {
      'style.css': 'body { background: url("cat.png"); }',
      'script.js':
        'const url = getComputedStyle(document.body).backgroundImage.slice(5, -2);\nconst picture = new Image();\npicture.onload = () => { document.body.dataset.width = picture.naturalWidth; };\npicture.src = url;',
    },
    holds: 'Number(document.body.dataset.width) > 0',
  },
  {
    name: 'audio-tag',
    html: page(
      '<audio src="beep.wav" controls loop></audio><button onclick="document.querySelector(\'audio\').play()">Play</button>',
    ),
    steps: [['press', 'Play']],
    holds: "document.querySelector('audio').currentTime > 0",
  },
  {
    name: 'sound-board',
    html: scripted(
      '<audio id="beep"><source src="beep.wav" type="audio/wav"></audio><button>Beep</button>',
    ),
    files: {
      'script.js':
        "document.querySelector('button').onclick = () => { beep.currentTime = 0; beep.play().then(() => { document.body.dataset.played = 'yes'; }); };",
    },
    steps: [['press', 'Beep']],
    holds: "document.body.dataset.played === 'yes'",
  },
  {
    name: 'oscillator',
    html: scripted('<button>Tone</button>'),
    files: {
      'script.js':
        "document.querySelector('button').onclick = () => {\n  const context = new AudioContext();\n  const tone = new OscillatorNode(context, { frequency: 440 });\n  tone.connect(new GainNode(context, { gain: 0.1 })).connect(context.destination);\n  tone.start();\n  window.context = context;\n};",
    },
    steps: [['press', 'Tone']],
    holds: "window.context?.state === 'running'",
  },
];

const PAGES_AND_LIBRARIES: readonly BeginnerPage[] = [
  {
    name: 'two-pages',
    html: page('<nav><a href="about.html">About us</a></nav><h1>Home</h1>', LINKED),
    files: {
      'about.html': page('<h1>About</h1><a href="index.html">Home</a>', LINKED),
      'style.css': 'h1 { color: rgb(4, 5, 6); }',
    },
    steps: [['follow', 'About us']],
    holds: `${text('h1', 'About')} && getComputedStyle(document.querySelector('h1')).color === 'rgb(4, 5, 6)'`,
  },
  {
    name: 'p5-sketch',
    html: scripted('', '<script src="https://cdn.jsdelivr.net/npm/p5@1/lib/p5.js"></script>\n'),
    files: {
      'script.js':
        'function setup() { createCanvas(50, 50); }\nfunction draw() { background(220, 0, 0); document.body.dataset.frames = frameCount; }',
    },
    holds: 'Number(document.body.dataset.frames) > 3',
  },
  {
    name: 'three-scene',
    html: page(
      '<script type="module" src="script.js"></script>',
      '<script type="importmap">{ "imports": { "three": "https://unpkg.com/three@1/three.module.js", "three/addons/": "https://unpkg.com/three@1/addons/" } }</script>\n',
    ),
    files: {
      'script.js':
        "import * as THREE from 'three';\nimport { Orbit } from 'three/addons/orbit.js';\nconst scene = new THREE.Scene();\nscene.add(new THREE.Mesh());\nnew Orbit(scene);\ndocument.body.dataset.meshes = scene.children.length;",
    },
    hosted: true,
    holds: "document.body.dataset.meshes === '1' && window.orbits === 1",
  },
  {
    name: 'jquery',
    html: scripted('<p>Old</p>', '<script src="https://code.jquery.com/jquery-3.js"></script>\n'),
    files: { 'script.js': "$('p').text('New');" },
    holds: text('p', 'New'),
  },
  {
    name: 'bootstrap',
    html: page(
      '<button class="btn">Go</button>',
      '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/bootstrap@5/bootstrap.css">\n',
    ),
    holds: "getComputedStyle(document.querySelector('button')).color === 'rgb(7, 8, 9)'",
  },
  {
    name: 'weather',
    html: scripted('<p>…</p>'),
    files: {
      'script.js':
        "fetch('https://weather.example/today').then((answer) => answer.json()).catch(() => { document.querySelector('p').textContent = 'No weather'; });",
    },
    holds: text('p', 'No weather'),
    says: 'was not fetched: sites cannot request data. Put the data into script.js',
  },
  {
    name: 'video-embed',
    html: page('<h1>Film</h1><iframe src="https://video.example/embed/1"></iframe>'),
    holds: text('h1', 'Film'),
    says: 'was not embedded: sites cannot hold other pages. Link to it instead.',
  },
  {
    name: 'script-from-anywhere',
    html: page('<h1>Mine</h1><script src="https://me.example/mine.js"></script>'),
    holds: text('h1', 'Mine'),
    says: 'was not loaded. Put it into script.js, or load it over https from a delivery network',
  },
];

export const FIRST_PAGES: readonly BeginnerPage[] = [...FIRST_STEPS, ...FORMS];

export const RICH_PAGES: readonly BeginnerPage[] = [...GAMES, ...MEDIA, ...PAGES_AND_LIBRARIES];
