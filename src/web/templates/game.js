const instrument = document.querySelector('sound-mode');
const pads = [...document.querySelectorAll('.pads button')];
const says = document.querySelector('.says');
const start = document.querySelector('#start');
const round = document.querySelector('#round');
const best = document.querySelector('#best');

const NOTE_MS = 380;
const GAP_MS = 160;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The notes to remember, as indices of pads. */
let melody = [];
/** How many of them were played back; undefined while it is not the player's turn. */
let played;

async function sound(pad) {
  const key = Number(pad.dataset.note);
  pad.classList.add('lit');
  instrument.noteOn(key);
  await pause(NOTE_MS);
  instrument.noteOff(key);
  pad.classList.remove('lit');
}

async function nextRound() {
  played = undefined;
  melody.push(Math.floor(Math.random() * pads.length));
  round.textContent = melody.length;
  says.textContent = 'Listen…';
  await pause(600);
  for (const index of melody) {
    await sound(pads[index]);
    await pause(GAP_MS);
  }
  played = 0;
  says.textContent = 'Your turn.';
}

function gameOver(expected) {
  played = undefined;
  const score = melody.length - 1;
  best.textContent = Math.max(Number(best.textContent), score);
  says.textContent = `That was not it: “${expected.lastChild.textContent.trim()}” came next. You got ${score}.`;
  start.textContent = 'Play again';
  start.disabled = false;
  start.focus();
}

function press(pad) {
  sound(pad);
  if (played === undefined) return;
  const expected = pads[melody[played]];
  if (pad !== expected) return gameOver(expected);
  played += 1;
  if (played < melody.length) return;
  says.textContent = 'Right!';
  played = undefined;
  setTimeout(nextRound, 700);
}

for (const pad of pads) pad.addEventListener('click', () => press(pad));

document.addEventListener('keydown', ({ key, repeat }) => {
  const pad = pads[Number(key) - 1];
  if (pad !== undefined && !repeat) press(pad);
});

start.addEventListener('click', async () => {
  start.disabled = true;
  melody = [];
  await instrument.start();
  nextRound();
});
