// Tours: each is a path across the pad. `turn` goes from 0 to 1 and starts again.
const instrument = document.querySelector('sound-mode');
const status = document.querySelector('.status');
const SECONDS = 16;

const tours = {
  circle: (turn) => [
    0.5 + 0.5 * Math.cos(2 * Math.PI * turn),
    0.5 + 0.5 * Math.sin(2 * Math.PI * turn),
  ],
  cross: (turn) => {
    const along = 1 - Math.abs(((turn * 2) % 1) * 2 - 1);
    return turn < 0.5 ? [along, along] : [along, 1 - along];
  },
  wander: (turn) => [
    0.5 + 0.5 * Math.sin(6 * Math.PI * turn),
    0.5 + 0.5 * Math.sin(4 * Math.PI * turn + 1),
  ],
};

let running;

function stop() {
  clearInterval(running?.timer);
  running?.button.setAttribute('aria-pressed', 'false');
  running = undefined;
}

async function play(button) {
  const path = tours[button.dataset.tour];
  const begin = performance.now();
  await instrument.start();
  const timer = setInterval(() => {
    const [x, y] = path(((performance.now() - begin) / 1000 / SECONDS) % 1);
    instrument.setChannels({ pad_x: x, pad_y: y });
  }, 60);
  running = { button, timer };
  button.setAttribute('aria-pressed', 'true');
  status.textContent = `Playing: ${button.textContent}. Press again to end the tour.`;
}

for (const button of document.querySelectorAll('[data-tour]')) {
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => {
    const again = running?.button === button;
    stop();
    status.textContent = '';
    if (!again) play(button);
  });
}

// Whoever pauses the instrument or takes the pad ends the tour.
instrument.addEventListener('pause', stop);
instrument.addEventListener('pointerdown', stop);
