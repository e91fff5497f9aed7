// Shows the work of one kind. A work says its kind in data-kind.
const buttons = document.querySelectorAll('button[data-kind]');
const works = document.querySelectorAll('.works li');
const count = document.querySelector('.count');

function show(kind) {
  let shown = 0;
  for (const work of works) {
    work.hidden = kind !== 'all' && work.dataset.kind !== kind;
    if (!work.hidden) shown += 1;
  }
  for (const button of buttons) {
    button.setAttribute('aria-pressed', String(button.dataset.kind === kind));
  }
  count.textContent = `${shown} of ${works.length} works`;
}

for (const button of buttons) {
  button.addEventListener('click', () => show(button.dataset.kind));
}
